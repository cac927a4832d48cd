"""Counts what the service does, in Prometheus' form. Nothing here names a snippet or a client."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily

from app.runner.protocol import FinishedRun, Health

RUN_BUCKETS_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20)
REQUEST_BUCKETS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20)


@dataclass(frozen=True)
class Stored:
    """What is in the database at the moment."""

    bytes: int | None
    """Of all films; None where the database does not answer."""
    limit_bytes: int


@dataclass(frozen=True)
class Work:
    """How the workers are."""

    oldest_s: float
    replaced: int


class Metrics:
    """Counters of one service; its own registry, so that two services in one process do not meet."""

    def __init__(self, health: Callable[[], Health], work: Callable[[], Work]) -> None:
        self.registry = CollectorRegistry()
        self._runs = Counter("gradreel_runs", "Snippets run, by how they ended", ["verdict"], registry=self.registry)
        self._fidelity = Counter("gradreel_fidelity", "Runs, by whether tracing changed them", ["fidelity"], registry=self.registry)
        self._run_seconds = Histogram(
            "gradreel_run_seconds", "From asking for a run to its film", buckets=RUN_BUCKETS_S, registry=self.registry
        )
        self._films = Counter("gradreel_films", "Films handed out, by where they came from", ["source"], registry=self.registry)
        self._links = Counter(
            "gradreel_links",
            "Links created, found there, withdrawn, deleted",
            ["act"],
            registry=self.registry,
        )
        labels = ["method", "route", "status"]
        self._requests = Histogram("gradreel_request_seconds", "HTTP requests", labels, buckets=REQUEST_BUCKETS_S, registry=self.registry)
        self._store = Gauge("gradreel_store_ready", "Whether the database answers", registry=self.registry)
        self._stored = Gauge("gradreel_stored_film_bytes", "Room that all stored films take", registry=self.registry)
        self._stored_limit = Gauge("gradreel_stored_film_limit_bytes", "Room that they may take", registry=self.registry)
        ProcessCollector(registry=self.registry)
        self.registry.register(_Pool(health, work))

    def ran(self, run: FinishedRun, seconds: float) -> None:
        """Count one run."""
        self._runs.labels(run.failure_kind or run.status).inc()
        self._fidelity.labels(run.fidelity).inc()
        self._run_seconds.observe(seconds)

    def showed(self, source: str) -> None:
        """Count one film handed out: from "run", "memory" or "store"."""
        self._films.labels(source).inc()

    def linked(self, act: str) -> None:
        """Count one link "created", "found", "withdrawn" or "deleted"."""
        self._links.labels(act).inc()

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request; ``route`` is the template, never the path, so that ids make no labels."""
        self._requests.labels(method, route, str(status)).observe(seconds)

    def text(self, stored: Stored) -> bytes:
        """Everything in the exposition format."""
        self._store.set(stored.bytes is not None)
        self._stored.set(math.nan if stored.bytes is None else stored.bytes)
        self._stored_limit.set(stored.limit_bytes)
        return generate_latest(self.registry)


class _Pool:
    """Reads the runner's health when asked, instead of keeping a copy of it."""

    def __init__(self, health: Callable[[], Health], work: Callable[[], Work]) -> None:
        self._health = health
        self._work = work

    def collect(self) -> Iterator[Metric]:
        health, work = self._health(), self._work()
        for name, text, value in (
            ("gradreel_ready", "Whether a snippet would be run now", health.ready),
            ("gradreel_children_waiting", "Warm, jailed children without a snippet", health.children_waiting),
            ("gradreel_running", "Snippets running", health.running),
            ("gradreel_queued", "Runs waiting for a slot", health.queued),
            ("gradreel_readers_waiting", "Processes ready to read an answer", health.readers_waiting),
            ("gradreel_oldest_wait_seconds", "How long the run that has waited longest has been waiting", health.oldest_wait_s),
            ("gradreel_oldest_work_seconds", "How long the reading, comparison, file or page asked for first has taken", work.oldest_s),
        ):
            yield GaugeMetricFamily(name, text, value)
        yield CounterMetricFamily("gradreel_readers_replaced", "Reader processes that failed or grew too large", health.readers_replaced)
        yield CounterMetricFamily("gradreel_workers_replaced", "Worker processes that failed or grew too large", work.replaced)
        left_out = CounterMetricFamily("gradreel_reader_left_out", "Parts of films that failed or took too long, by part", labels=["part"])
        for part, count in health.film_parts_left_out.items():
            left_out.add_metric([part], count)
        yield left_out
        yield from _runners(health)

    def describe(self) -> Iterator[Metric]:
        return iter(())


def _runners(health: Health) -> Iterator[Metric]:
    """Describe the machines that run snippets for this one."""
    count = GaugeMetricFamily("gradreel_runners", "Runners that answer, by torch version and jail", labels=["torch", "tier"])
    slots = GaugeMetricFamily("gradreel_runner_slots", "Snippets that they run at once", labels=["torch", "tier"])
    for kind in sorted({(runner.torch, runner.tier) for runner in health.runners}):
        alike = [runner for runner in health.runners if (runner.torch, runner.tier) == kind]
        count.add_metric(kind, len(alike))
        slots.add_metric(kind, sum(runner.slots for runner in alike))
    yield count
    yield slots
    yield GaugeMetricFamily(
        "gradreel_other_runners", "Runners given no runs: of another version, not ready, or shut out", health.other_runners
    )
    yield GaugeMetricFamily("gradreel_shut_out_runners", "Runners that took runs and did not answer", health.runners_shut_out)
    yield CounterMetricFamily(
        "gradreel_disagreements", "Runs that two runners ended differently, and tracing was not the reason", health.disagreements
    )
    delivery = SummaryMetricFamily("gradreel_delivery_seconds", "From giving a run to the broker to a runner that takes it")
    delivery.add_metric([], health.deliveries, health.delivery_s)
    yield delivery

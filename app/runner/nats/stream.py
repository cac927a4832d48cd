"""Declares the stream and its consumers, as web replicas do at every start and whenever the server may have lost them.

The stream is a bounded queue in memory: what does not fit is refused, and so is one client's third job. A job that its runner has been
silent about for ``ACK_WAIT_S`` is delivered once more. Jobs are older than ``max_age`` only when nobody wants them any longer: it is
longer than the wait in the queue and two runs together, or a dead runner's job would be gone before it was delivered again.
"""

from __future__ import annotations

from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import BadRequestError

from app.runner.nats.subjects import JOBS, STREAM, consumer, jobs_of
from app.settings import Settings

ACK_WAIT_S = 2.0
MAX_DELIVER = 2
IDLE_CONSUMER_S = 3600.0
"""After which the consumer of an engine that nobody runs any longer is removed."""
DUPLICATES_S = 10.0
AGE_MARGIN_S = 10.0


async def declare_stream(stream: JetStreamContext, settings: Settings) -> None:
    """Create the stream, or bring it up to these settings."""
    config = StreamConfig(
        name=STREAM,
        subjects=[JOBS],
        retention=RetentionPolicy.WORK_QUEUE,
        storage=StorageType.MEMORY,
        discard=DiscardPolicy.NEW,
        discard_new_per_subject=True,
        max_msgs=settings.nats_jobs,
        max_msgs_per_subject=settings.max_client_runs or settings.nats_jobs,
        max_age=max_age_s(settings),
        duplicate_window=DUPLICATES_S,
        num_replicas=settings.nats_replicas,
    )
    try:
        await stream.add_stream(config)
    except BadRequestError:  # there is one of other settings
        await stream.update_stream(config)


async def declare_consumers(stream: JetStreamContext, engine: str) -> None:
    """Create the consumers of an engine, unless they are there."""
    for quiet in (False, True):
        config = ConsumerConfig(
            durable_name=consumer(engine, quiet=quiet),
            filter_subject=jobs_of(engine, quiet=quiet),
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=ACK_WAIT_S,
            max_deliver=MAX_DELIVER,
            inactive_threshold=IDLE_CONSUMER_S,
            mem_storage=True,
        )
        await stream.add_consumer(STREAM, config)


def max_age_s(settings: Settings) -> float:
    """Longest time that a job is kept."""
    return settings.queue_wait_s + 2 * (settings.wall_time_s + settings.grace_s) + AGE_MARGIN_S

"""The settings of the service, read from ``GRADREEL_*`` environment variables: every limit and every switch.

This is the only place where a limit that an operator may want to move is written. Names end in their unit; plain counts name what is
counted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

OFF = "off"
"""Value of ``rate_limit`` that switches the limits per client off."""


class Settings(BaseSettings):
    """Limits and switches; ``GRADREEL_WALL_TIME_S=5`` sets ``wall_time_s``."""

    model_config = SettingsConfigDict(env_prefix="GRADREEL_", frozen=True, extra="ignore", use_attribute_docstrings=True)

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = Field(default=8000, ge=0, le=65535)
    """TCP port to listen on; 0 takes any free one."""
    trusted_proxies: str = ""
    """Comma-separated addresses or networks (``10.0.0.0/8``) of reverse proxies whose ``X-Forwarded-For`` is believed; none by default."""
    insecure_no_sandbox: bool = False
    """Run snippets without a jail; allowed on loopback only, and said on every page."""
    static_dist: Path = Path(__file__).parent.parent / "static" / "dist"
    """Directory of the built page."""

    log_format: Literal["json", "text"] = "text"
    """One log line as JSON or as text."""
    public_url: str = ""
    """Address under which readers reach the service, such as ``https://gradreel.org``; empty takes it from each request."""
    database_url: str = f"sqlite:///{Path(__file__).parent.parent / 'var' / 'gradreel.db'}"
    """Where snippets are stored: ``sqlite:///file`` or ``postgresql://user@host/name``."""

    nats_url: str = ""
    """Comma-separated addresses of NATS servers, such as ``tls://nats:4222``: snippets then run on the runners that are connected to
    them, and not on this machine. Empty runs them here."""
    nats_seed_file: str = ""
    """File with the seed of this process's NKey; empty connects without a key."""
    nats_ca_file: str = ""
    """Certificates by which the NATS servers are known; empty takes those of the system."""
    nats_jobs: int = Field(default=1_024, ge=1)
    """Runs that may be under way at all replicas together; one more is answered 503."""
    nats_replicas: int = Field(default=1, ge=1, le=5)
    """Servers of a NATS cluster that count them, and keep what runners say of themselves."""
    nats_silence_s: float = Field(default=2.0, gt=0)
    """Longest time for which a runner that was given a run may say nothing, in seconds; then another one is given it. How often runners and
    replicas show life, and how long they wait for each other, follows from it: give all of them the same."""

    sandbox_tier: Literal["N", "L"] = "N"
    """Strongest jail to try: N uses namespaces, L does without them."""
    jail_uid: int = Field(default=64_986, ge=1)
    """User id that snippets run under when the service was started as root."""
    cgroup_dirs: str = ""
    """Comma-separated cgroup directories that the server may divide: one of version 2, or one in each hierarchy of version 1. Each run
    then gets a group of its own, with ceilings of memory, tasks and processor time. Empty takes the server's own if systemd has
    delegated it (``Delegate=yes``)."""
    zygote_start_s: float = Field(default=60.0, gt=0)
    """Longest time the process that imports torch may take to come up, in seconds."""

    connections: int = Field(default=0, ge=0)
    """Connections that may be open at once; one more closes the one that has been idle for longest. 0 means half of the descriptors that
    the process may have open, at most 4,096."""
    head_bytes: int = Field(default=32 * 1024, ge=1024)
    """Largest head of a request, in bytes: address and header fields; a larger one is answered 431."""
    request_time_s: float = Field(default=20.0, gt=0)
    """Longest time that a client may take to send a whole request, in seconds; then it is answered 408."""

    answer_pause_s: float = Field(default=20.0, gt=0)
    """Longest time for which a client may take nothing of an answer that waits for it, in seconds; then its connection is closed."""
    unsent_bytes: int = Field(default=256 * 1024**2, ge=1024**2)
    """Answers that may wait in memory for clients to take them, in bytes; with more, the connection that has waited longest is closed."""

    metrics_token: str = ""
    """Bearer token that ``/metrics`` asks for; empty answers it to this machine alone, and to nobody by way of a proxy."""

    code_bytes: int = Field(default=64 * 1024, ge=1)
    """Largest snippet, in bytes of UTF-8."""
    wall_time_s: float = Field(default=10.0, gt=0)
    """Wall-clock time of one run, in seconds, from handing over the code."""
    grace_s: float = Field(default=1.0, gt=0)
    """Time after a limit in which a snippet may still hand in its trace, in seconds."""
    cpu_time_s: int = Field(default=8, ge=1)
    """CPU time of one run, in seconds."""
    memory_bytes: int = Field(default=1024**3, ge=1024**2)
    """Address space a snippet may add to that of the idle child, in bytes."""
    output_bytes: int = Field(default=64 * 1024, ge=0)
    """Bytes a snippet may write to stdout and stderr together; the first ones are kept."""
    trace_events: int = Field(default=45_000, ge=1)
    """Events recorded; beyond them the film stops and the program runs on."""
    trace_bytes: int = Field(default=24 * 1024**2, ge=1024)
    """Largest answer of a child, in bytes."""
    tmp_bytes: int = Field(default=16 * 1024**2, ge=4096)
    """Size of the snippet's own /tmp, in bytes (tier N)."""
    tmp_inodes: int = Field(default=256, ge=1)
    """Files in the snippet's own /tmp (tier N)."""
    open_files: int = Field(default=64, ge=16)
    """Descriptors a snippet may have open."""
    threads: int = Field(default=4, ge=1)
    """Threads that each of torch's two pools may have; Python's own threads share the sum."""

    reader_cpu_s: int = Field(default=8, ge=1)
    """Processor time for validating one answer, in seconds; comparison and diagnosis, which a film can do without, may each take half."""
    reader_time_s: float = Field(default=30.0, gt=0)
    """Longest time by the clock for reading one answer, in seconds; runs that it is compared with do not count."""
    reader_memory_bytes: int = Field(default=1024**3, ge=64 * 1024**2)
    """Address space that reading one answer may add to that of an idle reader, in bytes."""

    pool_children: int = Field(default=0, ge=0)
    """Warm, jailed children kept waiting; 0 chooses from cores and memory."""
    concurrent_runs: int = Field(default=0, ge=0)
    """Snippets running at once; 0 means one per core, or fewer where memory would not do if each took all that it may."""
    canary_pause_s: float = Field(default=15.0, gt=0)
    """After this time without a run, in seconds, the service runs a snippet of its own to know that it still can; ``/healthz`` and
    ``/readyz`` say so if it cannot."""
    canary_timeout_s: float = Field(default=20.0, gt=0)
    """Longest time that run may take, waiting for its turn included, in seconds."""
    queue_runs: int = Field(default=64, ge=0)
    """Runs that may wait for a slot; one more is answered 503."""
    queue_wait_s: float = Field(default=10.0, gt=0)
    """Longest wait for a slot, in seconds."""
    client_runs: int = Field(default=2, ge=1)
    """Runs one client may have under way or waiting; one more is answered 429."""
    light_use_s: float = Field(default=5.0, ge=0)
    """Time that one client's runs may take before further ones wait behind those of other clients, in seconds; a tenth of the time that
    passes is forgotten."""
    rate_limit: str = "60/minute"
    """Runs one client may start, in the notation of the ``limits`` library; ``off`` switches per-client limits off."""
    create_rate_limit: str = "20/minute"
    """Links one client may create, in the same notation."""
    all_create_rate_limit: str = "5000/day"
    """Links that all clients may create together; one more is answered 503. It bounds what an attack from many addresses leaves behind."""
    blocked_clients: str = ""
    """Comma-separated addresses or networks that are answered 403."""
    contact: str = ""
    """Where readers report abuse, such as ``mailto:abuse@example.org`` or the address of a page; the About box links to it."""
    client_snippets: int = Field(default=1_000, ge=1)
    """Stored snippets one client may have; one more is answered 429 until some are deleted."""
    client_notes: int = Field(default=500, ge=1)
    """Notes to films that one client may have stored; further ones are answered 429 until some are deleted."""
    client_film_bytes: int = Field(default=256 * 1024**2, ge=1)
    """Room that the stored films of one client's snippets may take, in bytes; then it is answered 429 until some are deleted."""
    stored_film_bytes: int = Field(default=20 * 1024**3, ge=1)
    """Room that all stored films may take, in bytes; then no more links are made (507) until there is room again."""
    example_links: bool = True
    """Make links for the built-in examples in the background, so that they can be embedded and are answered at once."""
    film_memory_bytes: int = Field(default=128 * 1024**2, ge=0)
    """Compressed results kept in memory, so that the same code need not run twice; nothing of it is written to disk."""
    view_memory_bytes: int = Field(default=64 * 1024**2, ge=0)
    """Stored films, compressed, kept in memory for those who look at links."""
    opening_wait_s: float = Field(default=0.5, gt=0)
    """Longest that the front page waits for its first film from the database, in seconds; without an answer it opens without a film."""
    view_age_s: float = Field(default=5.0, ge=0)
    """Longest time a link is shown without asking the database. Another server's deletion is seen at once by way of PostgreSQL; with
    SQLite, and while PostgreSQL does not answer, after this time."""
    page_memory_bytes: int = Field(default=16 * 1024**2, ge=0)
    """Rendered pages of links and embeds kept in memory."""
    still_memory_bytes: int = Field(default=32 * 1024**2, ge=0)
    """Drawn pictures of films kept in memory."""
    still_time_s: float = Field(default=5.0, gt=0)
    """Longest time that drawing one picture may take, in seconds."""
    still_failure_s: float = Field(default=600.0, gt=0)
    """Time for which no picture of a film is drawn that could not be drawn, in seconds; it is answered 503 at once."""
    still_engines: int = Field(default=2, ge=1)
    """Pictures that are drawn at once, of different films."""
    still_engine_bytes: int = Field(default=768 * 1024**2, ge=64 * 1024**2)
    """Memory of each engine that draws pictures, in bytes."""
    still_queue: int = Field(default=16, ge=0)
    """Pictures that may wait to be drawn, half of them of one film; one more is answered 503."""
    still_rate_limit: str = "60/minute"
    """Pictures one client may have drawn, in the notation of ``rate_limit``; those in memory do not count."""
    client_pictures: int = Field(default=4, ge=1)
    """Pictures that one client may have being drawn or waiting; one more is answered 429."""
    file_rate_limit: str = "60/minute"
    """Films in one file and folders of films that one client may have made, in the notation of ``rate_limit``."""
    work_rate_limit: str = "20000/minute"
    """What one client may take of the time of the process that answers everybody, in milliseconds as ``app/api/http/prices.py`` counts
    them, in the notation of ``rate_limit``."""
    answer_processes: int = Field(default=2, ge=1)
    """Processes that read what visitors send, compare films, and make files and pages of them."""
    answer_cpu_s: float = Field(default=5.0, gt=0)
    """Processor time that one such piece of work may take, in seconds; what takes more is answered 422."""
    answer_time_s: float = Field(default=30.0, gt=0)
    """The same by the clock."""
    answer_queue: int = Field(default=64, ge=0)
    """Files and pages that may wait to be made; one more is answered 503."""
    client_answers: int = Field(default=32, ge=1)
    """Files and pages that one client may have being made or waiting; one more is answered 429."""
    animation_memory_bytes: int = Field(default=64 * 1024**2, ge=0)
    """GIFs and videos of films kept in memory."""
    animation_time_s: float = Field(default=120.0, gt=0)
    """Longest time that making one GIF or video may take, in seconds."""
    animation_processes: int = Field(default=1, ge=1)
    """GIFs and videos that are made at once, each by a process of its own that gives way to everything else."""
    animation_process_bytes: int = Field(default=2 * 1024**3, ge=256 * 1024**2)
    """Memory of each of these processes, in bytes."""
    animation_bytes: int = Field(default=16 * 1024**2, ge=1024)
    """Largest GIF or video, in bytes."""
    animation_queue: int = Field(default=4, ge=0)
    """GIFs and videos that may wait to be made; one more is answered 503."""
    client_animations: int = Field(default=2, ge=1)
    """GIFs and videos that one client may have being made or waiting; one more is answered 429."""
    animation_rate_limit: str = "10/minute"
    """GIFs and videos one client may have made, in the notation of ``rate_limit``; those in memory do not count."""
    refresh_pause_s: float = Field(default=0.5, ge=0)
    """Pause between two re-runs of stored snippets after an upgrade, while nobody else waits; 0 never re-runs."""
    twin_runs: int = Field(default=1, ge=0)
    """Untraced comparison runs at once; 0 switches the comparison off, and every run is "unchecked"."""
    twin_wait_s: float = Field(default=0.25, ge=0)
    """Longest wait for the comparison run after the traced one has ended, in seconds; then the run is "unchecked". What is run in the
    background has the time of a run."""
    control_time_s: float = Field(default=10.0, gt=0)
    """Longest wait for all further untraced runs of one snippet together, in seconds: those that find out which gradients are wrong, and
    what a failed version check has prevented."""
    zygote_runs: int = Field(default=2_000, ge=1)
    """Children forked before the zygote is replaced."""
    restart_pause_s: float = Field(default=2.0, ge=0)
    """Shortest time between two replacements of a zygote after crashes, in seconds; while they go on it doubles, up to a minute."""

    @property
    def limits_clients(self) -> bool:
        """Whether the limits per client hold."""
        return self.rate_limit != OFF

    @property
    def max_client_runs(self) -> int | None:
        """Runs one client may have under way or waiting; None for any number."""
        return self.client_runs if self.limits_clients else None

    @property
    def max_client_snippets(self) -> int | None:
        """Snippets one client may have stored; None for any number."""
        return self.client_snippets if self.limits_clients else None

    @property
    def max_client_notes(self) -> int | None:
        """Notes one client may have stored; None for any number."""
        return self.client_notes if self.limits_clients else None

    @property
    def max_client_animations(self) -> int | None:
        """GIFs and videos one client may have being made or waiting; None for any number."""
        return self.client_animations if self.limits_clients else None

    @property
    def max_client_pictures(self) -> int | None:
        """Pictures one client may have being drawn or waiting; None for any number."""
        return self.client_pictures if self.limits_clients else None

    @property
    def max_client_film_bytes(self) -> int | None:
        """Bytes that the stored films of one client may take; None for any number."""
        return self.client_film_bytes if self.limits_clients else None

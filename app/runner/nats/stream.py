"""Declares what the server keeps, in memory, as web replicas do at every start and whenever the server may have lost it.

    CLAIM   one empty message for each run under way, by client: the server refuses a client's third, whichever replicas it asks
    BEAT    the last beat of each runner: replicas read it when they have time, so that a runner that floods it floods nobody else

Neither holds a program: jobs go from replica to runner and are kept by nobody on the way.
"""

from __future__ import annotations

from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import BadRequestError

from app.runner.nats.silences import Silences
from app.runner.nats.subjects import BEAT_STREAM, BEATS, CLAIM_STREAM, CLAIMS
from app.settings import Settings

BEAT_BYTES = 16 * 1024


async def declare_streams(server: JetStreamContext, settings: Settings) -> None:
    """Create the streams, or bring them up to these settings."""
    for config in (claim_stream(settings), beat_stream(settings)):
        try:
            await server.add_stream(config)
        except BadRequestError:  # there is one of other settings
            await server.update_stream(config)


def claim_stream(settings: Settings) -> StreamConfig:
    """Describe the stream of claims."""
    return StreamConfig(
        name=CLAIM_STREAM,
        subjects=[CLAIMS],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.MEMORY,
        discard=DiscardPolicy.NEW,
        discard_new_per_subject=True,
        max_msgs=settings.nats_jobs,
        max_msgs_per_subject=settings.max_client_runs or settings.nats_jobs,
        max_age=Silences(settings.nats_silence_s).claim_s,
        max_msg_size=BEAT_BYTES,
        num_replicas=settings.nats_replicas,
    )


def beat_stream(settings: Settings) -> StreamConfig:
    """Describe the stream of beats."""
    return StreamConfig(
        name=BEAT_STREAM,
        subjects=[BEATS],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.MEMORY,
        discard=DiscardPolicy.OLD,
        max_msgs_per_subject=1,
        max_age=Silences(settings.nats_silence_s).beat_age_s,
        max_msg_size=BEAT_BYTES,
        allow_direct=True,
        num_replicas=settings.nats_replicas,
    )

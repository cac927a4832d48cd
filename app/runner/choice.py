"""Chooses where snippets are run."""

from __future__ import annotations

from app.runner.local import LocalRunner
from app.runner.protocol import Runner
from app.settings import Settings


def runner_for(settings: Settings) -> Runner:
    """Make the runner: on other machines where the settings name NATS servers, else on this one."""
    if not settings.nats_url:
        return LocalRunner(settings)
    from app.runner.nats.runner import NatsRunner  # needs nats-py, which nobody else does

    return NatsRunner(settings)

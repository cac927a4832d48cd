"""How often the parties of a cluster show life, and how long each waits for another before it takes it for lost.

All of it is a share of one setting, since what one party says again and again another one waits for: 0.5 s, 1 s and so on are what it is
with a silence of 2 s, which is the default.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Silences:
    """Pauses and waits of a cluster."""

    silence_s: float
    """After which a runner that holds a slot is given up."""

    @property
    def working_s(self) -> float:
        """Pause between two signs of life of a slot (0.5 s): its replica gives it up when it misses four of them."""
        return 0.25 * self.silence_s

    @property
    def check_s(self) -> float:
        """Pause between two looks of a replica for them (0.25 s)."""
        return 0.125 * self.silence_s

    @property
    def take_s(self) -> float:
        """Within which a runner says whether it takes a job (1 s)."""
        return 0.5 * self.silence_s

    @property
    def hold_s(self) -> float:
        """Pause after which a replica says again that it wants a slot (1 s)."""
        return 0.5 * self.silence_s

    @property
    def first_hold_s(self) -> float:
        """Longest wait for whoever asked to say for the first time that the slot is wanted, and to tell the program (2.5 s)."""
        return 1.25 * self.silence_s

    @property
    def unwanted_s(self) -> float:
        """After which a slot that no replica wants any longer is given up (4 s)."""
        return 2 * self.silence_s

    @property
    def beat_s(self) -> float:
        """Pause after which a runner says again how it is (1 s)."""
        return 0.5 * self.silence_s

    @property
    def read_s(self) -> float:
        """Pause after which a replica reads that again (0.5 s)."""
        return 0.25 * self.silence_s

    @property
    def beat_age_s(self) -> float:
        """For which the server keeps it (5 s)."""
        return 2.5 * self.silence_s

    @property
    def forgotten_s(self) -> float:
        """After which a silent runner does not count any longer (3.5 s)."""
        return 1.75 * self.silence_s

    @property
    def start_s(self) -> float:
        """Longest wait of a replica that starts for a runner to be heard of (3 s)."""
        return 1.5 * self.silence_s

    @property
    def someone_s(self) -> float:
        """Longest wait of a run for a runner to be heard of (5 s)."""
        return 2.5 * self.silence_s

    @property
    def echo_s(self) -> float:
        """Pause after which a replica asks for an echo of its own words again (0.5 s)."""
        return 0.25 * self.silence_s

    @property
    def echo_lost_s(self) -> float:
        """Without an echo for so long, messages do not pass (1.5 s)."""
        return 0.75 * self.silence_s

    @property
    def ping_s(self) -> float:
        """Pause between two questions whether a connection to NATS is there (2 s)."""
        return self.silence_s

    @property
    def claim_s(self) -> float:
        """For which a claim counts that is not renewed, as when its replica has died (8 s); it is renewed twice as often."""
        return 4 * self.silence_s

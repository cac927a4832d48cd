"""Runs snippets on other machines: web replicas ask, runners answer, NATS JetStream is between them.

    web replica                              NATS                             runner
    NatsRunner ─▶ RemoteSlot ─▶ Attempt ──a job, by the runner's name──────▶ Host ─▶ HeldSlot ─▶ Pool ─▶ child
                                 ▲  └───── further runs, stop, hold, leave ──────▶  │
                                 └──── full, taken, working, the answer in chunks ◀─┘
    Roster, Trust, Dispatch ◀── the last beat of each runner, kept by the server ◀── every second

A job asks a runner for a slot and brings the first run. What belongs to this run (how its program was meant, …) is asked of the same
runner while it holds the slot; what the run is compared with is asked of another one. A job whose runner falls silent is another runner's.
"""

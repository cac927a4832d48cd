"""Runs snippets on other machines: web replicas ask, runners answer, NATS JetStream is between them.

    web replica                               NATS                                   runner
    NatsRunner ─▶ RemoteSlot ──job──▶ stream RUN, a work queue ──pulled──▶ Host ─▶ HeldSlot ─▶ Pool ─▶ child
                      ▲  └───────────── further runs, stop, hold, leave ────────────────▶  │
                      └──────────────── taken, working, the answer in chunks ◀─────────────┘

A job asks for a slot of a runner and brings the first run. What is run besides (plain, perturbed, …) is asked of the same runner while
it holds the slot, so that numbers that are compared come from one machine. A job that nobody holds any longer is delivered once more.
"""

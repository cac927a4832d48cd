#!/usr/bin/env python
import queue
import sys
import threading
import traceback

from agents import a2c
from env import Grid


class Prefetch(threading.Thread):
    """Plays episodes beside the training."""

    def __init__(self, env, count):
        super().__init__(daemon=True, name="prefetch")
        self.queue, self.env, self.count = queue.Queue(2), env, count

    def run(self):
        for seed in range(self.count):
            self.queue.put(self.env.episode(seed))
        self.queue.put(None)


def main(argv):
    agent = a2c.A2C(a2c.Config(lr=0.05, entropy=0.01))
    player = Prefetch(Grid(3), int(argv[1]))
    player.start()
    while (episode := player.queue.get()) is not None:
        try:
            print("return", agent.learn(*episode))
        except a2c.LearnError as error:
            traceback.print_exception(error.__cause__, limit=-1)
            print("given up:", error, file=sys.stderr)
            print([round(float(p.grad.sum()), 5) if p.grad is not None else None for p in agent.net.parameters()])
            raise SystemExit(f"stopped: {type(error).__name__}") from error


if __name__ == "__main__":
    main(sys.argv)

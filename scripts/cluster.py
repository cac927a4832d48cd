"""Starts NATS, PostgreSQL, runners and web replicas on this machine behind one port, until Ctrl-C or SIGTERM ends them all.

What is published is gone afterwards: the database lies in a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.cluster.cluster import running_cluster


async def main(runners: int, replicas: int, port: int) -> None:
    """Run the cluster until a signal comes."""
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    with tempfile.TemporaryDirectory(prefix="gradreel-cluster-") as folder:
        print(f"Starting {runners} runners and {replicas} replicas; their logs are in {folder}", flush=True)
        given = {name: value for name, value in os.environ.items() if name.startswith("GRADREEL_")}
        async with running_cluster(Path(folder), runners, replicas, port, given) as (cluster, listening):
            print(f"http://127.0.0.1:{listening}", flush=True)
            print("replicas:", *(f"http://127.0.0.1:{replica.port}" for replica in cluster.replicas), flush=True)
            await ended.wait()
            print("Ending", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runners", type=int, default=2)
    parser.add_argument("--replicas", type=int, default=2)
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    asyncio.run(main(given.runners, given.replicas, given.port))

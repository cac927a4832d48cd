"""``kill -9`` in the middle of a burst of creates: what was acknowledged is there afterwards; on both databases."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from app.store.store import Store

BURST = 200

CHILD = """
import asyncio, sys
from app.store.store import Store

async def main():
    store = Store(sys.argv[1])
    await store.start()

    async def client(first):
        for number in range(first, 1_000_000, 16):
            creation = await store.snippets.create(f"x = {number}" + " " * 2000, "client", None)
            print(creation.id, number, flush=True)

    await asyncio.gather(*(client(first) for first in range(16)))

asyncio.run(main())
"""


async def test_server_killed_in_a_burst_of_creates_loses_nothing_acknowledged(database_url: str) -> None:
    acknowledged = await asyncio.to_thread(_burst_until_killed, database_url)
    assert len(acknowledged) >= BURST
    store = Store(database_url)
    await store.start()
    for snippet_id, number in acknowledged.items():
        assert (await store.snippets.find(snippet_id)).code.rstrip() == f"x = {number}"
    assert (await store.snippets.create("y = 1", "client", None)).created, "the database takes new snippets afterwards"
    await store.aclose()


def _burst_until_killed(url: str) -> dict[str, str]:
    root = Path(__file__).parent.parent.parent
    with subprocess.Popen([sys.executable, "-c", CHILD, url], stdout=subprocess.PIPE, text=True, cwd=root) as child:
        assert child.stdout
        lines = [child.stdout.readline() for _ in range(BURST)]
        os.kill(child.pid, signal.SIGKILL)
        # What it had still written before it died was acknowledged as well; a last line may be torn.
        lines += [line for line in child.stdout if line.endswith("\n")]
        assert child.wait() == -signal.SIGKILL
    return dict(line.split() for line in lines)

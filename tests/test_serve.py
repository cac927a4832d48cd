"""``python -m app.cli`` as a process: shutdown, trusted proxies, unusable databases, and the commands ``db`` and ``trace``."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result

from app.cli import main
from app.errors import TakenDown
from app.store.store import Store
from benchmarks.server import await_ready, free_port
from tests.conftest import PATIENCE_S

pytestmark = pytest.mark.jail

ROOT = Path(__file__).parent.parent
SLOW = "import time\nfor _ in range(20):\n    time.sleep(0.1)\nprint('done')\n"


GRADREEL = [sys.executable, "-m", "app.cli"]
BORROWING = [sys.executable, "-m", "tests.borrowing"]
"""The same, with a sandbox that need not import torch again."""


@contextmanager
def serving(program: list[str], **environment: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a server, and kill it afterwards if it still runs."""
    port = free_port()
    command, env = [*program, "serve", "--port", str(port)], {**os.environ, **environment}
    process = subprocess.Popen(command, env=env, cwd=ROOT, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        await_ready(url, process)
        yield url, process
    finally:
        process.kill()
        process.wait()


def test_stopped_server_answers_the_run_in_progress_first() -> None:
    answers: list[httpx.Response] = []
    sent = threading.Event()

    def ask(url: str) -> None:
        trace = {"trace": lambda name, _: sent.set() if name == "http11.send_request_body.complete" else None}
        with httpx.Client(timeout=PATIENCE_S) as client:
            answers.append(client.post(f"{url}/api/runs", json={"code": SLOW}, extensions=trace))

    with serving(GRADREEL) as (url, process):
        asking = threading.Thread(target=ask, args=(url,))
        with httpx.Client(timeout=PATIENCE_S) as watching:
            asking.start()
            assert sent.wait(PATIENCE_S)  # the server may be running films of its own meanwhile
            while watching.get(f"{url}/healthz").json()["sandbox"]["running"] == 0:
                assert asking.is_alive(), answers
                time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        asking.join()
        assert process.wait(timeout=PATIENCE_S) in (0, -signal.SIGTERM)
    assert (answers[0].status_code, answers[0].json()["stdout"]) == (200, "done\n")


def run_for(client: str, code: str, url: str, proxy: str) -> int:
    """Run ``code`` as a proxy with the address ``proxy`` would for ``client``, and return the status."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=proxy), timeout=PATIENCE_S) as http:
        return http.post(f"{url}/api/runs", json={"code": code}, headers={"X-Forwarded-For": client}).status_code


def transport_security(url: str, proxy: str, scheme: str) -> str | None:
    """What a browser is told of https where ``proxy`` says that it came by ``scheme``."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=proxy), timeout=PATIENCE_S) as http:
        found: str | None = http.get(f"{url}/api/examples", headers={"X-Forwarded-Proto": scheme}).headers.get("Strict-Transport-Security")
    return found


def test_forwarded_client_address_and_scheme_are_used_only_from_a_trusted_proxy() -> None:
    with serving(BORROWING, GRADREEL_TRUSTED_PROXIES="127.0.0.1", GRADREEL_RATE_LIMIT="1/hour") as (url, _):
        asked = (("127.0.0.1", "https"), ("127.0.0.1", "http"), ("127.0.0.2", "https"))
        told = [transport_security(url, proxy, scheme) for proxy, scheme in asked]
        statuses = {
            proxy: [run_for(f"203.0.113.{n}", f"x = {n}  # nobody has a link to this", url, proxy) for n in (first, first + 1)]
            for proxy, first in (("127.0.0.1", 0), ("127.0.0.2", 2))
        }
    assert statuses == {"127.0.0.1": [200, 200], "127.0.0.2": [200, 429]}
    assert told == ["max-age=31536000", None, None]


def gradreel(*arguments: str, program: list[str] = GRADREEL, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*program, *arguments], env={**os.environ, **environment}, cwd=ROOT, capture_output=True, text=True, check=False)


def called(*arguments: str, **environment: str) -> Result:
    """Run a command in this process: that it is one of ``python -m app.cli`` others are told by."""
    return CliRunner().invoke(main, arguments, env=environment)


def test_database_is_upgraded_and_pruned_from_the_command_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/gradreel.db"
    upgraded = called("db", "upgrade", GRADREEL_DATABASE_URL=url)
    assert (upgraded.exit_code, upgraded.stdout) == (0, "The database is at step 0005.\n")
    pruned = called("db", "prune", GRADREEL_DATABASE_URL=url)
    assert (pruned.exit_code, pruned.stdout) == (0, "Deleted 0 replaced films.\n")


async def test_snippet_is_taken_down_from_the_command_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/gradreel.db"
    store = Store(url)
    await store.start()
    made = await store.snippets.create("password = 1", "client", None)
    takedown = "db", "takedown", made.id.upper(), "--reason", "a password"
    done = await asyncio.to_thread(called, *takedown, GRADREEL_DATABASE_URL=url)
    assert (done.exit_code, done.stderr) == (0, "")
    with pytest.raises(TakenDown, match="a password"):
        await store.snippets.find(made.id)
    await store.aclose()
    unknown = await asyncio.to_thread(called, "db", "takedown", "0000000000", GRADREEL_DATABASE_URL=url)
    assert (unknown.exit_code, unknown.stderr) == (2, "gradreel: There is no snippet with this id. Check the link.\n")


@pytest.mark.parametrize("command", [["serve", "--port", "0"], pytest.param(["db", "upgrade"], marks=pytest.mark.long)])
def test_unusable_database_is_reported_in_one_line_with_status_2(command: list[str]) -> None:
    refused = gradreel(*command, GRADREEL_DATABASE_URL="mysql://host/name")
    assert refused.returncode == 2
    told = "GRADREEL_DATABASE_URL names 'mysql', which is no database for Gradreel: write sqlite:///file or postgresql://…"
    assert refused.stderr == f"gradreel: {told}\n"


def test_trace_of_a_failing_snippet_writes_the_film_and_exits_with_1(tmp_path: Path) -> None:
    (tmp_path / "snippet.py").write_text("import torch\nx = torch.ones(2, requires_grad=True)\ny = x.exp()\ny += 1\ny.sum().backward()\n")
    done = called("trace", str(tmp_path / "snippet.py"), "-o", str(tmp_path / "film.html"), "--step", "3", "--lang", "zh")
    assert done.exit_code == 1
    assert done.stderr.startswith(
        "gradreel: exit status 1, since the snippet did not complete. Line 5 raises RuntimeError: one of the variables"
    )
    film = (tmp_path / "film.html").read_text()
    assert film.startswith("<!doctype html>")
    assert 'data-step="3"' in film


def test_trace_to_an_unknown_file_type_lists_the_known_ones(tmp_path: Path) -> None:
    (tmp_path / "snippet.py").write_text("x = 1\n")
    done = called("trace", str(tmp_path / "snippet.py"), "-o", str(tmp_path / "film.mov"))
    known = ".html, .svg, .png, .md, .json, .ipynb, .gif, .mp4, .webm"
    assert (done.exit_code, done.stderr) == (2, f"gradreel: film.mov: the name must end in {known}.\n")


def test_trace_without_an_output_file_prints_json(tmp_path: Path) -> None:
    (tmp_path / "snippet.py").write_text("import torch\nprint(1)\n")
    done = gradreel("trace", str(tmp_path / "snippet.py"), program=BORROWING)
    assert done.returncode == 0
    assert json.loads(done.stdout)["stdout"] == "1\n"

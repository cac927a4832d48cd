"""The image, as far as it can be tried without a builder: its files and its packages suffice for a replica, which has no torch."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from app.runner.nats.messages import RunAsked
from benchmarks.server import free_port
from tests.cluster.conftest import nats_server
from tests.cluster.hostile import HostileRunner, chunk, hostile_runner
from tests.cluster.nats_server import NatsServer
from tests.conftest import PATIENCE_S

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
BUILT_ELSEWHERE = "/src/"
"""Where the stage that builds the page has its files; here they lie in the checkout."""

__all__ = ["nats_server"]


def stage(name: str) -> str:
    """The lines of one stage."""
    found = re.search(rf"^FROM \S+ AS {name}$(.*?)(?=^FROM |\Z)", DOCKERFILE, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[1]


def copied(text: str) -> list[tuple[str, str]]:
    """What a stage copies into its working directory: from, to."""
    found = re.findall(r"^COPY (?:--from=page )?(\S+) (\S+)$", text, re.MULTILINE)
    return [(source.removeprefix(BUILT_ELSEWHERE), target) for source, target in found if target != "/opt/gradreel"]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the packages of a replica, each checked against its hash."""
    folder = tmp_path_factory.mktemp("packages")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    command = [str(folder / "bin" / "pip"), "install", "-q", "--disable-pip-version-check", *options_of_pip()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def options_of_pip() -> list[str]:
    """What the image is given to install."""
    found = re.search(r"^RUN /opt/pip/bin/pip --python /opt/gradreel install (.*)$", stage("packages"), re.MULTILINE)
    assert found
    return found[1].split()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a replica, and no others."""
    folder = tmp_path_factory.mktemp("files")
    for source, target in copied(stage("web")):
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, folder / target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / source, folder / target)
    (folder / "var").mkdir()
    return folder


@asynccontextmanager
async def serving(packages: Path, files: Path, nats_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Start a replica as the image does, and yield a client of it."""
    port = free_port()
    program = str(packages / "bin" / "python")
    environment = {"LANG": "C.UTF-8", "GRADREEL_NATS_URL": nats_url, "GRADREEL_EXAMPLE_LINKS": "0"}
    process = await asyncio.create_subprocess_exec(program, "-m", "app.cli", "serve", "--port", str(port), cwd=files, env=environment)
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S) as client:
            yield client
    finally:
        process.terminate()
        await process.wait()


async def ready(client: httpx.AsyncClient) -> None:
    """Wait until a run could be made."""
    for _ in range(round(PATIENCE_S / 0.1)):
        try:
            if (await client.get("/readyz")).status_code == 200:
                return
        except httpx.TransportError:
            pass
        await asyncio.sleep(0.1)
    raise AssertionError("the replica never was ready")


async def answer(runner: HostileRunner, job: RunAsked, key: str) -> None:
    await runner.say(job.answer_to, chunk(key, b"no trace"))


@pytest.mark.packaging
async def test_replica_serves_pages_and_runs_with_these_packages_and_files(packages: Path, files: Path, nats_server: NatsServer) -> None:
    async with serving(packages, files, nats_server.url) as client, hostile_runner(nats_server.url, answer):
        await ready(client)
        for path in ("/", "/learn", "/docs/", "/film/1.js", "/healthz"):
            assert (await client.get(path, follow_redirects=True)).status_code == 200, path
        run = (await client.post("/api/runs", json={"code": "x = 1"})).json()
        assert (run["outcome"]["status"], run["engine"]["torch"]) == ("stopped", "99.0")
        link = await client.post("/api/snippets", json={"code": "x = 2"})
        assert link.status_code == 201
        assert (await client.get(f"/s/{link.json()['id']}.py")).text == "x = 2"


@pytest.mark.packaging
def test_packages_of_a_replica_are_without_torch(packages: Path) -> None:
    assert not list(packages.glob("lib/python*/site-packages/torch*"))
    assert list(packages.glob("lib/python*/site-packages/nats"))


def test_files_that_the_image_copies_are_there() -> None:
    for each in ("page", "packages", "web"):
        for source, _ in copied(stage(each)):
            assert (ROOT / source).exists(), source


def test_build_of_torch_is_named_once() -> None:
    """The image greps its version out of pyproject.toml."""
    command = re.search(r"\$\((grep [^)]*)\)", DOCKERFILE)
    assert command
    found = subprocess.run(["bash", "-c", command[1]], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert len(found) == 1
    assert re.fullmatch(r"torch==[0-9]+\.[0-9]+\.[0-9]+", found[0])


def test_every_stage_that_is_named_is_there_and_nobody_runs_as_root() -> None:
    names = set(re.findall(r"^FROM \S+ AS (\S+)$", DOCKERFILE, re.MULTILINE))
    assert set(re.findall(r"--from=(\S+)", DOCKERFILE)) <= names
    assert set(re.findall(r"^FROM (?!\$)(\S+)", DOCKERFILE, re.MULTILINE)) <= names
    assert re.findall(r"^USER (\S+)$", stage("web"), re.MULTILINE) == ["10001:10001"]
    compose = (ROOT / "compose.cluster.yaml").read_text()
    assert set(re.findall(r"target: (\w+)", compose)) <= names

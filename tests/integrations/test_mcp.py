"""The server of ``gradreel mcp``, asked by the SDK's own client over standard input and output."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from gradreel.cli import main
from gradreel.film.load import run_from_json
from gradreel.mcp_server import MAX_ANSWER_CHARACTERS, end, interrupt
from tests.why import films

ROOT = Path(__file__).parents[2]
SCRIPT = "import sys\nprint('ran with', sys.argv[1:])\n" + films.EDITED


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with scripts, beside a file and a script that are none of the server's."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "train.py").write_text(SCRIPT)
    (own / "slow.py").write_text("import time\ntime.sleep(600)\n")
    (own / "broken.py").write_text("x = (\n")
    (own / "film.json").write_text(films.film_of(films.EDITED).model_dump_json())
    (tmp_path / "secret.json").write_text((own / "film.json").read_text())
    (tmp_path / "other.py").write_text("open('owned', 'w')\n")
    (own / "link.json").symlink_to(tmp_path / "secret.json")
    return own


@asynccontextmanager
async def client_of(folder: Path) -> AsyncIterator[Client]:
    environment = {"PYTHONPATH": str(ROOT)}
    parameters = StdioServerParameters(command=sys.executable, args=["-m", "gradreel", "mcp"], cwd=folder, env=environment)
    async with Client(parameters) as connected:
        yield connected


async def asked(client: Client, tool: str, **arguments: object) -> tuple[str, bool]:
    """The text of an answer, and whether it is an error."""
    result = await client.call_tool(tool, arguments)
    return "".join(getattr(part, "text", "") for part in result.content), bool(result.is_error)


async def test_script_is_recorded_and_its_film_answers_what_went_wrong_and_what_is_kept(folder: Path) -> None:
    async with client_of(folder) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == {"record_script", "why", "kept_at_line"}
        said, failed = await asked(client, "record_script", script="train.py", arguments=["--lr", "$HOME"])
        assert not failed
        assert said.startswith(
            "It ended with exit status 1.\nthe end of stdout:\nran with ['--lr', '$HOME']\nfilm: gradreel-films/train.json\n"
        )
        assert "error[version_mismatch]: The version check failed\n --> train.py:8:3\n" in said
        assert (folder / "gradreel-films" / "train.json").is_file()
        again, _ = await asked(client, "why", film="gradreel-films/train.json", lang="zh")
        assert again.startswith("错误[version_mismatch]: 版本检查未通过")
        kept, _ = await asked(client, "kept_at_line", film="gradreel-films/train.json", line=5)
        why = "it is kept since to x goes g ⊙ h, where g is the gradient that comes in"
        assert kept.splitlines()[1] == f"- ExpBackward0 keeps result of h: shape [2], float32, version 0, 8 bytes: {why}"
        nothing, _ = await asked(client, "kept_at_line", film="gradreel-films/train.json", line=4)
        assert nothing.startswith("Line 4 of train.py saved nothing for backward. Lines that did: 5")


async def test_what_lies_outside_of_the_folder_is_neither_read_nor_run(folder: Path) -> None:
    async with client_of(folder) as client:
        for film in ("../secret.json", str(folder.parent / "secret.json"), "link.json"):
            said, failed = await asked(client, "why", film=film)
            assert failed
            assert "is outside of" in said
        said, failed = await asked(client, "record_script", script="../other.py")
        assert failed
        assert not list(folder.parent.glob("**/owned"))
        (folder / "gradreel-films").symlink_to(folder.parent)
        said, failed = await asked(client, "record_script", script="broken.py")
        assert failed
        assert "is a link" in said


async def test_script_that_takes_too_long_is_stopped(folder: Path) -> None:
    async with client_of(folder) as client:
        said, _ = await asked(client, "record_script", script="slow.py", time_limit_s=1)
        assert said.startswith("It was stopped after 1 seconds.")
        assert "There is no film of it." in said


def test_script_that_is_stopped_takes_with_it_what_it_started() -> None:
    process = subprocess.Popen(["bash", "-c", "sleep 600 & echo $!; wait"], stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout
    started = Path(f"/proc/{process.stdout.readline().strip()}/stat")
    assert started.exists()
    end(process)
    process.stdout.read()  # ends when no process holds the pipe
    process.stdout.close()
    assert process.returncode == -signal.SIGKILL
    assert not started.exists() or started.read_text().rpartition(")")[2].split()[0] == "Z"


async def test_script_that_python_cannot_read_says_so_and_a_film_that_is_none_is_an_error(folder: Path) -> None:
    async with client_of(folder) as client:
        said, failed = await asked(client, "record_script", script="broken.py")
        assert not failed
        assert "SyntaxError: '(' was never closed" in said
        (folder / "no.json").write_text("[]")
        said, failed = await asked(client, "why", film="no.json")
        assert failed
        assert "This is no film" in said


async def test_answers_are_bounded(folder: Path) -> None:
    async with client_of(folder) as client:
        run = films.film_of(films.EDITED)
        many = run.model_copy(update={"diagnoses": run.diagnoses * 60})
        (folder / "many.json").write_text(many.model_dump_json())
        said, failed = await asked(client, "why", film="many.json")
        assert not failed
        assert MAX_ANSWER_CHARACTERS < len(said) < MAX_ANSWER_CHARACTERS + 100
        assert "characters more)" in said


def test_folder_that_is_none_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "/no/such/folder"]) == 2
    assert capsys.readouterr().err == "gradreel: /no/such/folder: this is no folder\n"


def test_script_that_is_stopped_leaves_the_film_of_what_it_has_done(tmp_path: Path) -> None:
    code = "import time, torch\nw = torch.ones(2, requires_grad=True)\nv = w * 2\nprint('ready', flush=True)\ntime.sleep(600)\n"
    (tmp_path / "slow.py").write_text(code)
    command = [sys.executable, "-m", "gradreel", "run", "-o", "slow.json", "slow.py"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    interrupt(process)
    assert process.wait() == -signal.SIGINT
    process.stdout.close()
    run = run_from_json((tmp_path / "slow.json").read_bytes())
    assert any(tensor.names == ("v",) for tensor in run.tensors)

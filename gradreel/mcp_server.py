"""``gradreel mcp``: lets a program that speaks the Model Context Protocol record a script, and ask what its film says.

    record_script   runs one script of the folder under ``gradreel run``, within a time, and says what is wrong
    why             says what a film of the folder says is wrong
    kept_at_line    lists what autograd keeps for backward since a line ran

It speaks over standard input and output. It reads and runs what is asked for and lies in the folder that it was started in, links
followed; a script that it runs may do what the user may. Answers are short texts; films are files in ``gradreel-films``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from gradreel.errors import GradreelError
from gradreel.film.bounds import content_of
from gradreel.film.load import run_from_file
from gradreel.locale import Lang
from gradreel.trace import Run
from gradreel.version import VERSION
from gradreel.why.reasons import reasons_of
from gradreel.why.report import report_of
from gradreel.why.text import text_lines
from gradreel.why.visible import visible

FILMS = "gradreel-films"
COLUMNS = 100
MAX_ANSWER_CHARACTERS = 12_000
MAX_OUTPUT_CHARACTERS = 2_000
MAX_SAVES = 40
MAX_REASONS = 3
MAX_TIME_S = 600
MAX_WRITING_S = 20
"""For the film of a program that was stopped."""


class Folder:
    """The one folder whose files are read and run."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve(strict=True)

    def file(self, name: str) -> Path:
        """Return a file of the folder. Raises ``ToolError``, which the client is shown, for one elsewhere, links followed, and for none."""
        path = (self.path / name).resolve()
        if not path.is_relative_to(self.path):
            raise ToolError(f"{name} is outside of {self.path}, the folder that this server was started in.")
        if not path.is_file():
            raise ToolError(f"{name} is no file in {self.path}.")
        return path

    def film(self, name: str) -> Run:
        """Read a film of the folder."""
        path = self.file(name)
        try:
            return run_from_file(content_of(path))
        except GradreelError as error:
            raise ToolError(str(error)) from None

    def new_film(self, script: Path) -> Path:
        """Return where the film of a script goes; an earlier one of it is gone."""
        films = self.path / FILMS
        films.mkdir(exist_ok=True)
        if films.resolve() != films:
            raise ToolError(f"{FILMS} is a link: films are written into the folder itself.")
        path = films / f"{'-'.join(script.relative_to(self.path).with_suffix('').parts)}.json"
        path.unlink(missing_ok=True)
        return path


def server(folder: Folder) -> MCPServer:
    """Make the server of a folder."""
    made = MCPServer("gradreel", version=VERSION, instructions=__doc__, log_level="ERROR")

    @made.tool()
    def record_script(script: str, arguments: list[str] | None = None, time_limit_s: int = 120, lang: Lang = "en") -> str:
        """Run a Python script of the folder, record PyTorch's autograd, and say what went wrong and which lines explain it.

        The script runs as the user would run it, with these arguments and without input, for at most time_limit_s seconds (600 at most).
        """
        path = folder.file(script)
        film = folder.new_film(path)
        ended = _run(folder, ["-o", str(film), "--lang", lang, str(path), *(arguments or [])], min(max(time_limit_s, 1), MAX_TIME_S))
        if not film.is_file():
            return _bounded(f"{ended.how}{ended.stdout}{ended.stderr}\nThere is no film of it.")
        said = f"{ended.how}{ended.stdout}\nfilm: {film.relative_to(folder.path)}\n\n"
        return said + _why(folder.film(str(film)), None, lang, MAX_ANSWER_CHARACTERS - len(said))

    @made.tool()
    def why(film: str, lang: Lang = "en") -> str:
        """Say what a film of the folder (.json or .html) says is wrong: the lines, what happened there, and ways out."""
        return _why(folder.film(film), film, lang)

    @made.tool()
    def kept_at_line(film: str, line: int, file: str | None = None) -> str:
        """List what autograd saved for backward when a line ran: node, attribute, shape, version and bytes.

        The file is one that the film shows, by its path or its end; without it the program's main file.
        """
        return _bounded(_kept(folder.film(film), line, file))

    return made


def serve(path: Path) -> None:
    """Serve a folder over standard input and output until the client leaves."""
    server(Folder(path)).run("stdio")


@dataclass(frozen=True)
class _Ended:
    """How a program ended, and the end of what it wrote."""

    how: str
    stdout: str
    stderr: str


def _run(folder: Folder, arguments: list[str], seconds: int) -> _Ended:
    """Run a script with ``gradreel run``, which is given these arguments."""
    command = [sys.executable, "-m", "gradreel", "run", *arguments]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, cwd=folder.path, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
        try:
            process.wait(seconds)
            how = f"It ended with exit status {process.returncode}."
        except subprocess.TimeoutExpired:
            how = f"It was stopped after {seconds} seconds."
            interrupt(process)
        finally:
            end(process)
        return _Ended(how, _tail("stdout", out), _tail("stderr", err))


def interrupt(process: subprocess.Popen[Any]) -> None:
    """Stop a program as Ctrl-C does, which writes the film of what it has done; it has a while for that."""
    process.send_signal(signal.SIGINT)
    with suppress(subprocess.TimeoutExpired):
        process.wait(MAX_WRITING_S)


def end(process: subprocess.Popen[Any]) -> None:
    """End a program with whatever it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _tail(name: str, file: IO[bytes]) -> str:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - MAX_OUTPUT_CHARACTERS))
    text = "\n".join(map(visible, file.read().decode("utf-8", "replace").splitlines()))
    return f"\nthe end of {name}:\n{text}" if text else ""


def _why(run: Run, film: str | None, lang: Lang, most: int = MAX_ANSWER_CHARACTERS) -> str:
    return _bounded("\n".join(line.plain.rstrip() for line in text_lines(report_of(run, film, lang), COLUMNS)), most)


def _kept(run: Run, line: int, name: str | None) -> str:
    number = 0 if name is None else next((at for at, file in enumerate(run.files) if name in (file.path, file.name)), None)
    if number is None:
        raise ToolError(f"The film shows no file {name}: it has {', '.join(file.path for file in run.files)}.")
    tensors, nodes = {each.id: each for each in run.tensors}, {each.id: each for each in run.nodes}
    saves = [each for each in run.saved if (each.file, each.line) == (number, line)]
    if not saves:
        lines = sorted({each.line for each in run.saved if each.file == number and each.line})
        return (
            f"Line {line} of {run.files[number].path} saved nothing for backward. Lines that did: {', '.join(map(str, lines)) or 'none'}."
        )
    told: Counter[str] = Counter()
    for save in saves:
        node, tensor = nodes.get(save.node or ""), tensors[save.tensor]
        of = f" of {'/'.join(tensor.names)}" if tensor.names else ""
        what = f"{node.name if node else 'a node'} keeps {save.attribute}{of}: shape {list(tensor.shape)}, {tensor.dtype}"
        reasons = "; ".join(reasons_of(save, node, "en")[:MAX_REASONS])
        told[f"{what}, version {save.saved_version}, {_bytes(save.bytes)}{f': {reasons}' if reasons else ''}"] += 1
    rows = [f"- {visible(row)}{f' ({count} times)' if count > 1 else ''}" for row, count in told.items()]
    more = [f"- and {len(rows) - MAX_SAVES} more"] if len(rows) > MAX_SAVES else []
    total = sum(each.bytes or 0 for each in saves)
    heading = f"{run.files[number].path} line {line}: {len(saves)} saved for backward, {total} bytes that nothing else keeps"
    return "\n".join([heading, *rows[:MAX_SAVES], *more])


def _bytes(count: int | None) -> str:
    return "bytes unknown" if count is None else f"{count} bytes" if count else "no bytes of its own: kept elsewhere already"


def _bounded(text: str, most: int = MAX_ANSWER_CHARACTERS) -> str:
    return text if len(text) <= most else f"{text[:most]}\n… (cut: {len(text) - most} characters more)"

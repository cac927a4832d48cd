"""Tries all fixes of the built-in examples, each in the sandbox, and writes which of them work into ``app/examples/verdicts.json``.

python -m scripts.example_verdicts            write the file
python -m scripts.example_verdicts --check    change nothing; fail when the committed file is out of date
python -m scripts.example_verdicts --check --each 3    the same for each third example
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict

from app.examples.gallery import Example, examples
from app.films.fixes import chosen_fixes
from app.films.proposed import proposed_fixes
from app.films.shipped import FILE
from app.runner.choice import runner_for
from app.runner.protocol import FixResult, Runner
from app.settings import Settings

CLIENT = "examples"
Found = Mapping[str, Mapping[str, FixResult]]


async def tried(runner: Runner, asked: Iterable[Example]) -> dict[str, dict[str, FixResult]]:
    """Run every example and its fixes; by the example's id, without those that offer none."""
    found: dict[str, dict[str, FixResult]] = {}
    for example in asked:
        film = (await runner.submit(example.code, CLIENT, None, True, True)).film
        for fix in chosen_fixes(proposed_fixes(film)):
            intended = await runner.run_intended(example.code, CLIENT, fix.cell)
            found.setdefault(example.id, {})[fix.key] = await runner.try_fix(intended, fix, CLIENT)
    return found


def torch_of(runner: Runner) -> str:
    """The version of PyTorch that a runner has, as its engine names it."""
    named = re.search(r"-torch([^-]+)-", runner.engine)
    assert named is not None, runner.engine
    return named[1]


def text_of(torch: str, found: Found) -> str:
    """One fix a line, so that a difference can be read."""
    each = ",\n".join(f"{json.dumps(id)}: {_lines(fixes)}" for id, fixes in found.items())
    return f'{{\n"torch": {json.dumps(torch)},\n"examples": {{\n{each}\n}}\n}}\n'


def _lines(fixes: Mapping[str, FixResult]) -> str:
    each = ",\n".join(f"  {json.dumps(key)}: {json.dumps(asdict(result))}" for key, result in fixes.items())
    return f"{{\n{each}\n}}"


async def _found(asked: Iterable[Example]) -> str:
    runner = runner_for(Settings(rate_limit="off"))
    await runner.start()
    try:
        return text_of(torch_of(runner), await tried(runner, asked))
    finally:
        await runner.aclose()


def _written(asked: Iterable[Example]) -> str:
    """What the committed file has of these examples; nothing where there is none that can be read."""
    try:
        written = json.loads(FILE.read_text(encoding="utf-8"))
        there: Found = {
            each.id: {key: FixResult(**result) for key, result in written["examples"][each.id].items()}
            for each in asked
            if each.id in written["examples"]
        }
        return text_of(written["torch"], there)
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def main() -> None:
    """Write or check the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when the committed file is out of date")
    parser.add_argument("--each", type=int, default=1, metavar="N", help="with --check: look at each N-th example only")
    given = parser.parse_args()
    if given.each != 1 and not given.check:
        parser.error("--each goes with --check: the file has all examples")
    asked = list(examples())[:: given.each]
    text = asyncio.run(_found(asked))
    if not given.check:
        FILE.write_text(text, encoding="utf-8")
    elif (FILE.read_text(encoding="utf-8") if given.each == 1 and FILE.exists() else _written(asked)) != text:
        raise SystemExit(f"{FILE.name} is out of date: run python -m scripts.example_verdicts")


if __name__ == "__main__":
    main()

"""Prints of how many saved tensors films say why they are kept, over all corpora: ``python -m tests.derivatives.counted [PART]``."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

from gradreel.derivatives import explained
from gradreel.trace import Recording, Saved
from tests.asking import answering, asked
from tests.diagnose.case import program
from tests.diagnose.forum import posted
from tests.diagnose.public_corpus import public_programs
from tests.reading.corpora import Given, programs

KINDS = ("formula", "fact", "shape", "inside", "author", "neither")
"""A formula for each gradient that reads it; that gradients read it, and no formula for one of them; only its shape or type is needed;
kept by what an edit of a view has recorded; by a custom Function; and nothing known."""


def kind_of(saved: Saved) -> str:
    """How much a film says of a saved tensor."""
    if saved.why == "gradients":
        return "shape" if not saved.needed_for else "formula" if all(each.text for each in saved.needed_for) else "fact"
    return saved.why if saved.why in KINDS else "neither"


def all_programs() -> list[Given]:
    """Those that complete as well."""
    more = [Given(f"public/{each.name}", each.code) for each in public_programs()] + [
        Given(f"forum/{each.name}", each.code) for each in posted()
    ]
    found = {each.code: each for each in (*programs(), *more)}
    return list(found.values())


def main() -> None:
    """Print the counts by saved tensor and by kind of node."""
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    tensors: Counter[str] = Counter()
    nodes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    count = 0
    oracle = answering("tests.diagnose.oracle")
    for given in all_programs():
        if part not in given.name:
            continue
        answer = asked(oracle, {"code": program(given.code), "run": "traced"})
        if "recording" not in answer:
            continue
        recording = Recording.model_validate(answer["recording"])
        recording = explained(recording, recording.torch)
        count += 1
        names = {node.id: node.name for node in recording.nodes}
        for saved in recording.saved:
            kind = kind_of(saved)
            tensors[kind] += 1
            nodes[names.get(saved.node or "", "?")][kind] += 1
    print(f"{count} programs, {sum(tensors.values())} saved tensors, {len(nodes)} kinds of nodes")
    for kind in KINDS:
        of = sorted((name for name, kinds in nodes.items() if kind in kinds), key=lambda name: -nodes[name][kind])
        print(f"{kind:10}{tensors[kind]:8}  {len(of):4} kinds of nodes: {', '.join(of[:12])}")
    whole = sum(kinds.keys() == {"formula"} for kinds in nodes.values())
    print(f"{whole} kinds of nodes have a formula for every gradient that reads what they keep")


if __name__ == "__main__":
    main()

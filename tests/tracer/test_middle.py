"""Which ids the last steps of a film mention, as older events leave it."""

from __future__ import annotations

import random

from gradreel.tracer.middle import PART, Mentioned, ids_in


def test_events_that_come_and_go_mention_the_same_ids_as_when_each_is_read_anew() -> None:
    numbers = random.Random(0)
    texts = [b'{"kind":"op","inputs":["t%d"],"outputs":["t%d"],"name":"t"}' % (number, number + 1) for number in range(20 * PART)]
    mentioned = Mentioned()
    first = end = 0
    while end < len(texts):
        end = min(len(texts), end + numbers.randrange(4 * PART))
        first = numbers.randrange(first, end + 1)
        assert mentioned.by(first, texts[first:end]) == ids_in(texts[first:end])


def test_strings_that_only_look_like_ids_are_none() -> None:
    assert ids_in([b'{"name":"t","text":"t1x t2","tensor":"t3"}', b'["n4","m5","k6"]']) == {"t3", "n4", "k6"}

"""When a zygote may be replaced again: at once after a quiet time, later and later in a crash loop."""

from __future__ import annotations

from app.sandbox.server.backoff import MAX_PAUSE_S, Backoff


def begun(pause_s: float, *times_s: float) -> Backoff:
    """Replacements that have begun at these times."""
    made = Backoff(pause_s)
    for time_s in times_s:
        made.begin(time_s)
    return made


def test_first_replacement_waits_for_nothing() -> None:
    assert Backoff(2).wait_s(0, urgent=False) == 0


def test_crash_loop_waits_twice_as_long_each_time_up_to_a_minute() -> None:
    made, now_s, waits = Backoff(2), 0.0, []
    for _ in range(8):
        made.begin(now_s)
        waits.append(made.wait_s(now_s, urgent=False))
        now_s += waits[-1]
    assert waits == [2, 4, 8, 16, 32, MAX_PAUSE_S, MAX_PAUSE_S, MAX_PAUSE_S]


def test_time_that_has_passed_counts() -> None:
    assert begun(2, 100).wait_s(101.5, urgent=False) == 0.5
    assert begun(2, 100).wait_s(103, urgent=False) == 0


def test_dead_zygote_is_replaced_after_the_shortest_pause() -> None:
    made = begun(2, 0, 2, 6, 14)
    assert (made.wait_s(14, urgent=False), made.wait_s(14, urgent=True)) == (16, 2)


def test_quiet_time_makes_the_pause_short_again() -> None:
    assert begun(2, 0, 2, 6).wait_s(6, urgent=False) == 8
    assert begun(2, 0, 2, 6, 6 + 17).wait_s(6 + 17, urgent=False) == 2


def test_no_pause_means_none() -> None:
    assert begun(0, 1, 1, 1).wait_s(1, urgent=False) == 0

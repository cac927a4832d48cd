"""The cache: bounded in bytes, last used stay, values of any size are accepted."""

from __future__ import annotations

from app.films.cache import ByteCache


def cache_of(max_bytes: int, ttl_s: float = 60.0) -> ByteCache[bytes]:
    return ByteCache(max_bytes, len, ttl_s)


def test_values_over_the_bound_drive_out_those_not_used_for_longest() -> None:
    cache = cache_of(10)
    cache["a"], cache["b"] = b"1234", b"1234"
    assert cache.get("a") == b"1234"
    cache["c"] = b"1234"
    assert sorted(cache) == ["a", "c"]
    assert cache.currsize == 8


def test_value_larger_than_the_cache_is_not_kept_and_its_predecessor_is_dropped() -> None:
    cache = cache_of(10)
    cache["a"], cache["b"] = b"1234", b"1234"
    cache["a"] = b"x" * 11
    assert sorted(cache) == ["b"]
    assert cache.currsize == 4


def test_cache_of_no_bytes_keeps_nothing_and_fails_at_nothing() -> None:
    cache = cache_of(0)
    cache["a"] = b"1"
    assert cache.get("a") is None
    assert cache.pop("a", None) is None


def test_value_is_forgotten_after_its_time() -> None:
    cache = cache_of(10, ttl_s=0.0)
    cache["a"] = b"1"
    assert cache.get("a") is None
    assert cache.currsize == 0

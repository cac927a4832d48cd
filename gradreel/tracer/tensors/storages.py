"""A piece of memory of the program: which tensors lie in it, and which version counters watch over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gradreel.tracer.tensors.layout import Layout

# A storage forgets the tensors that are gone when it has had this many, and then each time their number has doubled.
PRUNE_MEMBERS = 16


class Storage:
    """One piece of memory, and the counters that watch over it."""

    __slots__ = ("address", "first", "has_non_finite", "holds_leaf", "id", "members", "only", "prune_at", "renewed", "several", "size")

    def __init__(self, identity: str, address: int, size: int) -> None:
        self.id = identity
        self.address = address
        self.size = size
        """Bytes, when last looked at."""
        self.first = 0
        """Address of the first tensor met in it."""
        self.members: dict[int, Layout | None] | None = None
        """Address of every tensor met in it → where its elements lie, once somebody asked; None as long as there is one tensor only."""
        self.prune_at = PRUNE_MEMBERS
        self.holds_leaf = False
        """Whether a leaf that requires grad lies in it."""
        self.renewed = False
        """Whether it was emptied, has memory again, and nothing has been written there yet: what lies in it is no state to compare with."""
        self.has_non_finite = False
        """Whether a tensor with NaN or infinities has ever been seen in it: then its views are looked at as well."""
        # Most storages have one tensor. Each container more costs the garbage collector; a tuple of atoms costs it nothing.
        self.only: tuple[str, int] | None = None
        """The one counter and the address of the one tensor that carries it, as long as there are no more."""
        self.several: dict[str, list[int]] | None = None

    @property
    def counters(self) -> dict[str, list[int]]:
        """Counter id → addresses of the tensors that carry it and are no views, oldest first."""
        if self.several is None:
            self.several = {} if self.only is None else {self.only[0]: [self.only[1]]}
            self.only = None
        return self.several

    def carried(self) -> Iterable[str]:
        """Return the ids of its counters."""
        return (self.only[0],) if self.only is not None else self.several or ()

    def carry(self, counter: str, address: int) -> None:
        """Note who carries a counter."""
        if self.several is None and self.only is None:
            self.only = (counter, address)
        else:
            self.counters.setdefault(counter, []).append(address)

    def leave(self, address: int) -> None:
        """Forget a tensor that has moved to other memory."""
        if self.members is not None:
            self.members.pop(address, None)
        if self.first == address:
            self.first = 0

    def forget(self, address: int, counter: str) -> None:
        """Forget a tensor that is gone: its address may be used again. The counter stays, a node may keep something under it."""
        self.leave(address)
        if self.only is not None and self.only[1] == address:
            self.only = (counter, 0)
        elif self.several is not None and address in (addresses := self.several.get(counter, [])):
            addresses.remove(address)

    def drop(self, is_in_use: Callable[[str], bool]) -> None:
        """Forget the counters that nobody carries, except those in use."""
        if self.several is not None:
            self.several = {counter: carriers for counter, carriers in self.several.items() if carriers or is_in_use(counter)}

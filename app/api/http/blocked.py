"""Refuses clients that the operator has shut out."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network

from app.errors import ClientBlocked


class BlockedClients:
    """Addresses and networks that are answered 403."""

    def __init__(self, listed: str, contact: str) -> None:
        """``listed`` is the setting; raises ``ValueError`` when it cannot be read."""
        self._networks = tuple(ip_network(each.strip(), strict=False) for each in listed.split(",") if each.strip())
        self._remedy = f" If that is a mistake, write to {contact}." if contact else ""

    def check(self, client: str) -> None:
        """Raise ``ClientBlocked`` where ``client``, as ``client_of`` names it, is in one of them."""
        if self._networks and any(_is_in(client, network) for network in self._networks):
            raise ClientBlocked(f"This server does not answer requests from {client}.{self._remedy}")


def _is_in(client: str, network: IPv4Network | IPv6Network) -> bool:
    try:
        own = ip_network(client, strict=False)
    except ValueError:
        return False
    return own.version == network.version and own.overlaps(network)

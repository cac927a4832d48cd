"""Finds the name under which the client of a request is counted."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import Request

SITE_PREFIX = 64
"""Bits of an IPv6 address that one customer has to itself: whoever has one address there has all of them."""


def client_of(request: Request) -> str:
    """Return the client's address; behind trusted proxies the server has already put the real one in place."""
    host = request.client.host if request.client else "unknown"
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((address, SITE_PREFIX), strict=False))
    return str(address)

"""The proxy with TLS that ``deploy/tls`` has an example of, in front of a server: what browsers are told, and whom the server sees."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import trustme

from benchmarks.server import free_port
from tests.api.test_connections import answer_to, serving, status_of
from tests.conftest import PATIENCE_S

CONFIG = Path(__file__).parents[2] / "deploy/tls/haproxy.cfg"


@dataclass(frozen=True)
class Proxy:
    """Where it listens, and whom its certificate is from."""

    http: int
    https: int
    trusted: ssl.SSLContext

    def client(self, **headers: str) -> httpx.Client:
        """A client that trusts that authority."""
        return httpx.Client(base_url=f"https://localhost:{self.https}", verify=self.trusted, timeout=PATIENCE_S, headers=headers)


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """HAProxy with the configuration as it is, before a server that believes it."""
    haproxy = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    assert haproxy, "haproxy is missing. Install it with: scripts/setup --dev"
    folder = tmp_path_factory.mktemp("tls")
    authority = trustme.CA()
    authority.issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(str(folder / "all.pem"))
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    made = Proxy(free_port(), free_port(), trusted)
    with serving(folder, trusted_proxies="127.0.0.1") as (address, _):
        environment = {
            "CERTIFICATE": str(folder / "all.pem"),
            "GRADREEL": f"127.0.0.1:{address[1]}",
            "HTTP_PORT": str(made.http),
            "HTTPS_PORT": str(made.https),
        }
        process = subprocess.Popen([haproxy, "-db", "-f", str(CONFIG)], env=environment)
        try:
            wait_for(made)
            yield made
        finally:
            process.terminate()
            process.wait()


def wait_for(proxy: Proxy) -> None:
    """Wait until it has found the server well."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        try:
            with proxy.client() as client:
                if client.get("/healthz").status_code == 200:
                    return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError("the proxy did not start")


def test_browser_that_comes_by_https_is_told_to_stay_there(proxy: Proxy) -> None:
    with proxy.client() as client:
        assert client.get("/api/examples").headers["Strict-Transport-Security"] == "max-age=31536000"


def test_links_that_are_given_out_are_of_https_whatever_a_visitor_says(proxy: Proxy) -> None:
    with proxy.client(**{"X-Forwarded-Proto": "http", "X-Forwarded-For": "203.0.113.9"}) as client:
        made = client.post("/api/snippets", json={"code": "x = 1"}).json()
        page = client.get(f"/oembed?url=https://localhost:{proxy.https}/s/{made['id']}")
    assert page.status_code == 200
    assert f"https://localhost:{proxy.https}/embed/{made['id']}" in page.json()["html"]


def test_whoever_comes_by_http_is_sent_to_https(proxy: Proxy) -> None:
    answer = httpx.get(f"http://localhost:{proxy.http}/s/abc?step=2", follow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (308, f"https://localhost:{proxy.http}/s/abc?step=2")
    assert "Strict-Transport-Security" not in answer.headers


def test_old_version_of_tls_is_refused(proxy: Proxy) -> None:
    # As far as the OpenSSL of this machine still speaks it.
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("localhost", proxy.https)) as plain, pytest.raises(ssl.SSLError):
        old.wrap_socket(plain)


def test_two_hosts_are_refused_by_way_of_the_proxy_as_well(proxy: Proxy) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    plain = socket.create_connection(("localhost", proxy.https))
    with proxy.trusted.wrap_socket(plain, server_hostname="localhost") as connection:
        assert status_of(answer_to(connection, request)) == 400

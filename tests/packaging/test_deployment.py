"""The documented deployment, played: both images are built, and the compose file of the cluster is started up to a run.

It takes minutes and needs root on Debian: ``scripts/test --all`` runs it, and ``scripts/test-image`` runs it alone.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.conftest import PATIENCE_S
from tests.packaging.containers import BASE, ROOT, Containers, build_servers, size_of

pytestmark = [pytest.mark.image, pytest.mark.timeout(3000)]

WEB_BYTES = 400 * 10**6
"""Of the image of a replica, over the base that it is made on."""
STARTED_S = 300.0
CODE = "import torch\na = torch.ones(2, requires_grad=True)\n(a * 3).sum().backward()\nprint(a.grad.tolist(), {})\n"


@pytest.fixture(scope="module")
def images() -> None:
    """Both images, and one of the servers that the cluster needs besides."""
    done = subprocess.run(["scripts/image", "--own-base"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    build_servers()


def commands_of_the_compose_file() -> list[str]:
    """The commands that its first lines tell to type."""
    head = (ROOT / "compose.cluster.yaml").read_text().partition("x-common:")[0]
    lines = [line.removeprefix("#   ") for line in head.splitlines() if line.startswith("#   ")]
    return re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines()


@pytest.fixture(scope="module")
def cluster(images: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Containers]:
    """All services, started in the order of the file."""
    folder = tmp_path_factory.mktemp("deployment")
    for command in commands_of_the_compose_file():
        here = command.replace("sudo python -m app.cli", f"{ROOT}/.venv/bin/python -m app.cli")
        done = subprocess.run(
            ["bash", "-c", here],
            cwd=folder,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{here}: {done.stdout}{done.stderr}"
    made = Containers(folder)
    with made.networks():
        for service in made.compose["services"]:
            made.start(service)
        yield made


@pytest.fixture(scope="module")
def http(cluster: Containers) -> Iterator[httpx.Client]:
    """A client of the balancer, once a run could be made."""
    with httpx.Client(base_url=f"http://{cluster.address('balancer', 'web')}:8000", timeout=PATIENCE_S) as client:
        until = time.monotonic() + STARTED_S
        while time.monotonic() < until:
            try:
                if client.get("/readyz").status_code == 200:
                    break
            except httpx.TransportError:
                pass
            time.sleep(1)
        else:
            raise AssertionError("\n".join(f"{name}: {cluster.logs(name)[-800:]}" for name in cluster.compose["services"]))
        yield client


def test_image_of_a_replica_is_400_megabytes_over_its_base_at_most(images: None) -> None:
    assert size_of("localhost/gradreel-web") - size_of(BASE) <= WEB_BYTES


def test_images_say_how_to_find_out_whether_they_are_well(images: None) -> None:
    done = subprocess.run(["podman", "image", "inspect", "localhost/gradreel-web"], capture_output=True, text=True, check=True)
    assert "/healthz" in done.stdout


def test_image_alone_runs_a_program_in_both_tiers(images: None) -> None:
    env = {**os.environ, "CONTAINER_ENGINE": "podman"}
    done = subprocess.run(["scripts/container"], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"^tier ([LN]) .*run: completed", done.stdout, re.MULTILINE) == ["L", "N"]


def test_cluster_from_the_images_runs_a_program_in_a_sandbox(http: httpx.Client) -> None:
    health = http.get("/healthz").json()
    assert health["sandbox"]["tier"] in ("L", "N")
    run = http.post("/api/runs", json={"code": CODE.format("'first'")}, headers={"X-Forwarded-For": "203.0.113.1"}).json()
    assert (run["outcome"]["status"], run["stdout"]) == ("completed", "[3.0, 3.0] first\n")


def test_link_made_at_one_replica_is_shown_by_both(http: httpx.Client, cluster: Containers) -> None:
    made = http.post("/api/snippets", json={"code": "x = 'deployed'"}, headers={"X-Forwarded-For": "203.0.113.9"})
    assert made.status_code == 201, made.text
    for service in ("web-1", "web-2"):
        answer = httpx.get(f"http://{cluster.address(service, 'web')}:8000/s/{made.json()['id']}.py", timeout=PATIENCE_S)
        assert answer.text == "x = 'deployed'"


def test_visitors_behind_the_balancer_do_not_share_one_client_s_limits(http: httpx.Client) -> None:
    """Three runs in a minute are allowed here."""

    def run(visitor: str, number: int) -> int:
        code = f"x = '{visitor} {number}'"
        return http.post("/api/runs", json={"code": code}, headers={"X-Forwarded-For": visitor}).status_code

    assert [run("203.0.113.2", number) for number in range(4)] == [200, 200, 200, 429]
    assert run("203.0.113.3", 0) == 200


def test_our_containers_are_read_only_and_without_privileges_and_run_as_nobody_s_user(http: httpx.Client, cluster: Containers) -> None:
    for service, given in cluster.compose["services"].items():
        if "build" not in given:
            continue
        found = cluster.inspect(service)
        assert found["HostConfig"]["ReadonlyRootfs"], service
        assert not found["EffectiveCaps"], service
        assert found["Config"]["User"] == "10001:10001", service
        assert found["State"]["Running"], cluster.logs(service)

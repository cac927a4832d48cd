"""Plays ``compose.cluster.yaml`` with podman, which needs no daemon: networks, users, mounts and rights as the file says.

NATS, PostgreSQL and HAProxy come from Debian and PyPI, since their images are in a registry; what is started of them, as whom, with which
files and where is what the compose file says of them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RLIMIT_NOFILE, RLIMIT_NPROC, getrlimit
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
BASE = "localhost/gradreel-base"
SERVERS = "localhost/gradreel-test-servers"
PASSWORD = "of-the-test"
PREFIX = "gradreel-test"
INTERNAL_SUBNET = "172.30.202.0/24"
START_DATABASE = """set -e
cd /var/lib/postgresql/data
bin=$(echo /usr/lib/postgresql/*/bin)
echo "$POSTGRES_PASSWORD" > /tmp/password
$bin/initdb -D data -U "$POSTGRES_USER" --auth=scram-sha-256 --pwfile=/tmp/password > /dev/null
echo 'host all all all scram-sha-256' >> data/pg_hba.conf
echo "CREATE DATABASE $POSTGRES_DB" | $bin/postgres --single -D data postgres > /dev/null
exec $bin/postgres -D data -k /var/run/postgresql -c listen_addresses='*'
"""
SETTINGS = {"GRADREEL_RATE_LIMIT": "3/minute", "GRADREEL_EXAMPLE_LINKS": "0", "GRADREEL_ZYGOTE_START_S": "200"}
"""Beside those of the file: limits that a test can reach."""


def podman(*command: str, stdin: str = "") -> str:
    """Run podman, and return what it says."""
    runtime = ("--runtime", "runc") if shutil.which("runc") else ()
    done: subprocess.CompletedProcess[str] = subprocess.run(
        ["podman", *runtime, *command], input=stdin, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"podman {' '.join(command)}: {done.stdout}{done.stderr}"
    return done.stdout


def size_of(image: str) -> int:
    """Bytes of an image with all its layers."""
    return int(json.loads(podman("image", "inspect", image))[0]["Size"])


def build_servers() -> None:
    """An image of what the cluster needs beside ours."""
    lines = [
        f"FROM {BASE}",
        "RUN apt-get update && apt-get install -y --no-install-recommends postgresql haproxy && rm -rf /var/lib/apt/lists/*",
        # As in PostgreSQL's image: the user's number, and the mode of the socket's folder, which some runtimes keep for a mount.
        "RUN groupmod -g 70 postgres && usermod -u 70 postgres && chown -R 70:70 /var/lib/postgresql && chmod 3777 /var/run/postgresql",
    ]
    podman("build", "--isolation", "chroot", "--layers", "-t", SERVERS, "-f", "-", str(ROOT / "deploy"), stdin="\n".join(lines))


class Containers:
    """The services of the compose file."""

    def __init__(self, folder: Path) -> None:
        """``folder`` has the folder ``cluster`` that the file mounts keys from."""
        text = (ROOT / "compose.cluster.yaml").read_text()
        self.compose: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{POSTGRES_PASSWORD:\?\}", PASSWORD, text))
        self._folder = folder
        self._subnets = {"web": self.compose["networks"]["web"]["ipam"]["config"][0]["subnet"], "runners": INTERNAL_SUBNET}

    def address(self, service: str, network: str) -> str:
        """Where a service is on a network."""
        return re.sub(r"0/24$", str(10 + list(self.compose["services"]).index(service)), self._subnets[network])

    @contextmanager
    def networks(self) -> Iterator[None]:
        """Make the networks, and remove all that was made."""
        for name, network in self.compose["networks"].items():
            internal = ("--internal",) if (network or {}).get("internal") else ()
            podman("network", "create", *internal, "--subnet", self._subnets[name], f"{PREFIX}-{name}")
        try:
            yield
        finally:
            subprocess.run(
                ["podman", "rm", "-f", "-v", "-t", "2", *map(self._name, self.compose["services"])], capture_output=True, check=False
            )
            for name in self.compose["networks"]:
                subprocess.run(["podman", "network", "rm", "-f", f"{PREFIX}-{name}"], capture_output=True, check=False)

    def start(self, service: str) -> None:
        """Start a service as the file says."""
        given = self.compose["services"][service]
        image, command = self._program(service, given)
        environment = {**given.get("environment", {}), **(SETTINGS if "build" in given else {})}
        options = [f"--env={name}={value}" for name, value in environment.items()]
        options += [f"--network={PREFIX}-{network}:ip={self.address(service, network)}" for network in given["networks"]]
        for other, described in self.compose["services"].items():
            if shared := set(given["networks"]) & set(described["networks"]):
                options.append(f"--add-host={other}:{self.address(other, min(shared))}")
        options += ["--read-only", "--read-only-tmpfs=false"] if given.get("read_only") else []
        options += [f"--cap-drop={name}" for name in given.get("cap_drop", [])]
        options += [
            f"--security-opt={'no-new-privileges' if each == 'no-new-privileges:true' else each}" for each in given.get("security_opt", [])
        ]
        options += [f"--tmpfs={each}" for each in given.get("tmpfs", [])]
        options += [f"--volume={self._source(each)}" for each in given.get("volumes", []) if each.startswith("./")]
        options += [f"--pids-limit={given['pids_limit']}"] if "pids_limit" in given else []
        options += [f"--memory={given['mem_limit']}"] if "mem_limit" in given else []
        options += [
            f"--mount=type=volume,destination={each.partition(':')[2]},U=true" for each in given.get("volumes", []) if each[0] != "."
        ]
        user = given.get("user") or ("haproxy" if service == "balancer" else "")
        options += [f"--user={user}"] if user else []
        # What this machine lets a container have, which may be less than podman asks for.
        most = [min(wanted, getrlimit(limit)[1] % sys.maxsize) for limit, wanted in ((RLIMIT_NOFILE, 16384), (RLIMIT_NPROC, 4096))]
        options += [f"--ulimit=nofile={most[0]}:{most[0]}", f"--ulimit=nproc={most[1]}:{most[1]}"]
        podman("run", "-d", f"--name={self._name(service)}", *options, *image, *command)

    def logs(self, service: str) -> str:
        """What a service has written."""
        done = subprocess.run(["podman", "logs", self._name(service)], capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    def inspect(self, service: str) -> dict[str, Any]:
        """What podman knows of a service."""
        found: dict[str, Any] = json.loads(podman("inspect", self._name(service)))[0]
        return found

    def _name(self, service: str) -> str:
        return f"{PREFIX}-{service}"

    def _source(self, volume: str) -> str:
        source, _, rest = volume.partition(":")
        path = self._folder / source if source.startswith("./cluster") else ROOT / source
        return f"{path.resolve()}:{rest}"

    def _program(self, service: str, given: dict[str, Any]) -> tuple[list[str], list[str]]:
        """The image of a service, with options, and its command."""
        command = given.get("command", [])
        if "build" in given:
            return [f"localhost/{given['image']}"], command
        if service == "nats":
            program = shutil.which("nats-server", path=str(Path(sys.executable).parent))
            return [f"--volume={program}:/nats-server:ro", SERVERS], ["/nats-server", *command]
        if service == "database":
            return [SERVERS], ["sh", "-c", START_DATABASE]
        return [SERVERS], ["haproxy", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]

"""Images of others are named by digest, the same one everywhere; each service of compose is as hardened as the others."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
OURS = {"gradreel", "gradreel-web"}
"""Built from this checkout."""
NAMED = re.compile(r"^\s*(?:-\s+)?(?:image:\s*|FROM\s+(?:--\S+\s+)*|ARG\s+\w*IMAGE=)[\"']?([^\s\"']+)", re.MULTILINE)
PINNED = re.compile(r"[\w./-]+/[\w.-]+:[\w.-]+@sha256:[0-9a-f]{64}")
DOCKERFILE = (ROOT / "Dockerfile").read_text()
STAGES = set(re.findall(r"^FROM .* AS (\S+)$", DOCKERFILE, re.MULTILINE))
COMPOSE: list[dict[str, Any]] = [yaml.safe_load((ROOT / name).read_text()) for name in ("compose.yaml", "compose.cluster.yaml")]
SERVICES: dict[str, dict[str, Any]] = {name: service for file in COMPOSE for name, service in file["services"].items()}


def files() -> list[Path]:
    """Dockerfiles and YAML of this checkout; tests write what they like."""
    command = ["git", "ls-files", "--", "*Dockerfile*", "*.yaml", "*.yml"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.splitlines() if not name.startswith("tests/")]


def images() -> dict[str, set[Path]]:
    """Every image that is named, without stages and variables of the Dockerfile, with the files that name it."""
    found: dict[str, set[Path]] = {}
    for file in files():
        for name in NAMED.findall(file.read_text()):
            if name not in STAGES | OURS and not name.startswith("${"):
                found.setdefault(name, set()).add(file)
    return found


def test_every_image_of_others_is_named_in_full_with_its_tag_and_digest() -> None:
    named = images()
    assert len(named) >= 5
    assert not [f"{name} in {sorted(each.name for each in where)}" for name, where in named.items() if not PINNED.fullmatch(name)]


def test_one_tag_has_one_digest_in_all_files() -> None:
    tags = [name.partition("@")[0] for name in images()]
    assert sorted(tags) == sorted(set(tags))


def test_every_stage_that_is_built_begins_with_an_image_or_a_stage() -> None:
    begins = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    variables = set(re.findall(r"^ARG (\w+_IMAGE)=", DOCKERFILE, re.MULTILINE))
    assert all(name in STAGES or name.strip("${}") in variables for name in begins)


@pytest.mark.parametrize("name", SERVICES)
def test_service_of_compose_is_read_only_bounded_and_without_privileges(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["pids_limit"] <= 512
    assert service["mem_limit"]
    assert service["restart"] == "unless-stopped"
    assert all("size=" in each for each in service.get("tmpfs", []))
    assert not {"privileged", "cap_add", "devices", "pid", "ipc", "network_mode", "userns_mode"} & set(service)
    # HAProxy's image and ours name a user of their own.
    if name in ("nats", "database"):
        assert service["user"].partition(":")[0] not in ("", "0", "root")

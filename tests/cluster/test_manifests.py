"""The files for real machines: valid by the schemas of Kubernetes and Compose, and in agreement with the service."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from app.main import create_app
from app.settings import Settings

ROOT = Path(__file__).parents[2]
DOCUMENTS: list[dict[str, Any]] = list(yaml.safe_load_all((ROOT / "deploy/kubernetes/gradreel.yaml").read_text()))
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.cluster.yaml").read_text())
WORKLOADS = [document for document in DOCUMENTS if document["kind"] in ("Deployment", "StatefulSet")]


def name_of(document: dict[str, Any]) -> str:
    return f"{document['kind']} {document['metadata']['name']}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_manifest_is_valid_by_the_schema_of_kubernetes(document: dict[str, Any]) -> None:
    kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)


def test_compose_file_is_valid_by_its_schema() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.cluster.yaml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_manifests_have_what_was_asked_of_them() -> None:
    kinds = {document["kind"] for document in DOCUMENTS}
    assert kinds >= {"Deployment", "StatefulSet", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy"}


def test_every_variable_in_the_files_is_a_setting() -> None:
    names = {name for service in COMPOSE["services"].values() for name in service.get("environment", {})}
    names |= {each["name"] for document in WORKLOADS for each in containers(document)[0].get("env", [])}
    names |= set(DOCUMENTS[0]["data"])
    known = {f"GRADREEL_{name.upper()}" for name in Settings.model_fields}
    assert {name for name in names if name.startswith("GRADREEL_")} <= known


def containers(document: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = document["spec"]["template"]["spec"]["containers"]
    return found


@pytest.mark.parametrize("document", WORKLOADS, ids=name_of)
def test_every_container_is_read_only_and_without_privileges(document: dict[str, Any]) -> None:
    for container in containers(document):
        security = container["securityContext"]
        assert security["readOnlyRootFilesystem"]
        assert not security["allowPrivilegeEscalation"]
        assert security["capabilities"] == {"drop": ["ALL"]}


def test_probes_ask_for_paths_that_the_service_has() -> None:
    paths = set(create_app(Settings()).openapi()["paths"])
    web = next(document for document in WORKLOADS if document["metadata"]["name"] == "gradreel-web")
    probes = [containers(web)[0][f"{kind}Probe"]["httpGet"]["path"] for kind in ("liveness", "readiness", "startup")]
    assert set(probes) <= paths


def test_runners_are_given_no_secret_but_their_own_key() -> None:
    runner = next(document for document in WORKLOADS if document["kind"] == "StatefulSet")
    volumes = {volume["secret"]["secretName"] for volume in runner["spec"]["template"]["spec"]["volumes"] if "secret" in volume}
    assert volumes == {"gradreel-runners", "gradreel-nats"}
    mounts = {mount["mountPath"]: mount for mount in containers(runner)[0]["volumeMounts"]}
    assert mounts["/keys/runner.nk"]["subPathExpr"] == "$(POD_NAME).nk"
    for name in ("runner-1", "runner-2"):
        service = COMPOSE["services"][name]
        assert not any("web.nk" in volume or "database" in volume for volume in service["volumes"])
        assert service["networks"] == ["runners"]
    assert COMPOSE["networks"]["runners"]["internal"]

"""The files for real machines: valid by the schemas of Kubernetes and Compose, and in agreement with the service."""

from __future__ import annotations

import ipaddress
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import yaml
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

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
    import kubernetes_validate  # loads for seconds, in every worker

    kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)


def test_compose_files_are_valid_by_their_schema() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.cluster.yaml", "compose.yaml"]
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


def networks_of(compose: dict[str, Any]) -> dict[str, list[str]]:
    """Addresses of each network whose addresses are chosen, by name."""
    found = {name: (network or {}).get("ipam", {}).get("config", []) for name, network in compose["networks"].items()}
    return {name: [config["subnet"] for config in configs] for name, configs in found.items()}


def test_proxy_that_is_believed_is_on_the_network_that_requests_come_by() -> None:
    """Else all visitors would have one address, and share one client's limits."""
    for service in ("web-1", "web-2"):
        web = COMPOSE["services"][service]
        assert [web["environment"]["GRADREEL_TRUSTED_PROXIES"]] == networks_of(COMPOSE)["web"]
        assert web["networks"] == COMPOSE["services"]["balancer"]["networks"] == ["web"]
        assert "ports" not in web
    alone = yaml.safe_load((ROOT / "compose.yaml").read_text())
    gateway = alone["networks"]["default"]["ipam"]["config"][0]["gateway"]
    assert alone["services"]["gradreel"]["environment"]["GRADREEL_TRUSTED_PROXIES"] == gateway


@pytest.mark.parametrize(
    "trusted", [COMPOSE["services"]["web-1"]["environment"]["GRADREEL_TRUSTED_PROXIES"], DOCUMENTS[0]["data"]["GRADREEL_TRUSTED_PROXIES"]]
)
async def test_visitors_behind_a_believed_proxy_are_told_apart(trusted: str) -> None:
    seen: list[str] = []

    async def note(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["client"][0])
        await PlainTextResponse("")(scope, receive, send)

    proxy = str(next(ipaddress.ip_network(trusted).hosts()))
    app: Any = ProxyHeadersMiddleware(cast("Any", note), trusted_hosts=trusted)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(proxy, 1)), base_url="http://test") as client:
        for visitor in ("203.0.113.1", "203.0.113.2", f"203.0.113.3, {proxy}"):
            await client.get("/", headers={"X-Forwarded-For": visitor})
    assert seen == ["203.0.113.1", "203.0.113.2", "203.0.113.3"]


def test_configuration_of_the_balancer_is_accepted_by_it() -> None:
    haproxy = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    assert haproxy, "haproxy is missing. Install it with: scripts/setup --dev"
    environment = {**os.environ, **COMPOSE["services"]["balancer"]["environment"]}
    command = [haproxy, "-c", "-f", "deploy/compose/haproxy.cfg"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

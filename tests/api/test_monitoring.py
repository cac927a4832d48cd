"""What an operator watches by: alarms and the dashboard ask for what the service counts, and each alarm goes off when it must."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.api.conftest import SeatedRunner, Serve

FOLDER = Path(__file__).parents[2] / "deploy" / "monitoring"
RULES: list[dict[str, Any]] = yaml.safe_load((FOLDER / "gradreel.rules.yml").read_text())["groups"][0]["rules"]
DASHBOARD: dict[str, Any] = json.loads((FOLDER / "dashboard.json").read_text())
PAGE = (FOLDER.parents[1] / "docs" / "instance.md").read_text()
ASKED = re.compile(r"\b(?:gradreel|process)_\w+")


def expressions() -> Iterator[str]:
    for rule in RULES:
        yield rule["expr"]
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


async def test_alarms_and_dashboard_ask_for_nothing_that_the_service_does_not_count(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    await client.post("/api/snippets", json={"code": "x = 1"})
    counted = (await client.get("/metrics")).text
    names = {line.split("{")[0].split(" ")[0] for line in counted.splitlines() if not line.startswith("#")}
    for expression in expressions():
        assert set(ASKED.findall(expression)) <= names, expression
    labels = set(re.findall(r"(\w+)=\"", counted))
    for expression in expressions():
        assert set(re.findall(r"(\w+)=~?\"", expression)) <= labels | {"le"}


async def test_room_for_films_and_the_state_of_runs_and_database_are_counted(serve: Serve) -> None:
    client = await serve(SeatedRunner(), stored_film_bytes=10**6)
    before = gauge((await client.get("/metrics")).text, "gradreel_stored_film_bytes")
    await client.post("/api/snippets", json={"code": "x = 1"})
    text = (await client.get("/metrics")).text
    assert before == 0 < gauge(text, "gradreel_stored_film_bytes") < gauge(text, "gradreel_stored_film_limit_bytes") == 10**6
    assert (gauge(text, "gradreel_ready"), gauge(text, "gradreel_store_ready")) == (1, 1)


def gauge(text: str, name: str) -> float:
    (found,) = re.findall(rf"^{name} (\S+)$", text, re.MULTILINE)
    return float(found)


def test_every_alarm_says_what_is_wrong_and_what_to_do_and_stands_in_the_page() -> None:
    for rule in RULES:
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["remedy"]
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["alert"] in PAGE


def test_dashboard_has_the_form_that_grafana_loads() -> None:
    """The fields that Grafana wants of a dashboard from a file; Grafana itself is not run."""
    assert {"uid", "title", "schemaVersion", "panels", "templating", "time"} <= set(DASHBOARD)
    (variable,) = DASHBOARD["templating"]["list"]
    assert (variable["type"], variable["query"]) == ("datasource", "prometheus")
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
    for panel in DASHBOARD["panels"]:
        assert panel["type"] in ("stat", "timeseries")
        assert set(panel["gridPos"]) == {"h", "w", "x", "y"}
        assert panel["title"]
        for asked in (panel, *panel["targets"]):
            assert asked["datasource"] == {"type": "prometheus", "uid": f"${{{variable['name']}}}"}
        assert len({target["refId"] for target in panel["targets"]}) == len(panel["targets"])


def test_each_alarm_is_silent_on_a_quiet_day_and_goes_off_on_a_bad_one() -> None:
    promtool = shutil.which("promtool")
    assert promtool, "promtool is missing: apt-get install prometheus"
    config = ["check", "config", "--syntax-only", "prometheus.yml"]
    for arguments in (config, ["check", "rules", "gradreel.rules.yml"], ["test", "rules", "gradreel.rules.test.yml"]):
        done = subprocess.run([promtool, *arguments], cwd=FOLDER, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

"""What graphs keep when they keep most, by line and tensor: the rows sum up to what the film states."""

from __future__ import annotations

import json

import pytest

from gradreel.cli import main
from gradreel.locale import LANGUAGES, Lang
from gradreel.why.kept import KeptRow, after_line, kept_lines, kept_table, size_text
from tests.why import films

HEAD = "import torch\nw = torch.ones(256, requires_grad=True)\n"
PROGRAMS = {
    "shared_storage": HEAD + "h = w.exp()\nv = h[:128]\ny = h.sin().sum() + v.cos().sum()\ny.backward()\n",
    "second_round": HEAD + "for factor in (1, 2):\n    a = w.exp().sin()\n    b = a.tanh() if factor == 2 else a\n    b.sum().backward()\n",
    "retained": HEAD + "y = w.exp().sum()\ny.backward(retain_graph=True)\nz = (w * w).exp().sum()\nz.backward()\n",
    "dropped": HEAD + "y = w.exp()\ndel y\nz = w.sin().cos()\n",
    "numbers": HEAD + "y = (w * 2).exp() * 3\n",
    "failed_once": HEAD
    + "h = w.exp()\nhandle = h.register_hook(lambda grad: 1 / 0)\ny = h.sin().sum()\n"
    + "try:\n    y.backward()\nexcept ZeroDivisionError:\n    handle.remove()\nz = h.cos().tanh().sigmoid()\n",
    "growing": HEAD + "total = 0\nfor _ in range(4):\n    total = total + w.exp().sum()\n",
}


@pytest.mark.parametrize("code", PROGRAMS.values(), ids=PROGRAMS)
def test_rows_sum_up_to_what_is_kept_at_most(code: str) -> None:
    run = films.film_of(code)
    table = kept_table(run)
    assert table is not None
    assert table.most == table.bytes <= max(event.kept or 0 for event in run.events)
    assert (sum(row.bytes for row in table.rows), table.rest) == (table.most, 0)


@pytest.mark.parametrize("code", PROGRAMS.values(), ids=PROGRAMS)
def test_rows_sum_up_to_what_is_kept_after_every_event_without_the_leaf(code: str) -> None:
    run = films.film_of(code)
    for event in run.events:
        table = kept_table(run, event.index) if event.kept is not None else None
        if table is not None:
            assert "w" not in [row.name for row in table.rows]
            assert (sum(row.bytes for row in table.rows), table.rest) == (table.bytes, 0)
            # The only leaf has 1024 bytes, and most of the programs save it somewhere.
            assert (event.kept or 0) - table.bytes in (0, 1024)


def test_parameters_that_a_layer_saves_are_not_counted() -> None:
    code = "import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(64, 32), nn.Linear(32, 8))\ny = net(torch.ones(4, 64))\n"
    run = films.film_of(code)
    table = kept_table(run)
    assert table is not None
    # Each layer saves its input; the second one also saves its weight, of 1024 bytes, for the gradient of that input.
    assert [(row.module, row.bytes) for row in table.rows] == [("net.0", 4 * 64 * 4), ("net.1", 4 * 32 * 4)]
    assert max(event.kept or 0 for event in run.events) == table.most + 8 * 32 * 4


def test_row_names_the_module_that_saved() -> None:
    code = "from torch import nn\nnet = nn.Sequential(nn.Linear(4, 4), nn.Tanh())\ny = net(torch.ones(3, 4))\n"
    table = kept_table(films.film_of("import torch\n" + code))
    assert table is not None
    assert {(row.module, row.bytes) for row in table.rows} == {("net.0", 48), ("net.1", 48)}


def test_table_after_a_line_counts_what_that_line_left() -> None:
    run = films.film_of(HEAD + "h = w.exp()\ny = h.sigmoid()\ny.sum().backward()\n")
    tables = [kept_table(run, after_line(run, line)) for line in (3, 4, 5)]
    assert [(table.bytes, table.most) for table in tables if table] == [(1024, 2048), (2048, 2048), (0, 2048)]


def test_row_names_the_line_and_the_tensor() -> None:
    table = kept_table(films.film_of(HEAD + "h = w.exp()\ny = h.sigmoid()\n"))
    assert table is not None
    assert table.rows == (
        KeptRow(path="<train.py>", line=3, name="h", bytes=1024),
        KeptRow(path="<train.py>", line=4, name="y", bytes=1024),
    )


def test_program_that_keeps_nothing_says_so() -> None:
    assert kept_table(films.film_of(films.FINE)) is None
    assert " ".join(kept_lines(films.film_of(films.FINE), "en", 80)).startswith("No graph keeps a tensor for backward")


def test_columns_of_rows_begin_below_each_other() -> None:
    net = "from torch import nn\nnet = nn.Sequential(nn.Linear(4, 4), nn.Tanh())\n"
    large = "large = torch.ones(30, 40, requires_grad=True).exp()\n\n\n\n\n"
    run = films.film_of(f"import torch\n{net}{large}y = net(torch.ones(3, 4))\n")
    rows = list(kept_lines(run, "en", 80))[1:]
    assert len({row.index("B") for row in rows}) == 1
    assert len({row.index("<train.py>:") for row in rows}) == 1
    assert len({row.index(f" {name}") for row in rows for name in ("large", "y", "(no name)") if f" {name}" in row}) == 1


def test_row_without_room_for_all_columns_goes_on_below_its_place() -> None:
    module = "class Deep(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.first_of_all_layers = nn.Tanh()\n"
    forward = "    def forward(self, x):\n        return self.first_of_all_layers(x)\n"
    call = (
        "import torch\nfrom torch import nn\n"
        + module
        + forward
        + "net = Deep()\ny = net(torch.ones(3, requires_grad=True) * 2)\nz = y.exp()\n"
    )
    rows = list(kept_lines(films.film_of(call), "en", 36))[1:]
    assert all(len(row) <= 36 for row in rows)
    assert len({row.index("<train.py>:") for row in rows if "<train.py>:" in row}) == 1
    assert "      net.first_of_all_layers" in rows


def test_row_without_room_for_its_columns_is_wrapped() -> None:
    rows = list(kept_lines(films.film_of(HEAD + f"{'h' * 30} = w.exp()\ny = {'h' * 30}.sigmoid()\n"), "en", 24))
    assert all(len(row) <= 24 for row in rows)
    assert sum(row.count("h") for row in rows[3:]) >= 30


@pytest.mark.parametrize("lang", LANGUAGES)
def test_table_holds_no_control_characters(lang: Lang) -> None:
    assert "\x1b" not in "".join(kept_lines(films.film_of(films.HOSTILE), lang, 40))


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (12_800, "12.5 KiB"), (5 * 1024**2, "5.0 MiB")]
)
def test_size_is_told_in_the_largest_unit_below_it(size: int, text: str) -> None:
    assert size_text(size) == text


def test_command_prints_the_table_as_text_and_json_and_refuses_other_formats(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    path = f"{tmp_path}/film.json"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(films.film_of(PROGRAMS["numbers"]).model_dump(mode="json"), file)
    assert main(["why", path, "--kept"]) == 0
    assert "1.0 KiB  <train.py>:3" in capsys.readouterr().out
    assert main(["why", path, "--kept", "--line", "3", "--format", "json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert (table["bytes"], table["line"], [row["bytes"] for row in table["rows"]]) == (1024, 3, [1024])
    assert main(["why", path, "--kept", "--line", "99"]) == 2
    assert "did not run" in capsys.readouterr().err
    assert main(["why", path, "--kept", "--format", "github"]) == 2
    assert "--kept prints text or json" in capsys.readouterr().err

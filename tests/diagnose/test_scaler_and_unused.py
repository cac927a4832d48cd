"""What raises around GradScaler and DistributedDataParallel, what a condition leaves unused, and infinities that the program says."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradreel.diagnose import diagnose
from gradreel.trace import Diagnosis, Recording
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record
from tests.diagnose.case import Judged, See, program

REPLICATED = """
    import torch.distributed as dist
    from torch.nn.parallel import DistributedDataParallel as DDP

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.used = nn.Linear(2, 2)
            self.extra = nn.Linear(2, 2)

        def forward(self, x):
            return self.used(x)

    dist.init_process_group("gloo", init_method="file://{store}", rank=0, world_size=1)
    try:
        net = DDP(Net())
        for _ in range(2):
            net(torch.ones(3, 2)).sum().backward()
    finally:
        dist.destroy_process_group()
"""


def _diagnosed(code: str) -> tuple[Recording, tuple[Diagnosis, ...]]:
    film = Recording.model_validate_json(record(code, TracerLimits(events=20_000, trace_bytes=24 * 1024**2)))
    return film, diagnose(code, film).diagnoses


@pytest.mark.filterwarnings("ignore")
def test_reduction_that_waits_for_an_unused_layer_names_it_and_can_look_for_it(tmp_path: Path) -> None:
    code = program(REPLICATED.format(store=tmp_path / "first"))
    film, (told, *others) = _diagnosed(code)
    assert film.outcome.status == "raised"
    assert (told.kind, told.raised, others) == ("unused_parameter", True, [])
    assert set(told.names) == {"net.module.extra.weight", "net.module.extra.bias"}
    (fix,) = told.fixes
    mended = (fix.code or "").replace(str(tmp_path / "first"), str(tmp_path / "second"))
    film, diagnoses = _diagnosed(mended)
    assert film.outcome.status == "completed"
    assert [each.severity for each in diagnoses if each.severity != "note"] in ([], ["warning"])


CONDITIONAL = """
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.used = nn.Linear(2, 2)
            self.later = nn.Linear(2, 2)
            self.step = 0

        def forward(self, x):
            x = self.used(x)
            {body}

    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    net(torch.ones(3, 2)).sum().backward()
    opt.step()
"""


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        ("return self.later(x) if self.step > 100 else x", "note"),
        ("return x", "warning"),
        ("later = x * 2\n            return later", "warning"),
    ],
)
def test_layer_behind_a_condition_is_a_note_and_one_that_forward_never_names_a_warning(see: See, body: str, severity: str) -> None:
    (told,) = see(program(CONDITIONAL.format(body=body))).of("unused_parameter")
    assert (told.severity, told.params["case"]) == (severity, "not_now" if severity == "note" else "never")


SCALED = """
    net = nn.Linear(2, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu")
    for _ in range(2):
        opt.zero_grad()
        scaler.scale(net(torch.ones(2, 2)).pow(2).mean()).backward()
        {first}  #! here
        {second}
"""


@pytest.mark.parametrize(
    ("first", "second", "case", "fix"),
    [
        ("scaler.update()", "scaler.step(opt)", "updated", "update_after_step"),
        ("opt.step()", "scaler.update()", "unscaled", "step_by_scaler"),
    ],
)
def test_scaler_that_is_updated_without_its_step_is_told_with_a_way_out(
    see: See, judged: Judged, first: str, second: str, case: str, fix: str
) -> None:
    seen = see(program(SCALED.format(first=first, second=second)))
    (told,) = seen.of("order_of_calls")
    assert seen.plain.error is not None
    assert (told.raised, told.severity, told.line, told.params["case"]) == (True, "error", seen.line("here"), case)
    (way,) = told.fixes
    assert (way.kind, judged(seen.code, way)) == (fix, "works")


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("loss = torch.logsumexp(w + float('-inf'), 0)", "input_data"),
        ("loss = (w * 0 * float('inf')).sum()", "zero_times_infinity"),
        ("loss = w.sum() + torch.empty(0).mean()", "mean_of_nothing"),
    ],
)
def test_infinity_that_the_program_says_and_a_mean_of_an_empty_tensor_have_their_cause(see: See, line: str, cause: str) -> None:
    (told, *_) = see(program(f"w = torch.ones(3, requires_grad=True)\n{line}\nloss.backward()")).of("non_finite")
    assert (told.birth_line, told.cause) == (4, cause)


@pytest.mark.parametrize(
    "loss",
    [
        "-(y * torch.log(p) + (1 - y) * torch.log(1 - p)).mean()",
        "(-y * torch.log(p) - (1 - y) * torch.log(1 - p)).sum()",
        "-(p.log() * y + (1 - p).log() * (1 - y)).mean()",
    ],
)
def test_cross_entropy_by_hand_is_offered_the_one_of_logits_and_it_works(see: See, judged: Judged, loss: str) -> None:
    text = "z = torch.tensor([200., -1., 2.], requires_grad=True)\ny = torch.tensor([1., 0., 1.])\np = torch.sigmoid(z)\n"
    seen = see(program(f"{text}loss = {loss}\nloss.backward()"))
    (told,) = seen.of("non_finite")
    way = next(fix for fix in told.fixes if fix.kind == "with_logits")
    assert judged(seen.code, way) == "works"

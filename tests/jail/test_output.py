"""What a snippet prints or answers is bounded, and can lie about nothing but itself."""

from __future__ import annotations

import pytest

from app.sandbox.server.zygote import plan_of
from tests.jail.attack import Attack, each, either, raises, says, stops
from tests.jail.conftest import SETTINGS, Jail

pytestmark = pytest.mark.jail

FORGED_INTERNAL = '{"torch": "9", "python": "9", "outcome": {"status": "stopped", "failure": {"kind": "internal", "message": "x"}}}'
FORGED = '{"torch": "9", "python": "9", "outcome": {"status": "completed", "failure": null}}'
TO_RESULT = """import os, fcntl, stat
def result_descriptors():
    for number in range(3, 64):
        try:
            if fcntl.fcntl(number, fcntl.F_GETFL) & os.O_WRONLY:
                yield number
        except OSError:
            pass
"""

FLOODS = (
    Attack("print", "while True:\n    print('x' * 1000)", stops("output_limit")),
    Attack("write", "import os\nwhile True:\n    os.write(1, b'x' * 4096)", stops("output_limit")),
    Attack("stderr", "import os\nwhile True:\n    os.write(2, b'x' * 4096)", stops("output_limit")),
    Attack(
        "flood_that_swallows_everything",
        "import os\nwhile True:\n    try:\n        os.write(1, b'x' * 4096)\n    except BaseException:\n        pass",
        stops("output_limit"),
    ),
    Attack("one_huge_line", "print('x' * 10**7)", stops("output_limit")),
    Attack(
        "warnings", "import warnings\nwarnings.simplefilter('always')\nwhile True:\n    warnings.warn('x' * 1000)", stops("output_limit")
    ),
    Attack(
        "gigabyte_on_the_result",
        TO_RESULT + "import os\nnumber = next(result_descriptors())\nwhile True:\n    os.write(number, b'x' * 65536)",
        stops("trace_too_large"),
    ),
)

STRANGE = (
    Attack("closed_stdout", "import os\nos.close(1)\nos.close(2)\nprint('gone', flush=True)", either(raises("OSError"), says(""))),
    Attack("every_descriptor_closed", "import os\nos.closerange(0, 256)", stops("no_result", "exit")),
    Attack("stdout_replaced", "import sys\nsys.stdout = None\nsys.stderr = None", says("")),
    Attack("stdout_write_replaced", "import sys\ndef lost(text):\n    raise ValueError\nsys.stdout.write = lost", says("")),
    Attack(
        "stdout_flush_raises",
        "import sys\nclass S:\n    def write(self, t): pass\n    def flush(self): raise SystemExit(7)\nsys.stdout = S()",
        says(""),
    ),
    Attack("exit_at_once", "import os\nos._exit(0)", stops("no_result")),
    Attack("exit_with_status", "import os\nos._exit(3)", stops("exit")),
    Attack("abort", "import os\nos.abort()", stops("crash")),
    Attack("atexit", "import atexit\natexit.register(print, 'late')", says("late")),
    Attack("system_exit", "raise SystemExit", says("")),
    Attack("system_exit_with_status", "raise SystemExit(3)", raises("SystemExit")),
    Attack("keyboard_interrupt", "raise KeyboardInterrupt", raises("KeyboardInterrupt")),
    Attack("interrupt_oneself", "import os, signal\nos.kill(os.getpid(), signal.SIGINT)", raises("KeyboardInterrupt")),
    Attack("own_base_exception", "class Mine(BaseException): pass\nraise Mine('x')", raises("Mine")),
    Attack("exception_without_words", "class Mute(Exception):\n    def __str__(self): raise ValueError\nraise Mute", raises("Mute")),
    Attack(
        "exception_with_fifty_megabytes",
        "raise ValueError('x' * 50_000_000)",
        either(raises("ValueError"), stops("trace_too_large", "result_invalid")),
    ),
    Attack("exception_type_with_odd_name", "raise type('</script>', (Exception,), {})('\\ud800\\0')", raises("</script>")),
    Attack("unraisable_in_del", "class A:\n    def __del__(self): raise ValueError\nA()\nprint('on')", says("on")),
    Attack("patched_backward", "import torch\ntorch.Tensor.backward = lambda *a, **k: 1 / 0\nprint('on')", says("on")),
    Attack(
        "patched_builtins",
        "import builtins\nfor name in ('len', 'isinstance', 'type', 'list', 'dict', 'open'):\n    setattr(builtins, name, None)",
        either(says(""), raises("TypeError"), stops("no_result", "result_invalid", "exit")),
    ),
    Attack("patched_json", "import orjson\norjson.dumps = lambda *a, **k: b'{}'", either(says(""), stops("result_invalid"))),
    Attack("no_trace_function", "import sys\nsys.settrace(None)\nprint('on')", says("on")),
    Attack(
        "own_trace_function", "import sys\nsys.settrace(lambda *a: 1 / 0)\nprint('on')", either(says("on"), raises("ZeroDivisionError"))
    ),
    Attack("own_profile_function", "import sys\nsys.setprofile(lambda *a: None)\nprint('on')", says("on")),
    Attack(
        "tracer_sabotaged",
        "import gc\nfor thing in gc.get_objects():\n    if type(thing).__module__.startswith(('app.', 'gradreel.')):\n"
        "        try:\n            vars(thing).clear()\n        except TypeError:\n            pass",
        either(says(""), raises("AttributeError", "KeyError", "TypeError"), stops("no_result", "result_invalid", "exit")),
    ),
    Attack(
        "modules_gone",
        "import sys\nsys.modules.clear()",
        either(
            says(""),
            raises("KeyError", "ImportError", "ModuleNotFoundError", "AttributeError", "RuntimeError"),
            stops("no_result", "result_invalid", "exit"),
        ),
    ),
    Attack("repr_that_raises", "class A:\n    def __repr__(self): raise ValueError('no')\na = A()\nprint('on')", says("on")),
    Attack("repr_of_a_hundred_megabytes", "class A:\n    def __repr__(self): return 'x' * 10**8\na = A()\nprint('on')", says("on")),
    Attack(
        "torch_function_that_raises",
        "import torch\nclass T(torch.Tensor):\n    @classmethod\n    def __torch_function__(cls, *a, **k): raise ValueError('no')\n"
        "try:\n    torch.ones(2).as_subclass(T) + 1\nexcept ValueError:\n    print('on')",
        either(says("on"), raises("ValueError")),
    ),
    Attack(
        "hook_that_raises",
        "import torch\nx = torch.ones(2, requires_grad=True)\nx.register_hook(lambda g: 1 / 0)\n(x * 2).sum().backward()",
        raises("ZeroDivisionError"),
    ),
    Attack("name_of_a_megabyte", "import torch\nglobals()['x' * 10**6] = torch.ones(2)\nprint('on')", says("on")),
    Attack(
        "garbage_on_the_result",
        TO_RESULT + "for number in result_descriptors():\n    os.write(number, b'[[[')\nprint('on')",
        stops("result_invalid"),
    ),
    Attack(
        "nothing_but_brackets_on_the_result",
        TO_RESULT + "for number in result_descriptors():\n    os.write(number, b'[' * 10**6)\nos._exit(0)",
        stops("result_invalid"),
    ),
    Attack(
        "killed_in_the_middle_of_the_result",
        TO_RESULT + f"for number in result_descriptors():\n    os.write(number, {FORGED!r}.encode()[:40])\nos.kill(os.getpid(), 11)",
        stops("crash"),
    ),
    Attack(
        "forged_result_then_the_real_one",
        TO_RESULT + f"for number in result_descriptors():\n    os.write(number, {FORGED!r}.encode())",
        stops("result_invalid"),
    ),
    Attack(
        "forged_internal_failure",
        TO_RESULT + f"for number in result_descriptors():\n    os.write(number, {FORGED_INTERNAL!r}.encode())\nos._exit(0)",
        stops("result_invalid"),
    ),
)

TEXTS = {
    "invalid_utf8": ("import os\nos.write(1, b'\\xff\\xfe!')", "\ufffd\ufffd!"),
    "nul": ("print('a\\0b')", "a\0b\n"),
    "terminal_codes": ("print('\\x1b[2J\\x1b]0;x\\x07')", "\x1b[2J\x1b]0;x\x07\n"),
    "markup": ("print('</script><img src=x onerror=alert(1)>')", "</script><img src=x onerror=alert(1)>\n"),
    "half_a_character": ("import os\nos.write(1, '€'.encode()[:2])", "\ufffd"),
}


@each(FLOODS, "write one_huge_line warnings")
async def test_flood_is_stopped(attacked: Jail, attack: Attack) -> None:
    """After as many bytes as are allowed, of which the first are kept."""
    run = await attacked.run(attack.code)
    attack.end(run)
    assert len(run.stdout) <= SETTINGS.output_bytes


ALIKE = (
    "stdout_write_replaced stdout_flush_raises exit_at_once system_exit_with_status keyboard_interrupt own_base_exception patched_json "
    "own_profile_function repr_that_raises torch_function_that_raises name_of_a_megabyte unraisable_in_del"
)


@each(STRANGE, ALIKE)
async def test_strange_end_is_told_apart(attacked: Jail, attack: Attack) -> None:
    """Whatever the snippet does to its own process, there is an answer."""
    attack.end(await attacked.run(attack.code))


@pytest.mark.parametrize("name", TEXTS)
async def test_odd_text_arrives_as_text(attacked: Jail, name: str) -> None:
    """Nothing in the output is interpreted on the way."""
    code, expected = TEXTS[name]
    run = await attacked.run(code)
    assert run.stdout == expected


async def test_forged_result_lies_about_its_own_run_only(attacked: Jail) -> None:
    """Versions, code and id are ours to say."""
    code = TO_RESULT + f"for number in result_descriptors():\n    os.write(number, {FORGED!r}.encode())\nos._exit(0)"
    run = await attacked.run(code)
    assert run.outcome.status == "completed"
    assert (run.code, run.engine.torch != "9", run.engine.python != "9", run.events) == (code, True, True, ())


async def test_flooding_snippet_keeps_its_trace_and_first_bytes(attacked: Jail) -> None:
    """Being stopped for the output is no reason to lose the film."""
    run = await attacked.run("import torch\nx = torch.ones(2)\nprint('first')\nwhile True:\n    print('x' * 1000)")
    assert run.outcome.failure is not None
    assert run.outcome.failure.kind == "output_limit"
    assert run.stdout.startswith("first\n")
    assert any(event.kind == "op" for event in run.events)


async def test_child_knows_the_plan_and_nothing_else(jail: Jail) -> None:
    """What the far side is told fits on a command line and holds numbers only."""
    assert all(isinstance(value, int | float | str) for value in vars(plan_of(SETTINGS)).values())
    assert "sqlite" not in plan_of(SETTINGS).to_json()

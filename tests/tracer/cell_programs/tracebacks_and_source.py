# %%
import inspect
import sys
import traceback

import torch


def divide(a, b):
    """Divide."""
    return a / b  # the line


# %%
try:
    divide(1, 0)
except ZeroDivisionError:
    text = traceback.format_exc()
print(text)
# %%
inspect.getsource(divide)
# %%
print(inspect.getsource(divide).count("\n"), inspect.getsourcelines(divide)[1], divide.__code__.co_firstlineno)
inspect.signature(divide), inspect.getfile(divide)
# %%
traceback.print_exc()
# %%
sys.exc_info()
# %%
w = torch.ones(2, requires_grad=True)
try:
    w.add_(1)
except RuntimeError as error:
    print(traceback.format_exc())
    kept = error
error
# %%
traceback.extract_tb(kept.__traceback__)[0].lineno, len(traceback.extract_tb(kept.__traceback__))
# %%
raise kept
# %%
try:
    raise KeyError("first")
except KeyError as error:
    raise ValueError("second") from error
# %%
try:
    try:
        divide(1, 0)
    finally:
        divide("a", 0)
except TypeError as error:
    print("".join(traceback.format_exception(error)))
    print(type(error.__context__).__name__)
# %%
class Hook(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        raise RuntimeError("from backward\nof two lines")


try:
    Hook.apply(w).sum().backward()
except RuntimeError:
    lines = [line for line in traceback.format_exc().splitlines() if "site-packages" not in line]
print(*(line for line in lines if "snippet" in line), sep="\n")
# %%
e = ValueError("noted")
e.add_note("a note")
raise e
# %%
raise ExceptionGroup("several", [ValueError(1), TypeError(2)])
# %%
try:
    raise ExceptionGroup("several", [ValueError(1), TypeError(2)])
except* ValueError as group:
    print(group.exceptions)
# %%
assert w.sum() == 3, f"sum is {w.sum().item()}"
# %%
class Odd(Exception):
    def __str__(self):
        return "odd \u00fc"


raise Odd
# %%
raise Odd()
# %%
raise 3
# %%
[s.name for s in traceback.extract_stack() if s.filename == "snippet.py"]
# %%
def deep(n):
    return inspect.currentframe().f_back.f_lineno if n == 0 else deep(n - 1)


deep(2), inspect.stack()[0].lineno, inspect.stack()[0].code_context
# %%
inspect.getsource(Odd)
# %%
inspect.getsource(lambda: 3)
# %%
import linecache

linecache.getline("snippet.py", 5)
# %%
old = sys.excepthook
sys.excepthook = lambda *a: print("my hook")
1 / 0
# %%
sys.excepthook = old
hasattr(sys, "last_value")

# %%
import sys
import threading

lines = []
# %%
def tracer(frame, event, arg):
    if frame.f_code.co_name == "f":
        lines.append((event, frame.f_lineno))
        return tracer


def f(x):
    y = x + 1
    return y * 2


print(sys.gettrace())
sys.settrace(tracer)
f(3)
# %%
sys.settrace(None)
lines
# %%
def profiler(frame, event, arg):
    if frame.f_code.co_name == "f":
        lines.append((event, arg))


lines.clear()
sys.setprofile(profiler)
f(1)
sys.setprofile(None)
lines
# %%
sys.getprofile(), sys.gettrace(), threading.gettrace()
# %%
sys.settrace(lambda *a: 1 / 0)
f(2)
# %%
sys.gettrace()
# %%
sys._getframe().f_code.co_name, sys._getframe().f_lineno
# %%
def caller():
    return sys._getframe(1).f_lineno


caller(), caller()
# %%
import torch

w = torch.ones(2, requires_grad=True)
lines.clear()


def tracer(frame, event, arg):
    if frame.f_code.co_name == "step":
        if event == "exception":
            lines.append((event, arg[0].__name__))
        return tracer


def step():
    w.add_(1)


sys.settrace(tracer)
try:
    step()
finally:
    sys.settrace(None)
# %%
lines
# %%
import bdb

bdb.Bdb().runcall(f, 4)
# %%
import cProfile
import pstats

p = cProfile.Profile()
p.runcall(f, 2)
sorted(key[2] for key in pstats.Stats(p).stats if key[0].endswith("snippet.py"))
# %%
import trace

t = trace.Trace(count=1, trace=0)
t.runfunc(f, 3)
sorted(line for (name, line), n in t.results().counts.items())

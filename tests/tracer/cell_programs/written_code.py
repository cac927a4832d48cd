# %%
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
# %%
exec("y = w * 2\nprint('inside', y)")
y.sum().backward()
# %%
eval("w.grad")
# %%
exec("def made(t):\n    return t / 0 if t is None else t.sum()")
made(w).backward()
made(None)
# %%
exec("1 / 0")
# %%
eval("w +")
# %%
exec("x = 1", {})
x
# %%
namespace = {"w": w}
exec("z = (w * 3).sum()\nz.backward()", namespace)
namespace["z"], w.grad
# %%
code = compile("w.add_(1)", "mine.py", "eval")
eval(code)
# %%
def scope():
    inside = 5
    exec("inside = 6")
    return inside, eval("inside"), sorted(locals())


scope()
# %%
globals()["fresh"] = w.detach()
fresh
# %%
vars()["fresh"] is fresh, locals() is globals()
# %%
del globals()["fresh"]
fresh
# %%
import types

module = types.ModuleType("mine")
exec("import torch\nstate = torch.zeros(1)\ndef bump():\n    global state\n    state = state + 1\n    return state", module.__dict__)
module.bump(), module.bump()
# %%
f = types.FunctionType(compile("def g(a): return a * k", "<made>", "exec").co_consts[0], {"k": w})
f(2).sum().backward()
w.grad
# %%
import sys

sys.modules["mine"] = module
from mine import bump

bump()
# %%
import mine.nothing
# %%
from mine import nothing
# %%
sys.modules["__main__"].w is w
# %%
import __main__

__main__.added = 3
added
# %%
__builtins__.len("abc")
# %%
import builtins

builtins.mine = 7
mine, __builtins__ is builtins
# %%
del mine
mine
# %%
del mine
# %%
type("Made", (torch.nn.Module,), {"forward": lambda self, x: x * 2})()(w)
# %%
(lambda: exec("raise KeyError('deep')"))()

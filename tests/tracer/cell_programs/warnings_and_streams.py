# %%
import sys
import warnings

import torch

print("to stderr", file=sys.stderr)
x = torch.ones(2, requires_grad=True)
# %% One warning per place
for i in range(3):
    warnings.warn("again")
# %%
y = x * 2
y.grad
# %%
y.grad
# %%
def old():
    warnings.warn("old is deprecated", DeprecationWarning, stacklevel=2)


old()
old()
# %%
torch.tensor(x)
# %%
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    warnings.warn("kept")
    torch.tensor(x)
[str(w.message)[:20] for w in caught], [w.lineno for w in caught], [w.filename for w in caught]
# %%
warnings.simplefilter("error")
warnings.warn("now an exception")
# %%
torch.tensor(x)
# %%
y.grad
# %%
"\d", x is 1
# %%
warnings.resetwarnings()
assert (x, "always true")
# %%
"\w"
# %%
sys.stdout.write("written\n")
# %%
sys.stderr.write("bad\n");
# %%
print("no end", end="")
# %%
print(" … here it is, ü, \udc80".encode("utf-8", "replace"))
# %%
import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()) as caught:
    print("hidden")
caught.getvalue()
# %%
kept = sys.stdout
sys.stdout = io.StringIO()
print("lost")
# %%
print("lost as well")
# %%
text, sys.stdout = sys.stdout.getvalue(), kept
text
# %%
import logging

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(lineno)d %(funcName)s %(message)s")
logging.info("logged")
logging.getLogger("a.b").warning("and this")
# %%
warnings.warn("at the end", UserWarning, stacklevel=1)
warnings.warn_explicit("elsewhere", UserWarning, "other.py", 3)

# %%
import atexit
import sys
import torch

w = torch.ones(2, requires_grad=True)
atexit.register(print, "bye", w)
# %%
@atexit.register
def last():
    print("gradient", w.grad)


(w * 2).sum().backward()
# %%
try:
    sys.exit("caught")
except SystemExit as error:
    print(error.code)
# %%
w.add_(1)
# %%
sys.exit("the end")
# %%
print("never")
w

# %%
import torch
t = torch.arange(4.0)
t
# %%
t;
# %%
t; # comment
# %%
t # comment;
# %%
None
# %%
t.sum(); t.mean()
# %%
(t
 .sum())
# %%
class Loud:
    def __repr__(self):
        print("repr is called")
        return "Loud()"
Loud()
# %%
class Bad:
    def __repr__(self): raise TypeError("no repr")
Bad()
# %%
class NoText:
    def __repr__(self): return 3
NoText()
# %%
[Bad()]
# %%
x = t
# %%
if True: t
# %%
"a" "b"
# %%
..., NotImplemented, float("nan"), -0.0, 1j
# %%
{"b": t, "a": [t, (t,)]}
# %%
torch.float32, t.shape, torch.device("cpu"), t.dtype.itemsize
# %%
torch.nn.Linear(2, 3)
# %%
print("printed") or "echoed"
# %%
_
# %%
(lambda: 5)()
# %%
[i for i in range(3)]; 
# %%
"x;"
# %%
class Edits:
    def __repr__(self):
        t.add_(1)
        return "edited"
Edits()
# %%
t
# %%
torch.tensor([1.5], requires_grad=True) * 2
# %%
torch.randn(2, generator=torch.Generator().manual_seed(3))
# %%
# nothing but a comment
# %%
@property
def p(self): ...
# %%
t.tolist(), t.numpy()
# %%
"ü\n"; "second";
# %%
await_ = 3
await_ ; 
# %%
x := 3
# %%
(x := 3)
# %%
"{}".format(x) ;"";

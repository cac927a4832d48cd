"""A module text before the first marker."""
import torch  # before any cell
x = torch.ones(2, requires_grad=True)
x
# %% [markdown] Not run
this is no python = =
# %%	a tab in its title
print("tab")
#%% no marker here
print("same cell")
 # %% nor here
y = """
# not a cell: %%
"""
len(y)
# %% A string over a marker """ is cut
z = """begins
# %% ends
"""
# %%%% more signs
é = x * 2; é.sum().backward(); x.grad
# %% [raw]
raw text
# %%

# %%
# only a comment
# %% \
'the title does not go on'
# %%
if True:
	t = 1
	t
# %%
x = 1; \
	x
# %%
s = 'a\
b'
s
# %%
__doc__
# %%
"a cell's own text"
# %%
__doc__
# %%
1 / 0  # ü in a comment
# %%
'ü' + 1 / 0
# %% last
x

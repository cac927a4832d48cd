# %%
x = 1
1 / 0
# %%
raise SystemExit
# %%
x

def summary(t):
    return f"{t.mean().item():.5f} {tuple(t.shape)}"

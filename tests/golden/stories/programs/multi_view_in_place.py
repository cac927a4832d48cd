gate, value = out.chunk(2, dim=1)
gate += 1

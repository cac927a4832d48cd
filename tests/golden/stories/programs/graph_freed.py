loss = out.pow(2).mean()
loss.backward()
loss.backward()

scale = (out - out.detach()).pow(2).sum(1)
loss = (out.mean(1) * scale.sqrt()).mean()
loss.backward()

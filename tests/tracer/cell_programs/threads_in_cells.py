# %%
import threading
from concurrent.futures import ThreadPoolExecutor

import torch

w = torch.ones(2, requires_grad=True)
found = []
# %%
def work():
    (w * 3).sum().backward()
    found.append(torch.is_grad_enabled())


t = threading.Thread(target=work, name="first")
t.start()
t.join()
w.grad, found
# %%
with torch.no_grad():
    t = threading.Thread(target=work)
    t.start()
    t.join()
found
# %% An exception in a thread does not end the cell
def failing():
    raise ValueError("in the thread")


caught = []
threading.excepthook = lambda args: caught.append((args.exc_type.__name__, str(args.exc_value)))
t = threading.Thread(target=failing)
t.start()
t.join()
caught
# %%
with ThreadPoolExecutor(1) as pool:
    print(list(pool.map(lambda n: n * n, range(4))))
    pool.submit(failing).result()
# %%
pool.submit(work)
# %%
local = threading.local()
local.x = 1
def look(): found.append(hasattr(local, "x"))
t = threading.Thread(target=look); t.start(); t.join()
found[-1]
# %% Two cells talk
ready, done = threading.Event(), threading.Event()
def waits():
    ready.wait()
    found.append("went on")
    done.set()
t = threading.Thread(target=waits, daemon=True)
t.start()
# %%
ready.set()
done.wait()
t.join()
found[-1], t.is_alive()
# %%
lock = threading.Lock()
with lock:
    1 / 0
# %%
lock.locked()
# %%
lock.release()
# %%
(w * 2).sum().backward()
w.grad, threading.current_thread().name
# %%
last = threading.Thread(target=lambda: (ready.wait(), print("joined at the end")))
last.start()
last.join()
# %%
import queue
q = queue.Queue()
q.get_nowait()

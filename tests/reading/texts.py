"""One error in each form in which people paste it. It was raised on line 12 of train.py, in ``step``."""

from __future__ import annotations

MESSAGE = (
    "one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3, 4]], which "
    "is output 0 of ExpBackward0, is at version 1; expected version 0 instead. Hint: enable anomaly detection to find the operation that "
    "failed to compute its gradient, with torch.autograd.set_detect_anomaly(True)."
)
LIBRARY = "/usr/lib/python3.11/site-packages/torch/_tensor.py"
PLAIN = f"""Traceback (most recent call last):
  File "/home/me/train.py", line 30, in <module>
    main()
  File "/home/me/train.py", line 12, in step
    loss.backward()
    ~~~~~~~~~~~~~^^
  File "{LIBRARY}", line 521, in backward
    torch.autograd.backward(
RuntimeError: {MESSAGE}
"""
ANOMALY = """/usr/lib/python3.11/site-packages/torch/autograd/graph.py:841: UserWarning: Error detected in ExpBackward0. \
Traceback of forward call that caused the error:
  File "/home/me/train.py", line 30, in <module>
    main()
  File "/home/me/train.py", line 8, in forward
    y = x.exp()
 (Triggered internally at ../torch/csrc/autograd/python_anomaly_mode.cpp:122.)
  return Variable._execution_engine.run_backward(  # Calls into the C++ engine to run the backward pass
"""
LATE_ANOMALY = """/usr/lib/python3.11/site-packages/torch/autograd/graph.py:841: UserWarning: Error detected in ExpBackward0. \
No forward pass information available. Enable detect anomaly during forward pass for more information. (Triggered internally at x.cpp:90.)
  return Variable._execution_engine.run_backward(  # Calls into the C++ engine to run the backward pass
"""
OLD_ANOMALY = """sys:1: RuntimeWarning: Traceback of forward call that caused the error:
  File "/home/me/train.py", line 8, in forward
    y = x.exp()

"""
CPP_ANOMALY = """[W python_anomaly_mode.cpp:104] Warning: Error detected in ExpBackward0. Traceback of forward call that caused the error:
  File "/home/me/train.py", line 8, in forward
    y = x.exp()
 (function _print_stack)
"""
IPYTHON_OLD = f"""---------------------------------------------------------------------------
RuntimeError                              Traceback (most recent call last)
<ipython-input-3-0123456789ab> in <module>()
      1 for _ in range(3):
----> 2     step(model)

~/train.py in step(model, *args)
     10     y += 1
     11     loss = y.sum()
---> 12     loss.backward()
     13     return loss

~/miniconda3/lib/python3.7/site-packages/torch/tensor.py in backward(self, gradient, retain_graph, create_graph)
    105                 products. Defaults to ``False``.
    106         \"\"\"
--> 107         torch.autograd.backward(self, gradient, retain_graph, create_graph)

RuntimeError: {MESSAGE}
"""
IPYTHON_NEW = f"""---------------------------------------------------------------------------
RuntimeError                              Traceback (most recent call last)
Cell In[3], line 2
      1 for _ in range(3):
----> 2     step(model)

File ~/train.py:12, in step(model)
     11     loss = y.sum()
---> 12     loss.backward()

File {LIBRARY}:521, in Tensor.backward(self, gradient)
    520     )
--> 521 torch.autograd.backward(

RuntimeError: {MESSAGE}
"""
IPYTHON_8_0 = IPYTHON_NEW.replace("Cell In[3], line 2", "Input In [3], in <cell line: 2>()").replace(", in step(model)", ", in step(model)")
RICH = """╭───────────────────── Traceback (most recent call last) ──────────────────────╮
│ /home/me/train.py:30 in <module>                                             │
│                                                                              │
│   29                                                                         │
│ ❱ 30 main()                                                                  │
│                                                                              │
│ /home/me/train.py:12 in step                                                 │
│                                                                              │
│   11 │   loss = y.sum()                                                      │
│ ❱ 12 │   loss.backward()                                                     │
│   13                                                                         │
╰──────────────────────────────────────────────────────────────────────────────╯
RuntimeError: one of the variables needed for gradient computation has been
modified by an inplace operation: [torch.FloatTensor [3, 4]], which is output 0
of ExpBackward0, is at version 1; expected version 0 instead. Hint: enable
anomaly detection.
"""
WINDOWS = PLAIN.replace("/home/me/train.py", "C:\\Users\\me\\train.py").replace(
    LIBRARY, "C:\\Python311\\Lib\\site-packages\\torch\\_tensor.py"
)
PYTEST = f"""______ test_step ______
train.py:12: in step
    loss.backward()
{LIBRARY}:521: in backward
    torch.autograd.backward(
E   RuntimeError: {MESSAGE}
"""


def with_prefix(prefix: str, text: str = PLAIN) -> str:
    """Each line with something before it."""
    return "".join(f"{prefix}{line}\n" for line in text.splitlines())


COLOURED = PLAIN.replace("Traceback", "\x1b[31mTraceback\x1b[0m").replace("loss.backward()", "\x1b[1;31mloss\x1b[0m.backward()")
LOST_COLOURS = COLOURED.replace("\x1b", "")
FORMS: dict[str, str] = {
    "plain": PLAIN,
    "with prose around it": f"Hi all,\n\nI get this:\n\n{PLAIN}\n\nWhat can I do? Thanks!\n",
    "anomaly mode": ANOMALY + PLAIN,
    "anomaly mode of 1.0": OLD_ANOMALY + PLAIN,
    "anomaly mode of 1.6": CPP_ANOMALY + PLAIN,
    "anomaly mode in backward alone": LATE_ANOMALY + PLAIN,
    "old IPython": IPYTHON_OLD,
    "new IPython": IPYTHON_NEW,
    "IPython 8.0": IPYTHON_8_0,
    "boxed": RICH,
    "Windows": WINDOWS,
    "Windows line ends": PLAIN.replace("\n", "\r\n"),
    "pytest": PYTEST,
    "colours": COLOURED,
    "colours without escape": LOST_COLOURS,
    "quoted": with_prefix("> "),
    "quoted twice": with_prefix("> > "),
    "rank": with_prefix("[rank0]: "),
    "old rank": with_prefix("[default0]:"),
    "Ray": with_prefix("(RayTrainWorker pid=1234, ip=10.0.0.1) "),
    "slurm": with_prefix("3: "),
    "timestamps": with_prefix("2024-05-06 07:08:09,123 - ERROR - "),
    "ISO timestamps": with_prefix("2024-05-06T07:08:09.123456Z "),
    "time in brackets": with_prefix("[2024-05-06 07:08:09,123][ERROR] "),
    "logging": with_prefix("ERROR:root:"),
    "level": with_prefix("INFO: "),
    "container": with_prefix("web-1  | "),
    "HTML": PLAIN.replace('"', "&quot;").replace("<module>", "&lt;module&gt;"),
    "indented": with_prefix("    "),
    "cut at its beginning": PLAIN.split("\n", 3)[3],
    "cut in a line": PLAIN[PLAIN.index("me/train.py") + 3 :],
    "without indentation": "\n".join(line.strip() for line in PLAIN.splitlines()),
}

"""Workers: processes that make answers of visitors' texts and of films. Both may be hostile, so what works on them can be ended.

    route ─▶ ``workers``: a line, fair between clients ─DoWork─▶ ``worker_main``, jailed as readers are ─▶ a function of ``work``
    route ◀─ bytes, or an error of ``work.ERRORS``     ◀─WorkDone─

``work`` what they do · ``workers`` the server's side · ``worker_main`` the process
"""

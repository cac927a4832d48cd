"""Readers: processes that read children's answers and make films of them. An answer is hostile, so what parses it can be killed.

    server ──ReadAnswer──▶ reader      AnswerValidated, then maybe ControlWanted ─▶ ControlAnswer, at last FinishedFilm ──▶ server

``frames`` the messages · ``stages`` what is made of an answer · ``reader_main`` the process and its jail · ``process`` the server's end of
one · ``pool`` as many as runs go on at once, and what is done when one fails
"""

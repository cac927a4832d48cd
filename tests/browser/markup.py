"""Hostile strings (HTML, scripts, URLs), and a snippet that puts them everywhere that reaches a page."""

from __future__ import annotations

CALL = "console.error(`EXECUTED`)"

MARKUP = [
    f"<script>{CALL}</script>",
    f"</script><script>{CALL}</script>",
    f"<ScRiPt>{CALL}</ScRiPt>",
    f"<img src=x onerror={CALL}>",
    f"<svg onload={CALL}>",
    f"<svg><script>{CALL}</script></svg>",
    f"</svg><script>{CALL}</script>",
    f"]]><script>{CALL}</script>",
    f"<![CDATA[<script>{CALL}</script>]]>",
    f'<foreignObject><body onload="{CALL}"/></foreignObject>',
    f"<iframe srcdoc='<script>{CALL}</script>'></iframe>",
    f"<a href='javascript:{CALL}' autofocus onfocus={CALL} tabindex=1>x</a>",
    f"<details open ontoggle={CALL}>",
    f"<input autofocus onfocus={CALL}>",
    f"<video><source onerror={CALL}></video>",
    f"<math><mtext></mtext><style><img src onerror={CALL}></style></math>",
    f"<style>@import 'javascript:{CALL}'</style>",
    f"</title><script>{CALL}</script>",
    f"</style><script>{CALL}</script>",
    f"</textarea><script>{CALL}</script>",
    f"</template><script>{CALL}</script>",
    f"</noscript><script>{CALL}</script>",
    f"</pre></code><script>{CALL}</script>",
    f"--><script>{CALL}</script>",
    f"<!--<script>{CALL}</script>-->",
    f'"><script>{CALL}</script>',
    f"'><script>{CALL}</script>",
    f'" onmouseover="{CALL}" autofocus onfocus="{CALL}',
    f"' onfocus='{CALL}' autofocus x='",
    f"` onfocus=`{CALL}` autofocus",
    f"javascript:{CALL}",
    f"data:text/html,<script>{CALL}</script>",
    "<meta http-equiv=refresh content='0;url=javascript:0'>",
    "<base href='https://evil.example/'>",
    "<link rel=stylesheet href='//evil.example/x.css'>",
    "<form action='//evil.example'><button>x</button></form>",
    "{{7*7}} ${7*7} #{7*7} {% raw %}",
    f"\\u003cscript\\u003e{CALL}\\u003c/script\\u003e",
    f"&lt;script&gt;{CALL}&lt;/script&gt;",
    f"\u2028\u2029<script>{CALL}</script>",
    f"\ufeff<script>{CALL}</script>",
    f"\u202e<script>{CALL}</script>",
    f"<scr\0ipt>{CALL}</script>",
    "\ue0000\ue001 { $name } \ue000" + "1" * 20 + "\ue001",
    "__proto__",
    "constructor",
]

CARRIER = """# {title}
import warnings
import torch
import torch.nn as nn

markup = {markup!r}
kept = []
for number, text in enumerate(markup):
    w = torch.ones(2, requires_grad=True)
    globals()[text] = w
    Custom = type(text.replace("\\0", ""), (torch.autograd.Function,), {{
        "forward": staticmethod(lambda ctx, x: x * 2),
        "backward": staticmethod(lambda ctx, g: g * 2),
    }})
    kept.append(Custom.apply(w))
    layer = nn.Sequential()
    layer.add_module(text.replace(".", "_"), nn.Linear(2, 1))
    kept.append(layer(w.reshape(1, 2)).reshape(1))
    print(text)
    warnings.warn(text)
torch.cat(kept).sum().backward()
raise type({name!r}, (ValueError,), {{}})({message!r})
"""


def snippet(title: str, markup: list[str]) -> str:
    """A snippet that carries ``markup`` in names, class names, module paths, output, warnings, an exception and its own text."""
    name = next((text for text in markup if "\0" not in text), "E")
    return CARRIER.format(title=title, markup=markup, name=name, message=" ".join(markup))

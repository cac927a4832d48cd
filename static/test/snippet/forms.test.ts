import { describe, expect, test } from "vitest";
import { cellsIn, textOfCell } from "../../src/snippet/cells";
import { readPage } from "../../src/snippet/published/read-page";

/** The cells of code of a page, without the imports that were added. */
function codeOf(page: string): readonly string[] {
  const { code, changes } = readPage(page);
  const lines = code.split("\n");
  const cells = cellsIn(code).filter(({ kind }) => kind === "code");
  const found = cells.map(({ line, endLine }) => lines.slice(line, endLine).join("\n").trim());
  return changes.includes("imports") ? found.slice(1) : found;
}

function textOf(page: string): string {
  const { code } = readPage(page);
  return cellsIn(code)
    .filter(({ kind }) => kind === "text")
    .map(cell => textOfCell(code, cell))
    .join("\n\n");
}

const STEP = "x = torch.ones(2, requires_grad=True)\nx.sum().backward()";

describe("prose around code", () => {
  test.each([
    ["Russian", "Всем привет! Вот код:", "Важно: x.grad накапливается."],
    ["Korean", "아래 코드를 보세요.", "x.grad 는 누적됩니다."],
    ["Japanese without Chinese characters", "これをみてください。", "x.gradはどうなりますか？"],
    ["Chinese", "请看下面的代码：", "x.grad 会累加，所以要清零。"],
    ["German", "Übrigens genügt für größere Netze auch das hier:", "Fällt jemandem etwas Schöneres ein?"],
    ["French", "Voilà à quoi ça ressemble après l’été :", "Où est passé le gradient créé là-dedans ?"],
    ["Arabic", "انظر إلى هذا المثال", "هذا كل شيء"],
    ["Hebrew", "הנה הקוד", "זה הכול"],
  ])("in %s is text", (_, before, after) => {
    const page = `${before}\n\n${STEP}\n\n${after}\n`;
    expect(codeOf(page)).toEqual([STEP]);
    expect(textOf(page)).toBe(`${before}\n\n${after}`);
  });

  test.each([
    "total += loss keeps the loss with its whole graph alive. use",
    "w = w - lr * w.grad does not work here, since it makes a new tensor",
    "x = x.detach() 就可以了",
    "y = wx + b and so on, as in the lecture of last week",
    "f(x) = x^2",
    "y = 2x + 1",
    "w ← w − η ∂L/∂w",
    "値はround(x)",
    "backward()",
    "torch.no_grad()",
    "torch.autograd.grad(outputs, inputs, grad_outputs=None, retain_graph=None)",
    "torch.sum(input, dim) → Tensor[source]",
    "...",
    "torch",
    "{'lr': 0.1}",
    "pip install torch",
    "$ pip install torch==2.1",
    "CUDA_VISIBLE_DEVICES=0 python train.py",
  ])("%j alone is text", line => {
    const page = `Here is what I have tried so far, without luck:\n\n${STEP}\n\n${line}\n\nThat is all there is to say about it.\n`;
    expect(codeOf(page)).toEqual([STEP]);
    expect(textOf(page)).toContain(line);
  });

  test.each([
    "x",
    "x.grad",
    "(x + x).sum().backward()",
    "y = x * x",
    "x = 3",
    "y = foo bar(",
    "for i in range(2)\n    print(i)",
  ])("%j alone is code: it has the names of the page, or the form of a statement", line => {
    const page = `Here is what I have tried so far, without luck:\n\n${STEP}\n\nAnd now this one, please:\n\n${line}\n\nThat is all there is to say.\n`;
    expect(codeOf(page)).toEqual([STEP, line]);
  });

  test("has commands of the shell that belong to the code beside them", () => {
    const page = `Here is what I have tried so far, without luck:\n\npip install torch\nimport torch\n${STEP}\n`;
    expect(codeOf(page)).toEqual([`# pip install torch\nimport torch\n${STEP}`]);
  });
});

describe("what a program has printed is text", () => {
  const PRINTS = `${STEP}\nfor i in range(2):\n    loss = x.sum()\n    print("loss =", loss)`;
  test.each(["Output:", "Ausgabe:", "输出结果：", "実行結果", "출력:", "Вывод:", "Sortie :", "It prints:", "Out"])("below %j", label => {
    const page = `Here is what I have tried so far, without luck:\n\n${STEP}\n\n${label}\n\nloss = 0.25\n\nThat is all there is to say.\n`;
    expect(codeOf(page)).toEqual([STEP]);
  });

  test.each(["loss = 0.25", "loss = 0.5\nloss = 0.25", "loss = tensor(2.)"])("%j with the words of a print above it", printed => {
    expect(codeOf(`Here is what I have tried so far:\n\n${PRINTS}\n\n${printed}\n\nThat is all there is to say.\n`)).toEqual([PRINTS]);
    expect(codeOf(`In [1]:\n${PRINTS}\n${printed}\nIn [2]:\nx.grad\n`)).toEqual([PRINTS, "x.grad"]);
  });

  test("directly below the code of a notebook, in words that are no statement", () => {
    expect(codeOf(`In [1]:\n${STEP}\ngot tensor([1., 1.])\nIn [2]:\nx.grad\n`)).toEqual([STEP, "x.grad"]);
  });

  test("only where it looks like it: values that a program sets stay code", () => {
    const code = 'lr = 0.1\nepochs = 3\nprint("lr =", lr)';
    expect(codeOf(`Here is what I have tried so far:\n\n${code}\n\nThat is all there is to say.\n`)).toEqual([code]);
  });
});

describe("labels and buttons", () => {
  test.each([
    "python复制代码",
    "复制代码",
    "pythonCopy code",
    "pythonCopyEdit",
    "pythonCopy",
    "ini复制代码",
    "Code kopieren",
    "Копировать код",
    "코드 복사",
  ])("%j glued to the first line of code are left out", glued => {
    const page = `Here is what I have tried so far:\n\n${glued}${STEP}\n\nThat is all there is to say about it.\n`;
    expect(codeOf(page)).toEqual([STEP]);
  });

  test.each([
    "Copy",
    "复制代码",
    "コピー",
    "Kopieren",
    "Copier",
    "Копировать",
    "복사",
    "Copiar código",
  ])("%j above code is left out", button => {
    expect(codeOf(`In [1]:\n${button}\n${STEP}\nIn [2]:\n${button}\nx.grad\n`)).toEqual([STEP, "x.grad"]);
  });

  test("that are words of a sentence stay", () => {
    expect(textOf(`Copy code from here, it is all that you need:\n\n${STEP}\n`)).toContain("Copy code from here");
  });
});

describe("numbers of lines", () => {
  const CODE = "import torch\n\nw = torch.ones(2)\nfor i in range(2):\n    w = w * 2\nprint(w)";
  const page = (listing: string) =>
    `Here is the whole listing, as printed in the book:\n\n${listing}\n\nThat is all there is to say about it.\n`;
  const numbered = (from: number, join: (number: number, line: string) => string) =>
    CODE.split("\n")
      .map((line, at) => join(at + from, line))
      .join("\n");

  test.each([
    ["with a bar", numbered(1, (number, line) => `${number} | ${line}`)],
    ["with a thin bar", numbered(1, (number, line) => `${number}│${line}`)],
    ["with a colon", numbered(1, (number, line) => `${number}: ${line}`)],
    ["in two digits", numbered(1, (number, line) => `0${number}  ${line}`)],
    ["that go on from another listing", numbered(17, (number, line) => `${number}  ${line}`)],
    ["on lines of their own", numbered(1, (number, line) => (line === "" ? `${number}` : `${number}\n\t${line}`))],
    ["in a column before the code", `1\n2\n3\n4\n5\n6\n${CODE}`],
    ["in a column behind the code", `${CODE}\n1\n2\n3\n4\n5\n6`],
  ])("%s are taken out", (_, listing) => {
    expect(codeOf(page(listing))).toEqual([CODE]);
  });

  test.each([
    ["a page number and a running head", "                  7-2\n\nLecture 7: Reverse mode in practice                  7-3"],
    ["a page number", "\n                 12\n"],
    ["a footer", "Page 3 of 10"],
  ])("that go on behind %s are one listing, and that is below it", (_, furniture) => {
    const lines = numbered(1, (number, line) => `${number}  ${line}`).split("\n");
    const broken = [...lines.slice(0, 4), furniture, ...lines.slice(4)].join("\n");
    expect(codeOf(page(broken))).toEqual([CODE]);
    expect(textOf(page(broken))).toContain(furniture.trim().split("\n")[0] ?? "");
  });

  test("before what a loop has printed are no listing", () => {
    expect(codeOf(`Here is what I have tried so far:\n\n${STEP}\n\n1 loss = 0.5\n2 loss = 0.4\n3 loss = 0.3\n\nThat is all.\n`)).toEqual([
      STEP,
    ]);
  });

  test("of a traceback are no listing", () => {
    const lines = "    742         hooks = register()\n    743         x = 1\n    744         y = 2\n--> 745     z = x + y\n";
    expect(codeOf(page(`${STEP}\n\n${lines}`))).toEqual([STEP]);
  });
});

describe("sessions", () => {
  test.each([
    ["Entrée", "Sortie"],
    ["Entrada", "Salida"],
    ["Ввод", "Вывод"],
    ["入力", "出力"],
    ["In", "Out"],
  ])("of a notebook with %s and %s are read", (input, output) => {
    expect(codeOf(`${input} [1]:\n\n${STEP}\n\n${input} [2]:\n\nx.grad\n\n${output} [2]:\n\ntensor([1., 1.])\n`)).toEqual([STEP, "x.grad"]);
    expect(codeOf(`${input} [1]: x = 2\n${input} [2]: x\n${output} [2]: 2\n`)).toEqual(["x = 2", "x"]);
  });

  test("of IDLE, which shows no prompt before a line that goes on, are read", () => {
    const page = ">>> def f(x):\n\treturn x * 2\n\n>>> f(2)\n4\n>>> g = f(\n    3)\n>>> g\n6\n";
    expect(codeOf(page)).toEqual(["def f(x):\n\treturn x * 2\nf(2)", "g = f(\n    3)\ng"]);
  });

  test("whose prompts lost their blank are read", () => {
    expect(codeOf("I get this one here:\n\n>>>x = 1\n>>>x\n1\n")).toEqual(["x = 1\nx"]);
  });

  test("end where a heading or code without a prompt follows", () => {
    const page = `>>> x = 1\n>>> x\n1\n\nSolution\n\n${STEP}\n`;
    expect(codeOf(page)).toEqual(["x = 1\nx", STEP]);
    expect(textOf(page)).toContain("Solution");
    expect(codeOf(`>>> x = 1\n>>> x\n1\n\n${STEP}\n`)).toEqual(["x = 1\nx", STEP]);
  });

  test("outside the fences of a page are read", () => {
    expect(codeOf(`See:\n\n>>> x = 1\n>>> x\n1\n\nand\n\n\`\`\`python\n${STEP}\n\`\`\`\n`)).toEqual(["x = 1\nx", STEP]);
  });
});

describe("fences of other markup", () => {
  test.each([
    ["Jira", `{code:python}\n${STEP}\n{code}`],
    ["Jira, with a title", `{code:title=a.py|language=python}\n${STEP}\n{code}`],
    ["Hugo", `{{< highlight python >}}\n${STEP}\n{{< / highlight >}}`],
    ["Jekyll", `{% highlight python %}\n${STEP}\n{% endhighlight %}`],
    ["WordPress", `[sourcecode language="python"]\n${STEP}\n[/sourcecode]`],
    ["AsciiDoc", `[source,python]\n----\n${STEP}\n----`],
    ["LaTeX", `\\begin{lstlisting}[language=Python]\n${STEP}\n\\end{lstlisting}`],
    ["LaTeX with minted", `\\begin{minted}{python}\n${STEP}\n\\end{minted}`],
    ["MediaWiki", `<syntaxhighlight lang="python">${STEP}</syntaxhighlight>`],
    ["HTML in Markdown", `<pre><code class="language-python">${STEP}\n</code></pre>`],
    ["Trac", `{{{#!python\n${STEP}\n}}}`],
    ["MyST", `\`\`\`{code-cell} ipython3\n${STEP}\n\`\`\``],
    ["Qiita, with a file's name", `\`\`\`python:main.py\n${STEP}\n\`\`\``],
  ])("of %s are read", (_, listing) => {
    const page = `Here is what I have tried so far:\n\n${listing}\n\nThat is all there is to say about it.\n`;
    expect(codeOf(page)).toEqual([STEP]);
    expect(textOf(page)).toBe("Here is what I have tried so far:\n\nThat is all there is to say about it.");
  });

  test("of other languages are text", () => {
    const page = `Run it:\n\n{code:bash}\npip install torch\n{code}\n\n{code:python}\n${STEP}\n{code}\n`;
    expect(codeOf(page)).toEqual([STEP]);
    expect(textOf(page)).toContain("pip install torch");
  });
});

describe("messages of a chat", () => {
  test("that begin with code are divided from their senders", () => {
    const page = `[12/05/2021, 10:31:02] Anna: this here is all I do, have a look please\n[12/05/2021, 10:31:40] Anna: ${STEP}\n`;
    expect(codeOf(page)).toEqual([STEP]);
    expect(codeOf("<anna> this here is all I do, have a look please\n<anna> x = torch.ones(2)\n<ben> x.sum()\n")).toEqual([
      "x = torch.ones(2)\nx.sum()",
    ]);
  });
});

describe("names of users", () => {
  test.each(["@maint-one", "@piet", "@a-b\n@c-d", "marcel_vd (Marcel)", "maint-one"])("%j are text", user => {
    expect(codeOf(`Here is what I have tried so far:\n\n${STEP}\n\n${user}\n\nThat is all there is to say.\n`)).toEqual([STEP]);
  });
});

describe("signs that stand by their names", () => {
  test("become what they are", () => {
    const page = "This is from the feed of the blog:\n\ndef f(x: int) -&gt; int:\n    return x &amp; 1 if x &lt; 3 else &quot;&quot;\n";
    expect(codeOf(page)).toEqual(['def f(x: int) -> int:\n    return x & 1 if x < 3 else ""']);
  });
});

describe("imports", () => {
  test("that only a cell with a mistake holds are added: the other cells would not have them", () => {
    const page = "In [1]:\nimport torch\nx = = 1\nIn [2]:\ny = torch.ones(2)\n";
    expect(readPage(page).changes).toContain("imports");
    expect(readPage(page).code).toMatch(/^# %%\nimport torch\n\n# %%\nimport torch\nx = = 1\n/);
  });

  test("that a cell with a mistake and another one hold are not added", () => {
    const page = "In [1]:\nimport torch\nx = = 1\nIn [2]:\nimport torch\ny = torch.ones(2)\n";
    expect(readPage(page).changes).not.toContain("imports");
  });

  test("that only a cell with a mistake needs are not added", () => {
    const page = "In [1]:\nimport torch\nx = = torch.ones(2)\nIn [2]:\ny = 2\n";
    expect(readPage(page).changes).not.toContain("imports");
  });
});

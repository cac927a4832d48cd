// @vitest-environment jsdom
import { describe, expect, test, vi } from "vitest";
import { withRead } from "../../src/editor/marks";
import { ApiProblem } from "../../src/page/api";
import { followPieces, saysLittle, shownPiece, withCall } from "../../src/page/piece";
import { blankPage, type Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import { doesNothing } from "../../src/snippet/piece";
import type { CodeEdit, OfferedCall, Reading, Run } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { storyRun } from "../support/golden";

const PIECE = "def f(x):\n    y = x.exp()\n    y += 1\n    return y\n";
const EDIT: CodeEdit = { line: 3, text: "y += 1", target: "y", effect: "breaks", reason: "why", breaks: [] };
const CALL: OfferedCall = { name: "Net", line: 1, call: "model = Net()\nmodel(x)", reason: "why", made: false };

function answer(edits: readonly CodeEdit[] = [EDIT], more: Partial<Reading> = {}): Reading {
  const none = { dtype: null, device: null, shape: null, node: null, output: null, saved_version: null, current_version: null };
  const places = { failed_node: null, keeps: null, raise_file: null, raise_line: null, forward_file: null, forward_line: null };
  const lists = { facts: [], suspects: [], ruled_out: [], record: [], tracebacks: [] };
  const said = { lang: "en", kind: null, title: "Edits", exception: null, message: "", torch: null } as const;
  const piece = { edits, missing: [], imports: [], libraries: [], modules: [], piece: true };
  return { schema_version: 1, ...said, ...none, ...places, ...lists, example: null, code: "read", piece, ...more };
}
const settle = () => new Promise(resolve => setTimeout(resolve));

/** A film of a program that stopped at its first line, for want of a name or another reason. */
function stopped(code: string, exception: string | null): Run {
  const run = storyRun("version_mismatch");
  const failure = exception && { ...run.outcome.failure, kind: "python_error", exception_type: exception, message: "", line: 1 };
  const outcome = { ...run.outcome, status: exception ? "raised" : "completed", failure };
  return { ...run, code, tensors: [], events: [], diagnoses: [], cells: [], outcome } as unknown as Run;
}

describe("code that does nothing by itself", () => {
  test.each([
    PIECE,
    "    def forward(self, x):\n        return x\n",
    '"""Doc."""\nimport torch\nN = 3\n\n@decorated\nclass A(\n    torch.nn.Module\n):\n    pass\n',
  ])("is found: %j", code => {
    expect(doesNothing(code)).toBe(true);
  });

  test.each([
    "x = 1\n",
    `${PIECE}f(torch.ones(3))\n`,
    "",
    "x = torch.ones(3)\ndef f(): pass\n",
    "for i in x:\n    def f(): pass\n",
  ])("is not taken for it: %j", code => {
    expect(doesNothing(code)).toBe(false);
  });

  test("is read when it is pasted, and not while it is typed", async () => {
    const ask = vi.fn(async () => answer());
    const store = createStore<Page>({ ...blankPage(words("en")), code: "" });
    followPieces(store, ask);
    store.set({ code: "x = 1\ny = 2\nz = 3\nprint(x)\n" });
    store.set({ code: "def f(x):" });
    store.set({ code: "def f(x):\n    " });
    expect(ask).not.toHaveBeenCalled();
    store.set({ code: "x = 1\ny = 2\nz = 3\nprint(x)\n" });
    store.set({ code: PIECE });
    expect(ask).toHaveBeenCalledWith("", PIECE, "en");
    await settle();
    expect(shownPiece(store.get())?.answer?.title).toBe("Edits");
    store.set({ code: `${PIECE}f` });
    expect(shownPiece(store.get())).toBeNull();
  });

  test("is read anew in another language, and what the server does not read keeps the reason", async () => {
    const store = createStore<Page>({ ...blankPage(words("en")), code: "" });
    const ask = vi.fn(async (_text: string, _code: string, lang: string): Promise<Reading> => {
      if (lang === "en") return answer();
      throw new ApiProblem("too_many", "slowly", 30);
    });
    followPieces(store, ask);
    store.set({ code: PIECE });
    await settle();
    store.set({ words: words("zh") });
    await settle();
    expect(ask).toHaveBeenCalledTimes(2);
    expect(shownPiece(store.get())?.problem?.kind).toBe("too_many");
  });
});

describe("a run that could not do what the code is about", () => {
  const page = (run: Run) => ({ film: makeFilm(run), code: run.code });

  test.each(["NameError", "ModuleNotFoundError", "ImportError"])("ends with %s", exception => {
    expect(saysLittle(page(stopped("y = net(x)\n", exception)))).toBe(true);
  });

  test("has only definitions", () => {
    expect(saysLittle(page(stopped(PIECE, null)))).toBe(true);
  });

  test("is not one of a page where other cells say what happens, and one cell is a fragment", () => {
    const run = stopped("# %%\nx\n# %%\nself\n", "NameError");
    const cells = [{ index: 2, kind: "code", status: "raised", failure: run.outcome.failure, line: 3, events: null }];
    const op = storyRun("version_mismatch").events.find(({ kind }) => kind === "op");
    expect(saysLittle(page({ ...run, cells } as unknown as Run))).toBe(true);
    const film = makeFilm(storyRun("version_mismatch"));
    const told = { ...film, run: { ...run, cells, events: [op] } } as unknown as typeof film;
    expect(saysLittle({ film: told, code: run.code })).toBe(false);
  });

  test("is neither one that ended with another error, nor one without tensors that does something, nor one of other code", () => {
    expect(saysLittle(page(stopped("y = 1 / 0\n", "ZeroDivisionError")))).toBe(false);
    expect(saysLittle(page(stopped("print(1)\n", null)))).toBe(false);
    expect(saysLittle({ ...page(stopped(PIECE, null)), code: "x" })).toBe(false);
  });

  test("has a card only where there is something to say", async () => {
    const film = makeFilm(stopped("y = net(x)\n", "NameError"));
    const store = createStore<Page>({ ...blankPage(words("en")), code: film.run.code });
    followPieces(store, async () => answer([]));
    store.set({ film });
    await settle();
    expect(store.get().piece?.answer).not.toBeNull();
    expect(shownPiece(store.get())).toBeNull();
  });
});

describe("the call of a module", () => {
  test("stands behind the code, with the imports that it lacks in front", () => {
    expect(withCall("class Net: pass\n\n\n", CALL, ["import torch"])).toBe("import torch\nclass Net: pass\n\nmodel = Net()\nmodel(x)\n");
  });

  test("is a cell of a program with cells", () => {
    expect(withCall("# %%\nclass Net: pass\n", CALL, [])).toBe("# %%\nclass Net: pass\n\n# %%\nmodel = Net()\nmodel(x)\n");
  });
});

test("edits that were read are marked in the editor where a film has no mark", () => {
  const film = [{ line: 3, sign: "saved", badges: [] }] as const;
  const marks = withRead(film, [EDIT, { ...EDIT, line: 2, effect: "silent" }]);
  expect(marks.map(({ line, sign }) => [line, sign])).toEqual([
    [2, "edited"],
    [3, "saved"],
  ]);
  expect(marks[0]?.badges[0]).toMatchObject({ tone: "sil", text: "y" });
});

// @vitest-environment jsdom
import { describe, expect, test, vi } from "vitest";
import { ApiProblem } from "../../src/page/api";
import { askReading, followReadings } from "../../src/page/reading";
import { blankPage, type Cleaned, type Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import type { Reading } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { shownReading } from "../../src/ui/reading";
import { words } from "../support/catalogue";
import { storyRun } from "../support/golden";

const ERROR = "RuntimeError: Trying to backward through the graph a second time";

function pasted(before: string, after = before, cells: Cleaned["cells"] = null): Cleaned {
  return { before, after, changes: [], cells, unread: cells === null ? { kind: "traceback", language: "", length: 0 } : null };
}
function answer(more: Partial<Reading> = {}): Reading {
  const none = { dtype: null, device: null, shape: null, node: null, output: null, saved_version: null, current_version: null };
  const places = { failed_node: null, keeps: null, raise_file: null, raise_line: null, forward_file: null, forward_line: null };
  const lists = { facts: [], suspects: [], ruled_out: [], record: [], tracebacks: [] };
  const said = { lang: "en", kind: "double_backward", title: "Twice", exception: "RuntimeError", message: "", torch: null } as const;
  return { schema_version: 1, ...said, ...none, ...places, ...lists, example: null, code: "none", piece: null, ...more };
}
const pageWith = (cleaned: Cleaned) => createStore<Page>({ ...blankPage(words("en")), code: cleaned.after, cleaned });
const settle = () => new Promise(resolve => setTimeout(resolve));

describe("a pasted error", () => {
  test("is read alone, without code", async () => {
    const store = pageWith(pasted(ERROR));
    const ask = vi.fn(async () => answer());
    await askReading(store, ask);
    expect(ask).toHaveBeenCalledWith(ERROR, null, "en");
    expect(store.get().reading).toMatchObject({ of: store.get().cleaned, answer: answer(), problem: null, isPart: false });
  });

  test("is read with the program that was found beside it", async () => {
    const ask = vi.fn(async () => answer());
    await askReading(pageWith(pasted(`x = 1\n${ERROR}`, "# %%\nx = 1\n", { code: 1, text: 1 })), ask);
    expect(ask).toHaveBeenCalledWith(`x = 1\n${ERROR}`, "# %%\nx = 1\n", "en");
  });

  test("at the end of a long log is read by that end, which is at most as large as the server takes", async () => {
    const store = pageWith(pasted(`${"损失 1.0 🎬\n".repeat(9_000)}${ERROR}`));
    const ask = vi.fn(async (_text: string) => answer());
    await askReading(store, ask);
    const [text = ""] = ask.mock.calls[0] ?? [];
    expect(text.endsWith(ERROR)).toBe(true);
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(65_536);
    expect(store.get().reading?.isPart).toBe(true);
  });

  test.each(["x = 1", "Error handling is hard", ""])("is not looked for where there is none: %j", async text => {
    const ask = vi.fn(async () => answer());
    const store = pageWith(pasted(text));
    await askReading(store, ask);
    expect(ask).not.toHaveBeenCalled();
    expect(store.get().reading).toBeNull();
  });

  test("is read anew in another language, and an answer in the old one that comes late is dropped", async () => {
    const store = pageWith(pasted(ERROR));
    const waiting: ((reading: Reading) => void)[] = [];
    followReadings(store, () => new Promise(resolve => waiting.push(resolve)));
    store.set({ words: words("zh") });
    expect(waiting).toHaveLength(2);
    waiting[1]?.(answer({ lang: "zh", title: "二" }));
    await settle();
    waiting[0]?.(answer());
    await settle();
    expect(store.get().reading?.answer?.title).toBe("二");
  });

  test("that the server does not read keeps the reason", async () => {
    const store = pageWith(pasted(ERROR));
    await askReading(store, () => Promise.reject(new ApiProblem("too_many", "slowly", 30)));
    expect(store.get().reading?.problem).toMatchObject({ kind: "too_many" });
    expect(shownReading(store.get())?.problem?.kind).toBe("too_many");
  });
});

describe("the card of a pasted error", () => {
  const reading = (of: Cleaned, given = answer()) => ({ of, answer: given, problem: null, isPart: false });
  const shown = (cleaned: Cleaned, more: Partial<Page> = {}, given = answer()) =>
    shownReading({ ...blankPage(words("en")), code: cleaned.after, cleaned, reading: reading(cleaned, given), ...more });

  test("is shown while the editor has the text, and not of other code", () => {
    expect(shown(pasted(ERROR))).not.toBeNull();
    expect(shown(pasted(ERROR), { code: "x = 1" })).toBeNull();
    expect(shown(pasted(ERROR), { cleaned: pasted(ERROR) })).toBeNull();
  });

  test("gives way to a film of the code that explains the error", () => {
    const film = makeFilm(storyRun("version_mismatch"));
    const cleaned = pasted(ERROR, film.run.code, { code: 1, text: 0 });
    expect(shown(cleaned)).not.toBeNull();
    expect(shown(cleaned, { film })).toBeNull();
    expect(shown(pasted(ERROR), { film })).not.toBeNull();
  });

  test("of an error that is none of autograd is shown only where there is no program", () => {
    const other = answer({ kind: null, facts: ["none"] });
    expect(shown(pasted("KeyError: 1"), {}, other)).not.toBeNull();
    expect(shown(pasted("KeyError: 1", "x = 1", { code: 1, text: 1 }), {}, other)).toBeNull();
  });
});

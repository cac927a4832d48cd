// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { PageActions } from "../../src/page/actions";
import type { Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import type { Diagnosis, FixDetails, Run } from "../../src/trace/contract";
import { type Film, makeFilm } from "../../src/trace/film";
import { createDiagnoses } from "../../src/ui/diagnosis";
import { createInspector } from "../../src/ui/inspector/inspector";
import { createNarration } from "../../src/ui/narration";
import { createOutput } from "../../src/ui/output";
import { words } from "../support/catalogue";
import { failing } from "../support/trace";

const MARKUP = "<img src=x onerror=alert(1)></code><script>alert(2)</script>";

/** The failing run with markup wherever a snippet can put a string. */
function hostile(): Run {
  const text = JSON.stringify(failing).replaceAll('"d"', JSON.stringify(MARKUP)).replaceAll("MvBackward0", MARKUP.replaceAll('"', ""));
  const run = JSON.parse(text) as Run;
  const diagnosis = {
    kind: "unknown_kind",
    severity: "error",
    raised: true,
    event: 8,
    line: 7,
    saved_line: 6,
    edit_line: 7,
    raise_line: 8,
    cut_line: null,
    node: "n3",
    saved: "s2",
    others: [],
    evidence: [],
    tensor: "t3",
    name: MARKUP,
    saved_version: 0,
    current_version: 1,
    params: {},
    message: MARKUP,
    fixes: [{ kind: "unknown", message: MARKUP, params: {}, code: MARKUP }],
  } as unknown as Diagnosis;
  const output = { kind: "output", index: 12, line: 8, file: 0, kept: null, dropped: [], stream: "stdout", text: MARKUP } as const;
  return { ...run, stdout: MARKUP, code: run.code.replace("d[:] = 0", MARKUP), events: [...run.events, output], diagnoses: [diagnosis] };
}

function pageOf(run: Run): Page {
  const film = makeFilm(run);
  return {
    words: words("en"),
    theme: null,
    code: run.code,
    examples: [],
    example: null,
    health: null,
    request: { kind: "idle" },
    ahead: null,
    film,
    fixResults: { [film.run.id]: fixResults(film) },
    whole: {},
    link: null,
    position: film.keyPosition,
    selection: null,
    playing: false,
    speed: 1,
    loop: false,
    pane: "film",
    sideTab: "details",
  } as unknown as Page;
}

function fixResults({ run }: Film): Record<string, FixDetails> {
  const fixes = run.diagnoses.flatMap(({ fixes }) => fixes);
  return Object.fromEntries(
    fixes.map(({ key }, at) => [key, { verdict: at % 2 ? "raises" : "changes", changed: [MARKUP], exception_type: MARKUP }] as const),
  );
}

describe("strings of the snippet", () => {
  test("markup in names, nodes, code, messages and output is shown as text and never becomes an element", () => {
    const store = createStore<Page>(pageOf(hostile()));
    const actions = {} as PageActions;
    const host = document.body.appendChild(document.createElement("div"));
    const part = () => host.appendChild(document.createElement("div"));
    createNarration(part(), store, actions, () => {});
    createDiagnoses(part(), store, { actions, toLine: () => {}, applyFix: () => {} });
    createOutput(part(), store, actions, () => {});
    createInspector(part(), store, actions, () => {});
    const seen: string[] = [];
    for (const sideTab of ["details", "edits", "gradients", "steps"] as const) {
      for (let position = 0; position <= (store.get().film?.last ?? 0); position++) {
        store.set({ sideTab, position });
        seen.push(host.textContent ?? "");
        expect(host.querySelectorAll("img, script, [onerror]")).toHaveLength(0);
      }
    }
    expect(seen.some(text => text.includes(MARKUP))).toBe(true);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createActions } from "../../src/page/actions";
import { ApiProblem } from "../../src/page/api";
import { type Runner, serverRunner } from "../../src/page/runner";
import { blankPage, type Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import { words } from "../support/catalogue";

const FOLDER = new URL("../../src/page/", import.meta.url);

afterEach(() => vi.unstubAllGlobals());

function started(runner: Runner) {
  const store = createStore<Page>({ ...blankPage(words("en")), code: "x = 1" });
  const actions = createActions(
    store,
    () => true,
    () => null,
    runner,
  );
  return { store, actions };
}

describe("runner", () => {
  test("what a reader runs goes to the runner that the page was given, and to no server", async () => {
    const asked = vi.fn(() => Promise.reject(new Error("no server")));
    vi.stubGlobal("fetch", asked);
    const ran: string[] = [];
    const runner: Runner = {
      run: async (code, _signal, waiting) => {
        ran.push(code);
        waiting(3);
        throw new ApiProblem("server", "no film here");
      },
      diagnose: async () => [],
      tryFixes: async () => ({}),
    };
    const { store, actions } = started(runner);
    await actions.run();
    expect(ran).toEqual(["x = 1"]);
    expect(store.get().ahead).toBe(3);
    expect(store.get().request).toMatchObject({ kind: "failed", problem: { message: "no film here" } });
    expect(asked).not.toHaveBeenCalled();
  });

  test("the server is asked for the film and for fixes, and no longer for the place once it has answered", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      return new Response(JSON.stringify({ id: "a" }), { headers: { "Content-Type": "application/json" } });
    });
    const runner = serverRunner();
    expect(await runner.run("x = 1", new AbortController().signal, () => {})).toEqual({ id: "a" });
    expect(await runner.tryFixes("x = 1", new AbortController().signal)).toEqual({ id: "a" });
    expect(await runner.diagnose("x = 1", new AbortController().signal)).toBeUndefined();
    expect(asked).toEqual(["/api/runs", "/api/fixes", "/api/diagnoses"]);
  });

  test("no other module of the page asks the server to run anything", () => {
    const asking = readdirSync(FOLDER).filter(name => /\bpost(Run|Diagnoses|Fixes)\b/.test(readFileSync(new URL(name, FOLDER), "utf8")));
    expect(asking.sort()).toEqual(["api.ts", "runner.ts"]);
  });
});

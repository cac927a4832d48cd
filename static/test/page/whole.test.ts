import { expect, test, vi } from "vitest";
import { createActions } from "../../src/page/actions";
import { ApiProblem } from "../../src/page/api";
import type { Runner } from "../../src/page/runner";
import { blankPage, type Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import type { Diagnosis, Run } from "../../src/trace/contract";
import { words } from "../support/catalogue";
import { goldenRun } from "../support/golden";

const GOLDEN = goldenRun("stale/edit-after-save");
const FOUND = GOLDEN.diagnoses.map(each => ({ ...each, unchecked: { case: "right" } }));

function film(pending: boolean): Run {
  return { ...GOLDEN, diagnoses: GOLDEN.diagnoses.map((each, at) => ({ ...each, unchecked_pending: pending && at === 0 })) };
}

/** A page that runs its program; what is asked for is noted. */
async function ran(run: Run, diagnose: () => Promise<readonly Diagnosis[]>): Promise<{ page: Page; asked: string[] }> {
  const asked: string[] = [];
  const store = createStore<Page>({ ...blankPage(words("en")), code: run.code });
  const runner: Runner = {
    run: async () => run,
    diagnose: async () => {
      asked.push("diagnoses");
      expect(store.get().fixResults[run.id], "the card says that fixes are being tried").toBeNull();
      return diagnose();
    },
    tryFixes: async () => {
      asked.push("fixes");
      return {};
    },
  };
  await createActions(
    store,
    () => true,
    () => null,
    runner,
  ).run();
  expect(store.get().film?.run).toBe(run);
  await vi.waitFor(() => expect(asked).toContain("fixes"));
  return { page: store.get(), asked };
}

test("what a failed check prevented is asked for once the film is shown, and before its fixes are tried", async () => {
  const { page, asked } = await ran(film(true), async () => FOUND);
  expect(asked).toEqual(["diagnoses", "fixes"]);
  expect(page.whole[GOLDEN.id]).toEqual(FOUND);
  expect(page.film?.run.diagnoses[0]?.unchecked_pending).toBe(true);
});

test("of a film of which nothing is pending nothing is asked", async () => {
  const { page, asked } = await ran(film(false), async () => FOUND);
  expect(asked).toEqual(["fixes"]);
  expect(page.whole).toEqual({});
});

test("where it cannot be found out the card waits no longer, and the fixes are tried", async () => {
  const { page, asked } = await ran(film(true), async () => {
    throw new ApiProblem("server", "no");
  });
  expect(asked).toEqual(["diagnoses", "fixes"]);
  expect(page.whole[GOLDEN.id]?.some(each => each.unchecked_pending)).toBe(false);
});

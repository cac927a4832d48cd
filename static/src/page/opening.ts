/** Opens what the address names: a stored film, or code that travels in the address. Neither runs anything. */
import type { Actions } from "./actions";
import { type Address, askedPosition, describedLink, unpackCode } from "./address";
import { ApiProblem, getCode, getRun } from "./api";
import { describedFixes, keepResults } from "./fixes";
import type { PageStore } from "./state";

/** True when the address named something; a problem is shown on the page. */
export async function openAddress(address: Address, store: PageStore, actions: Actions, url: URLSearchParams): Promise<boolean> {
  if (address.kind === "plain") return false;
  try {
    if (address.kind === "code") store.set({ code: await unpackCode(address.packed), example: null });
    else await openLink(address, store, actions, askedPosition(url));
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem("unreadable", String(error));
    store.set({ request: { kind: "failed", problem } });
  }
  return true;
}

/** A link that has not been run yet shows its code; the film is there after Run, or later. */
async function openLink(
  { id, film }: Address & { kind: "link" },
  store: PageStore,
  actions: Actions,
  position: number | null,
): Promise<void> {
  const run = film === null ? null : await getRun(film);
  const code = run?.code ?? (await getCode(id));
  store.set({ code, example: null, link: { id, code, ...describedLink() } });
  if (!run) return;
  actions.show(run, position);
  keepResults(store, run, describedFixes());
}

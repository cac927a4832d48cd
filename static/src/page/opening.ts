/**
 * Opens what an address names: an example, a stored film, code that travels in the address, or the first example.
 *
 * Code in an address that came from elsewhere is not run. A film that was shown in this tab is remembered, or made again.
 */
import type { Example, Run } from "../trace/contract";
import { makeFilm } from "../trace/film";
import type { PageActions } from "./actions";
import { type Address, describedLink, servedOpening, unpackCode } from "./address";
import { ApiProblem, getCode, getExamples, getRun } from "./api";
import { describedFixes, keepResults } from "./fixes";
import { type AskedFilm, partThrough } from "./part";
import type { PageStore, StoredLink } from "./state";

const FIRST_EXAMPLE = "edit-after-save";
const MAX_REMEMBERED_FILMS = 8;

/** `ran` says that this tab has shown the film before. */
export type Opener = (address: Address, asked: AskedFilm, ran: boolean) => Promise<void>;

interface Found {
  readonly code: string;
  readonly example: string | null;
  readonly link: StoredLink | null;
  /** Null where no film is at hand. */
  readonly run: Run | null;
  /** Without a film at hand the code is run. */
  readonly runs: boolean;
  /** Nobody has asked for this film: it is what a first visit opens with. */
  readonly unasked?: true;
  /** The number of the cell that the run ends at; none for all of the code. */
  readonly through?: number;
}

export function createOpener(store: PageStore, actions: PageActions): Opener {
  const memory = rememberShown(store);
  let turn = 0;
  return async (address, asked, ran) => {
    const [mine, before] = [++turn, store.get().code];
    // Code that is typed meanwhile is kept.
    const outdated = () => turn !== mine || store.get().code !== before;
    try {
      const found = await find(address, ran, store, memory);
      if (found !== null && !outdated()) await put(partOf(found, asked, ran, memory), asked, store, actions);
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem("unreadable", String(error));
      if (!outdated()) store.set({ request: { kind: "failed", problem } });
    }
  };
}

interface Memory {
  /** The last films that were shown, by their code. */
  readonly films: ReadonlyMap<string, Run>;
  readonly links: ReadonlyMap<string, StoredLink>;
}

function rememberShown(store: PageStore): Memory {
  const [films, links] = [new Map<string, Run>(), new Map<string, StoredLink>()];
  store.watch(
    ({ film, link }) => [film, link] as const,
    ([film, link]) => {
      if (link !== null) links.set(link.id, link);
      if (film === null) return;
      films.delete(film.run.code);
      films.set(film.run.code, film.run);
      for (const code of [...films.keys()].slice(0, -MAX_REMEMBERED_FILMS)) films.delete(code);
    },
  );
  return { films, links };
}

async function find(address: Address, ran: boolean, store: PageStore, { films, links }: Memory): Promise<Found | null> {
  const examples = getExamplesOnce(store);
  if (address.kind === "code") {
    const code = await unpackCode(address.packed);
    return { code, example: null, link: null, run: films.get(code) ?? null, runs: ran };
  }
  if (address.kind === "link") {
    const known = links.get(address.id);
    const run = films.get(known?.code ?? "") ?? (address.film === null ? null : await storedRun(address.film));
    const code = known?.code ?? run?.code ?? (await getCode(address.id));
    return { code, example: null, link: known ?? { id: address.id, code, ...describedLink(address.id) }, run, runs: false };
  }
  const opening = address.kind === "plain" ? await openingFilm(films) : null;
  if (opening !== null) return opening;
  const asked = (await examples).find(({ id }) => address.kind === "example" && id === address.id);
  const example = asked ?? (await examples).find(({ id }) => id === FIRST_EXAMPLE) ?? (await examples)[0];
  if (example === undefined) return null;
  const film = address.kind === "example" && asked ? address.film : null;
  const run = asked ? (films.get(example.code) ?? (film === null ? null : await storedRun(film))) : null;
  return { code: example.code, example: example.id, link: null, run, runs: asked !== undefined };
}

/** A run to a cell that this tab has shown is remembered, or made again; else the film is that of all of the code. */
function partOf(found: Found, { through }: AskedFilm, ran: boolean, { films }: Memory): Found {
  if (through === null) return found;
  const { code, example, link } = found;
  const run = films.get(partThrough(code, through)) ?? null;
  return run === null && !ran ? found : { code, example, link, run, runs: true, through };
}

/** The film that a first visit opens with, which nothing is run for; null where the server has none. */
async function openingFilm(films: Memory["films"]): Promise<Found | null> {
  const served = servedOpening();
  const stored = served === null ? null : await getRun(served.film).catch(() => null);
  if (served === null || stored === null) return null;
  const run = films.get(stored.code) ?? stored;
  return { code: run.code, example: served.example, link: null, run, runs: false, unasked: true };
}

/** Null where no engine has run the snippet yet. */
async function storedRun(path: string): Promise<Run | null> {
  try {
    return await getRun(path);
  } catch (error) {
    if (error instanceof ApiProblem && error.reason === "film_pending") return null;
    throw error;
  }
}

async function getExamplesOnce(store: PageStore): Promise<readonly Example[]> {
  const known = store.get().examples;
  if (known.length > 0) return known;
  const examples = await getExamples().catch(() => []);
  store.set({ examples });
  return examples;
}

async function put(found: Found, asked: AskedFilm, store: PageStore, actions: PageActions): Promise<void> {
  const { code, example, link, run, runs, through } = found;
  const { position, show, about, cell } = asked;
  const { film, request } = store.get();
  if (request.kind !== "idle") actions.cancel();
  const named = { code, example, link };
  if (run !== null && film?.run === run && position !== null) {
    store.set(named);
    actions.look({ show, about });
    actions.goTo(position);
  } else if (run !== null) {
    store.set({ ...named, show, about, unasked: found.unasked ? run : null });
    // What nobody asked for does not play by itself.
    actions.show(run, position ?? (found.unasked ? makeFilm(run).keyPosition : null));
    // The page that was served says which fixes of its film work; of a film that was shown before it is known.
    if (!(run.id in store.get().fixResults)) keepResults(store, run, describedFixes());
  } else {
    store.set({ ...named, show, about, film: null, selection: null, playing: false, arriving: false });
    if (runs) await (through === undefined ? actions.run(position) : actions.runTo(through, position));
  }
  if (cell !== null && position === null && store.get().film !== null) actions.goToCell(cell);
}

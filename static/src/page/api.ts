/** The server's endpoints as functions. Every failure is an `ApiProblem`: the page shows a text by its kind. */
import type { Lang } from "../narration/locale";
import type {
  ComparedCode,
  Comparison,
  CreatedNotes,
  CreatedSnippet,
  Diagnosis,
  Example,
  FilmOrder,
  FixDetails,
  NoteBlock,
  Notes,
  NotesBody,
  QueuePlace,
  Reading,
  Run,
} from "../trace/contract";

/** `no_code`: there is nothing to send. */
export type ProblemKind = "busy" | "too_many" | "too_large" | "too_much" | "blocked" | "unreadable" | "offline" | "server" | "no_code";

export class ApiProblem extends Error {
  readonly kind: ProblemKind;
  /** Seconds after which trying again makes sense; null where waiting does not help. */
  readonly retryAfter: number | null;
  /** The server's name for it, such as "too_many_snippets"; "" where no server answered. */
  readonly reason: string;

  constructor(kind: ProblemKind, message: string, retryAfter: number | null = null, reason = "") {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.reason = reason;
  }
}

export interface Health {
  /** Where readers report abuse; empty or missing where the operator has not said. */
  readonly contact?: string;
  readonly version: string;
  readonly sandbox: { readonly tier: string; readonly layers: readonly string[] };
}

/** `ticket` names the run while it waits: see `getPlace`. */
export async function postRun(code: string, signal: AbortSignal, ticket: string): Promise<Run> {
  const body = JSON.stringify({ code });
  const headers = { "Content-Type": "application/json", "Gradreel-Ticket": ticket };
  return (await request("/api/runs", { method: "POST", headers, body, signal })) as Run;
}

/** What the code's film says is wrong, with what takes further runs. */
export async function postDiagnoses(code: string, signal: AbortSignal): Promise<readonly Diagnosis[]> {
  const headers = { "Content-Type": "application/json" };
  const found = await request("/api/diagnoses", { method: "POST", headers, body: JSON.stringify({ code }), signal });
  return (found as { readonly diagnoses: readonly Diagnosis[] }).diagnoses;
}

/** Which fixes of the code's film work; those that nobody knows of are run. */
export async function postFixes(code: string, signal: AbortSignal): Promise<Readonly<Record<string, FixDetails>>> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ code, details: true });
  return (await request("/api/fixes", { method: "POST", headers, body, signal })) as Readonly<Record<string, FixDetails>>;
}

/** Programs, or cells of programs, side by side; those of which the server knows no film are run. */
export async function postComparison(sides: readonly ComparedCode[]): Promise<Comparison> {
  const headers = { "Content-Type": "application/json" };
  return (await request("/api/comparisons", { method: "POST", headers, body: JSON.stringify({ sides }) })) as Comparison;
}

/** How many waiting runs come before the one with this ticket; null when it does not wait. */
export async function getPlace(ticket: string): Promise<number | null> {
  return ((await request(`/api/queue/${ticket}`, {})) as QueuePlace).position;
}

/** What a pasted text says of an error; nothing is run. */
export async function postReading(text: string, code: string | null, lang: Lang): Promise<Reading> {
  const headers = { "Content-Type": "application/json" };
  return (await request("/api/readings", { method: "POST", headers, body: JSON.stringify({ text, code, lang }) })) as Reading;
}

export async function getExamples(): Promise<readonly Example[]> {
  return (await request("/api/examples", {})) as readonly Example[];
}

/** A stored run, by the path that the page was served with. */
export async function getRun(path: string): Promise<Run> {
  return (await request(path, {})) as Run;
}

export async function getCode(id: string): Promise<string> {
  const response = await send(`/s/${id}.py`, {});
  if (!response.ok) throw await problemOf(response);
  return response.text();
}

export async function createLink(code: string): Promise<CreatedSnippet> {
  const headers = { "Content-Type": "application/json" };
  return (await request("/api/snippets", { method: "POST", headers, body: JSON.stringify({ code }) })) as CreatedSnippet;
}

/** Withdraw a link. False when it stays, since others have published the same code. */
export async function deleteLink(id: string, token: string): Promise<boolean> {
  const response = await send(`/api/snippets/${id}`, { method: "DELETE", headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw await problemOf(response);
  return response.status === 204;
}

/** A GIF or a video by its address; making it may take a minute. */
export async function getAnimation(path: string): Promise<Blob> {
  const response = await send(path, {});
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}

export async function getNotes(snippet: string, id: string): Promise<NotesBody> {
  return (await request(`/api/snippets/${snippet}/notes/${id}`, {})) as NotesBody;
}

export async function createNotes(snippet: string, notes: Notes): Promise<CreatedNotes> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(notes);
  return (await request(`/api/snippets/${snippet}/notes`, { method: "POST", headers, body })) as CreatedNotes;
}

/** Delete notes. False when they stay, since somebody else has stored the same. */
export async function deleteNotes(snippet: string, id: string, token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await send(`/api/snippets/${snippet}/notes/${id}`, { method: "DELETE", headers });
  if (!response.ok) throw await problemOf(response);
  return response.status === 204;
}

/** How the Markdown of a note will look. */
export async function previewNote(text: string): Promise<readonly NoteBlock[]> {
  const headers = { "Content-Type": "application/json" };
  const found = await request("/api/notes/preview", { method: "POST", headers, body: JSON.stringify({ text }) });
  return (found as { readonly blocks: readonly NoteBlock[] }).blocks;
}

/** The film as one HTML file. */
export async function getFilmFile(order: FilmOrder): Promise<Blob> {
  const headers = { "Content-Type": "application/json" };
  const response = await send("/api/films", { method: "POST", headers, body: JSON.stringify(order) });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}

/** Answers also while no child is ready (503): the body is the same. */
export async function getHealth(): Promise<Health> {
  const response = await send("/healthz", {});
  return (await response.json()) as Health;
}

async function request(path: string, init: RequestInit): Promise<unknown> {
  const response = await send(path, init);
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiProblem("offline", String(error));
  }
}

const KINDS: Readonly<Record<number, ProblemKind>> = {
  413: "too_large",
  422: "unreadable",
  429: "too_many",
  502: "busy",
  503: "busy",
  504: "busy",
};

/** Answers that say more by their kind than by their status. */
const BY_KIND: Readonly<Record<string, ProblemKind>> = { too_much_work: "too_much", client_blocked: "blocked" };

async function problemOf(response: Response): Promise<ApiProblem> {
  const retryAfter = Number(response.headers.get("Retry-After"));
  const { kind, message } = await detailOf(response);
  return new ApiProblem(BY_KIND[kind] ?? KINDS[response.status] ?? "server", message, retryAfter > 0 ? retryAfter : null, kind);
}

async function detailOf(response: Response): Promise<{ readonly kind: string; readonly message: string }> {
  try {
    const body = (await response.json()) as { error?: { kind?: string; message?: string } };
    return { kind: body.error?.kind ?? "", message: body.error?.message ?? response.statusText };
  } catch {
    return { kind: "", message: `${response.status} ${response.statusText}` };
  }
}

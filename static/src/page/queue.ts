/** Asks after a run that does not come back at once: how many wait before it in the server's line. */
import { getPlace } from "./api";

/** Most runs are back sooner, and nobody needs to ask. */
const PATIENCE_MS = 700;
const PAUSE_MS = 1000;

/** A word that nobody guesses; it names the run while it waits. */
export function newTicket(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
}

/** Tell how many runs are ahead, every second until `signal` ends it; null when the run waits no more, or nobody knows. */
export async function followQueue(
  ticket: string,
  signal: AbortSignal,
  tell: (ahead: number | null) => void,
  ask: (ticket: string) => Promise<number | null> = getPlace,
): Promise<void> {
  await pause(PATIENCE_MS);
  while (!signal.aborted) {
    const ahead = await ask(ticket).catch(() => null);
    if (!signal.aborted) tell(ahead);
    await pause(PAUSE_MS);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

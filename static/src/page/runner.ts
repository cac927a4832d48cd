/**
 * Where a program is run: the page asks this one interface for films, and for which fixes work. The server is its only implementation;
 * one that runs in the page itself would be another, and nothing else of the page would change.
 */

import type { Diagnosis, FixDetails, Run } from "../trace/contract";
import { postDiagnoses, postFixes, postRun } from "./api";
import { followQueue, newTicket } from "./queue";

export interface Runner {
  /** The film of a program. `waiting` is told how many runs come before it, null when it no longer waits. Rejects with an `ApiProblem`. */
  readonly run: (code: string, signal: AbortSignal, waiting: (ahead: number | null) => void) => Promise<Run>;
  /** The diagnoses of the program's film with what takes further runs. Rejects with an `ApiProblem`. */
  readonly diagnose: (code: string, signal: AbortSignal) => Promise<readonly Diagnosis[]>;
  /** Which fixes of the program's film work, by their keys. Rejects with an `ApiProblem`. */
  readonly tryFixes: (code: string, signal: AbortSignal) => Promise<Readonly<Record<string, FixDetails>>>;
}

/** The server that the page came from. */
export function serverRunner(): Runner {
  return {
    run: async (code, signal, waiting) => {
      const [ticket, done] = [newTicket(), new AbortController()];
      void followQueue(ticket, done.signal, waiting);
      return postRun(code, signal, ticket).finally(() => done.abort());
    },
    diagnose: postDiagnoses,
    tryFixes: postFixes,
  };
}

/**
 * Keeps what lies under an open dialog as it is: Back and Forward close the dialog, and the browser comes back to the entry that it left.
 *
 * Each entry of the browser's history has a number in its state, since the browser does not tell which way it has moved.
 */

interface State {
  readonly ran: boolean;
  readonly place: number;
}

export interface OverFilm {
  /** The state of an entry that is written: a new one, or that of this place. */
  readonly stateOf: (ran: boolean, isNew: boolean) => State;
  /** Whether what the browser has just moved to is not to be shown. */
  readonly keeps: () => boolean;
}

export function createOverFilm(): OverFilm {
  const placeOf = (): number | null => (history.state as Partial<State> | null)?.place ?? null;
  let place = placeOf() ?? 0;
  let isReturning = false;
  if (placeOf() === null) history.replaceState({ ran: (history.state as Partial<State> | null)?.ran === true, place }, "");
  return {
    stateOf: (ran, isNew) => {
      if (isNew) place++;
      return { ran, place };
    },
    keeps: () => {
      if (isReturning) {
        isReturning = false;
        return true;
      }
      const dialog = document.querySelector<HTMLDialogElement>("dialog[open]");
      dialog?.close();
      const next = placeOf();
      // An address that was typed has no number.
      if (dialog === null || next === null || next === place) {
        place = next ?? place;
        return false;
      }
      isReturning = true;
      history.go(place - next);
      return true;
    },
  };
}

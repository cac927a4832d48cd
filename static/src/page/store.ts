/**
 * A store: one value, `set` to change it, `watch` to react to changes.
 *
 * `watch` calls its reaction at once and then whenever the picked values differ; reactions run after the change is complete.
 */
export interface Store<State extends object> {
  readonly get: () => State;
  readonly set: (patch: Partial<State>) => void;
  readonly watch: <const Picked extends readonly unknown[]>(
    pick: (state: State) => Picked,
    react: (picked: Picked, state: State) => void,
  ) => () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: patch => {
      state = { ...state, ...patch };
      for (const listener of [...listeners]) listener();
    },
    watch: (pick, react) => {
      let last = pick(state);
      const listener = () => {
        const next = pick(state);
        if (next.every((value, position) => Object.is(value, last[position]))) return;
        last = next;
        react(next, state);
      };
      listeners.add(listener);
      react(last, state);
      return () => listeners.delete(listener);
    },
  };
}

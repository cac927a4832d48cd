/** Whether the reader is asked what happens next: read from the address, kept there, and the score kept in the reader's browser alone. */
import type { PageStore } from "./state";

/** `?predict=1` asks for it. */
export function askedPredict(url: URLSearchParams): boolean {
  return url.get("predict") === "1";
}

/** Load what asks when it is first wanted, and keep the choice in the address; inside a frame the address is never rewritten. */
export function followPredict(store: PageStore, load: () => Promise<void>): void {
  let loaded = false;
  store.watch(
    ({ predict }) => [predict],
    ([predict]) => {
      if (predict && !loaded) {
        loaded = true;
        void load();
      }
      const url = new URL(location.href);
      if (window.top !== window || askedPredict(url.searchParams) === predict) return;
      if (predict) url.searchParams.set("predict", "1");
      else url.searchParams.delete("predict");
      history.replaceState(history.state, "", url);
    },
  );
}

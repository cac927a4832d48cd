// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { blankPage, type Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import { createPresent } from "../../src/ui/present";
import { words } from "../support/catalogue";

/** What a browser does on its own time; jsdom has no full screen. */
class Screen {
  element: Element | null = null;
  #granted: (() => void)[] = [];

  request = (): Promise<void> => (this.element ? Promise.resolve() : new Promise(resolve => this.#granted.push(resolve)));

  enter(): Promise<void> {
    this.element = document.documentElement;
    return this.#told();
  }

  leave(): Promise<void> {
    this.element = null;
    return this.#told();
  }

  async #told(): Promise<void> {
    document.dispatchEvent(new Event("fullscreenchange"));
    for (const resolve of this.#granted.splice(0)) resolve();
    await settled();
  }
}

const settled = () => new Promise(resolve => setTimeout(resolve));

describe("a presentation that fills the screen", () => {
  let screen: Screen;

  beforeEach(() => {
    screen = new Screen();
    Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => screen.element });
    Object.defineProperty(document, "exitFullscreen", { configurable: true, value: () => screen.leave() });
    Object.defineProperty(document.documentElement, "requestFullscreen", { configurable: true, value: screen.request });
    Object.defineProperty(navigator, "userActivation", { configurable: true, value: { isActive: true } });
  });

  afterEach(() => document.documentElement.removeAttribute("data-present"));

  async function begun() {
    const store = createStore<Page>({ ...blankPage(words("en")), code: "" });
    let windows = 0;
    const speaker = {
      toggle: () => {
        windows = 1 - windows;
        return windows === 1;
      },
      close: () => undefined,
    };
    const stage = { fit: () => undefined, reframe: () => undefined };
    const { keys } = createPresent(document.createElement("div"), store, {
      turn: () => undefined,
      stage,
      loadSpeaker: async () => speaker,
    });
    const press = (key: string) => {
      keys(key)?.();
      return settled();
    };
    store.set({ presenting: true });
    await settled();
    return { press, presenting: () => store.get().presenting };
  }

  test("ends when the browser's own key leaves it", async () => {
    const { presenting } = await begun();
    await screen.enter();
    expect(presenting()).toBe(true);
    await screen.leave();
    expect(presenting()).toBe(false);
  });

  test("goes on when the speaker's window takes it away", async () => {
    const { press, presenting } = await begun();
    await screen.enter();
    await press("S");
    await screen.leave();
    expect(presenting()).toBe(true);
  });

  test("goes on when that window is opened before the browser tells of the full screen", async () => {
    const { press, presenting } = await begun();
    await press("S");
    await screen.enter();
    await screen.leave();
    expect(presenting()).toBe(true);
  });

  test("ends when it is left after that window was closed", async () => {
    const { press, presenting } = await begun();
    await screen.enter();
    await press("S");
    await screen.leave();
    await press("F");
    await screen.enter();
    await press("S");
    await screen.leave();
    expect(presenting()).toBe(false);
  });

  test("goes on when the browser tells that the window took it away only after it was asked for anew", async () => {
    const { press, presenting } = await begun();
    await screen.enter();
    await press("S");
    screen.element = null;
    await press("F");
    document.dispatchEvent(new Event("fullscreenchange"));
    expect(presenting()).toBe(true);
    await screen.enter();
    await press("S");
    await screen.leave();
    expect(presenting()).toBe(false);
  });

  test("goes on when it is asked for while the window is about to take it away", async () => {
    const { press, presenting } = await begun();
    await screen.enter();
    await press("S");
    await press("F");
    await screen.leave();
    expect(presenting()).toBe(true);
    await press("F");
    await screen.enter();
    await screen.leave();
    expect(presenting()).toBe(false);
  });
});

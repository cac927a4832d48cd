// <gradreel-film src="https://…/s/ID" step="6" height="420">shown where scripts do not run</gradreel-film>
// Version 1, at /film/1.js: published pages name this address, so what it does is only ever added to.
(() => {
  if (customElements.get("gradreel-film")) return;
  const HOME = new URL(document.currentScript.src).origin;
  const SETTINGS = ["step", "view", "lang", "show", "about", "predict", "autoplay", "controls", "notes"];
  const SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
  const LEAST = 100;
  const MOST = 2000;
  const films = new Set();

  // The theme that the article has now: how light what is behind the film is.
  const themeBehind = element => {
    for (let at = element; at; at = at.parentElement) {
      const [red, green, blue, alpha = 1] = (getComputedStyle(at).backgroundColor.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
      if (alpha > 0.5) return red * 0.3 + green * 0.6 + blue * 0.1 < 128 ? "dark" : "light";
    }
    return "auto";
  };

  class GradreelFilm extends HTMLElement {
    connectedCallback() {
      this.style.display = "block";
      films.add(this);
      // Its content may not have been read yet.
      if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => this.start(), { once: true });
      else this.start();
    }

    disconnectedCallback() {
      films.delete(this);
    }

    start() {
      if (this.frame || !this.isConnected) return;
      const id = /\/(?:s|embed)\/(\w+)/.exec(this.getAttribute("src") ?? "");
      if (id) this.play(new URL(this.getAttribute("src"), document.baseURI), id[1]);
      else if (this.querySelector("pre")) void this.link();
    }

    play({ origin, search }, id) {
      this.address = new URL(`/embed/${id}${search}`, origin);
      for (const name of SETTINGS) if (this.hasAttribute(name)) this.address.searchParams.set(name, this.getAttribute(name) || "1");
      this.frame = document.createElement("iframe");
      this.frame.title = this.getAttribute("title") || "Autograd film";
      this.frame.loading = "lazy";
      this.frame.width = "100%";
      this.frame.height = Number(this.getAttribute("height")) || 480;
      this.frame.style.border = "0";
      this.frame.referrerPolicy = "strict-origin-when-cross-origin";
      this.frame.setAttribute("sandbox", SANDBOX);
      this.follow();
      (this.shadowRoot ?? this.attachShadow({ mode: "open" })).replaceChildren(this.frame);
    }

    follow() {
      if (!this.frame) return;
      this.address.searchParams.set("theme", this.getAttribute("theme") || themeBehind(this));
      if (this.frame.src !== this.address.href) this.frame.src = this.address.href;
    }

    fallBack() {
      this.frame = null;
      this.shadowRoot?.replaceChildren(document.createElement("slot"));
    }

    // Code without a link: nothing is stored or run until the reader opens it.
    async link() {
      const code = new Blob([this.querySelector("pre").textContent]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(code).arrayBuffer());
      const packed = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
      const open = Object.assign(document.createElement("a"), { href: `${HOME}/#code=${packed}`, target: "_blank", rel: "noopener" });
      open.textContent = this.getAttribute("title") || "Gradreel ↗";
      this.append(open);
    }
  }

  addEventListener("message", ({ source, data }) => {
    if (data?.type !== "gradreel:resize" || data.v !== 1 || !Number.isFinite(data.height)) return;
    for (const film of films) {
      if (film.frame?.contentWindow !== source || film.hasAttribute("height")) continue;
      film.frame.height = Math.min(MOST, Math.max(LEAST, Math.ceil(data.height)));
    }
  });
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective !== "frame-src") return;
    for (const film of films) if (film.frame && blockedURI.startsWith(film.address.origin)) film.fallBack();
  });
  const followAll = () => films.forEach(film => film.follow());
  for (const root of [document.documentElement, document.body].filter(Boolean))
    new MutationObserver(followAll).observe(root, { attributes: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", followAll);
  customElements.define("gradreel-film", GradreelFilm);
})();

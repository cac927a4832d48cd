// Optional: include once in an article, and every Gradreel frame on it gets the height of its film.
// <script src="https://…/embed.js" async></script>
(() => {
  const LEAST = 100;
  const MOST = 2000;
  addEventListener("message", event => {
    const { data } = event;
    if (!data || data.type !== "gradreel:resize" || data.v !== 1 || !Number.isFinite(data.height)) return;
    for (const frame of document.getElementsByTagName("iframe")) {
      // The frame may have an opaque origin, so the window that sent the message is what tells whose it is.
      if (frame.contentWindow !== event.source) continue;
      frame.style.height = `${Math.min(MOST, Math.max(LEAST, Math.ceil(data.height)))}px`;
    }
  });
  // A frame that was there first has already told its height.
  for (const frame of document.querySelectorAll('iframe[src*="/embed/"]')) {
    frame.contentWindow.postMessage({ type: "gradreel:ask", v: 1 }, "*");
  }
})();

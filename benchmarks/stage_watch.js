// Runs in a page before anything else of it, and times what a key or a click brings about there.
//
//   keydown ---- changed -- frame -------- sent ---------------------------- settled
//   event's      the stage   next           the page sends      the last message has come
//   timestamp    is done     frame          to the server       and the page has changed last
// All times are milliseconds of performance.now(), which is the clock of event.timeStamp too.

const QUIET = 250; // nothing for so long: settled
const OWN_TIMERS = ".ghosts, .ghost, [data-role=live]"; // what the stage itself ends later, without the server

const watch = { sentAt: 0, livelyAt: 0 };
window.stageWatch = watch;

class WatchedSocket extends WebSocket {
  constructor(...where) {
    super(...where);
    this.addEventListener("message", () => (watch.livelyAt = performance.now()));
  }

  send(message) {
    watch.sentAt ||= performance.now();
    super.send(message);
  }
}
window.WebSocket = WatchedSocket;

watch.root = () => {
  const components = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
  return components.map((each) => each.shadowRoot.querySelector("[data-role=stage]")).find(Boolean);
};

/** Gets ready for one key press; `watch.pressed` then resolves to its times, counted from the key's event. */
watch.listen = () => {
  watch.pressed = new Promise((resolve) => {
    let pressedAt = 0;
    document.addEventListener("keydown", (event) => (pressedAt = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      observer.disconnect(); // called right after the key's listeners: the stage sets its position last
      const times = { changed: performance.now() - pressedAt };
      requestAnimationFrame(() => resolve({ ...times, frame: performance.now() - pressedAt }));
    });
    observer.observe(watch.root(), { attributes: true, attributeFilter: ["data-position"] });
  });
  watch.settled = settled();
};

/** Clicks a button, and resolves as `watch.settled` does. */
watch.click = (button) => {
  const done = settled();
  button.click();
  return done;
};

/** Resolves to the time from the next message to the server until the page has changed for the last time. */
function settled() {
  watch.sentAt = 0;
  const stage = watch.root();
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => !isOwnTimers(target))) watch.livelyAt = performance.now();
  });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  for (const tree of [document, stage?.getRootNode()]) if (tree) observer.observe(tree, all);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const isRunning = document.querySelector("[data-test-script-state=running]") !== null;
      const { sentAt, livelyAt } = watch;
      if (!sentAt || livelyAt < sentAt || isRunning || performance.now() - livelyAt < QUIET) return;
      clearInterval(timer);
      observer.disconnect();
      resolve(livelyAt - sentAt);
    }, 50);
  });
}

function isOwnTimers(node) {
  const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
  return Boolean(element?.closest(OWN_TIMERS));
}

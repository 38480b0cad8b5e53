// Runs in a page before anything else of it, and times what a key or a click brings about there.
//
//   keydown ---- changed -- frame --- drawn -------- sent ---------------------------- settled
//   event's      the stage   next      its layout     the page sends      the last message has come
//   timestamp    is done     frame     and paint      to the server       and the page has changed last
//
// All times are milliseconds of performance.now(), which is the clock of event.timeStamp too.

const QUIET = 250; // nothing for so long: settled
const OWN_TIMERS = ".ghosts, .ghost, [data-role=live]"; // what the stage itself ends later, without the server

const watch = { sentAt: 0, livelyAt: 0, held: null };
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

/** What the chips show: their texts and what their classes say. */
function chips(root) {
  const shown = [...root.querySelectorAll("[data-role=words] .chip")];
  return shown.map((chip) => `${chip.className} ${chip.textContent}`).join("\n");
}

/** Gets ready for one key press; `watch.pressed` then resolves to its times, counted from the key's event. */
watch.listen = () => {
  const root = watch.root();
  const before = chips(root);
  watch.pressed = new Promise((resolve) => {
    let pressedAt = 0;
    document.addEventListener("keydown", (event) => (pressedAt = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      observer.disconnect(); // called right after the key's listeners: the stage sets its position last
      const times = { changed: performance.now() - pressedAt };
      requestAnimationFrame(() => {
        times.frame = performance.now() - pressedAt;
        const drawn = new MessageChannel();
        drawn.port1.onmessage = () => {
          times.drawn = performance.now() - pressedAt;
          times.chips = chips(root) !== before;
          resolve(times);
        };
        drawn.port2.postMessage(0);
      });
    });
    observer.observe(root, { attributes: true, attributeFilter: ["data-position"] });
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

/** Notes every position from now on, and when a held key is let go. */
watch.hold = () => {
  const root = watch.root();
  const held = (watch.held = { positions: [Number(root.dataset.position)], movedAt: 0, releasedAt: 0 });
  const observer = new MutationObserver(() => {
    const position = Number(root.dataset.position);
    if (position === held.positions.at(-1)) return; // a message drew the same position again
    held.positions.push(position);
    held.movedAt = performance.now();
  });
  observer.observe(root, { attributes: true, attributeFilter: ["data-position"] });
  document.addEventListener("keyup", (event) => (held.releasedAt = event.timeStamp), { capture: true, once: true });
  held.stop = () => observer.disconnect();
};

// The address of the page, which says what is on screen.
//
// Python sends the address after every run of a page; `address_bar.js` writes the steps of a view into it.
// Another corpus, other rules or another page makes a new entry in the browser's history; a step does not.

import { AT } from "../address_bar.js";
import { mounted } from "../mounted.js";

const NAMES = ["s", "kept", AT, "plan", "visit"];

/** Whether the person has gone on through the browser's history since Python opened the address of an entry. */
function hasGoneOn(opened) {
  const now = new URL(location.href).searchParams;
  return opened !== null && ["s", "kept"].some((name) => (now.get(name) ?? "") !== (opened[name] ?? ""));
}

/** Puts what is on screen into the address. `history.state` remembers what the entry is about. */
function write({ query, about, moved, opened }) {
  if (hasGoneOn(opened)) return; // else this entry, which Python has still to open, would get another one's address
  const { state } = history;
  const address = new URL(location.href);
  const at = address.searchParams.get(AT);
  for (const name of NAMES) address.searchParams.delete(name);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  // A view that Python has not moved may have stepped on meanwhile, and has written its position itself.
  if (at !== null && state?.moved === moved) address.searchParams.set(AT, at);
  const isNew = state?.about !== undefined && state.about !== about;
  history[isNew ? "pushState" : "replaceState"]({ about, moved }, "", address);
}

/** Lets Streamlit read the address, as it does after Back; nothing else makes it. */
function readAgain() {
  window.dispatchEvent(new PopStateEvent("popstate"));
}

/** After a reconnection the address tells the server what to show: it may have restarted, or closed the visit. */
function readAfterReconnecting() {
  const app = document.querySelector("[data-test-connection-state]");
  if (!app || window.readsAfterReconnecting) return;
  window.readsAfterReconnecting = true;
  const changes = new MutationObserver(() => app.dataset.testConnectionState === "CONNECTED" && readAgain());
  changes.observe(app, { attributeFilter: ["data-test-connection-state"] });
}

readAfterReconnecting();

export default mounted(() => ({ update: ({ data }) => write(data), dispose: () => {} }));

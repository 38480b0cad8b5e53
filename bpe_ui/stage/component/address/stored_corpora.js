// Corpora too large for a link, kept in this browser and nowhere else, by their keys.

const NAME = "corpora";
const MOST = 5; // the oldest make room

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function corpora() {
  const opening = indexedDB.open("bpe-stepper", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
  return (await settled(opening)).transaction(NAME, "readwrite").objectStore(NAME);
}

/** Keeps a corpus; false where the browser refuses. */
export const keep = async (key, content) => {
  try {
    const store = await corpora();
    const [keys, values] = [await settled(store.getAllKeys()), await settled(store.getAll())];
    const byAge = keys.map((each, at) => [values[at].time, each]).sort(([a], [b]) => b - a);
    const time = byAge.length ? byAge[0][0] + 1 : 0; // not the clock's, which may be set back
    await settled(store.put({ content, time }, key));
    for (const [, old] of byAge.filter(([, each]) => each !== key).slice(MOST - 1)) store.delete(old);
    return true;
  } catch {
    return false;
  }
};

/** The corpus with this key; null where this browser has none. */
export const find = async (key) => {
  try {
    return (await settled((await corpora()).get(key)))?.content ?? null;
  } catch {
    return null;
  }
};

// How a view comes onto the page and leaves it.

/** What Streamlit calls when a view appears, which is then made, and at every message. */
export function mounted(makeView) {
  const views = new WeakMap(); // by the element that Streamlit gives to each
  return (component) => {
    const { parentElement } = component;
    if (!views.has(parentElement)) views.set(parentElement, makeView(parentElement));
    views.get(parentElement).update(component);
    return () => {
      views.get(parentElement)?.dispose();
      views.delete(parentElement);
    };
  };
}

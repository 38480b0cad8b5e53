// How a view comes onto the page and leaves it.

/**
 * Streamlit calls it when a view appears, which is then made, and whenever Python has drawn it again. The view's
 * `update` gets what Streamlit gives, and the message if it has changed, otherwise null.
 */
export function mounted(makeView) {
  const views = new WeakMap(); // by the element that Streamlit gives to each: {view, json}
  return (component) => {
    const { parentElement, data } = component;
    if (!views.has(parentElement)) views.set(parentElement, { view: makeView(parentElement), json: "" });
    const known = views.get(parentElement);
    const isNew = Boolean(data.json) && data.json !== known.json;
    if (isNew) known.json = data.json;
    known.view.update(component, isNew ? JSON.parse(data.json) : null);
    return () => {
      views.get(parentElement)?.view.dispose();
      views.delete(parentElement);
    };
  };
}

// Where a view stands, as the address of the page says it.

export const AT = "at";

/** Says in the address where the view stands, so that a reload or a copied address comes back to it. */
export function standAt(position) {
  if (!location.protocol.startsWith("http")) return; // browsers keep the address of a file as it is
  const address = new URL(location.href);
  if (address.searchParams.get(AT) === `${position}`) return;
  address.searchParams.set(AT, position);
  history.replaceState(history.state, "", address);
}

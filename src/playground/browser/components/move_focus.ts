// The focus in lists that are one stop of Tab.

/** The facts about a key that was pressed in a list. */
type ListKey = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "target" | "preventDefault">;

/**
 * Up and down lead from stop to stop of a list, Home and End to its ends; every other key is left alone, and so is each with Alt, Ctrl or
 * Meta, or from outside of the stops. `from` is in the stop that has the focus. True when the key was for the list.
 */
export function moveFocus(
  event: ListKey,
  stops: readonly HTMLElement[],
  from: EventTarget | null | undefined = event.target,
): boolean {
  const { key, altKey, ctrlKey, metaKey } = event;
  const here = stops.findIndex((stop) => from instanceof Node && stop.contains(from));
  const last = stops.length - 1;
  const to = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: last }[key];
  if (to === undefined || here < 0 || altKey || ctrlKey || metaKey) return false;
  event.preventDefault();
  stops[Math.min(last, Math.max(0, to))]?.focus();
  return true;
}

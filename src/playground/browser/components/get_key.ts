// Keys for lists of objects that have no id of their own.

const keys = new WeakMap<object, number>();
let made = 0;

/** The key of an object: the same for the same object, and no other has it. */
export function getKey(item: object): number {
  const known = keys.get(item);
  if (known !== undefined) return known;
  keys.set(item, ++made);
  return made;
}

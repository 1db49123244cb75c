// Some keys of an object.

/** The same object without the keys that are undefined: such a key counts as left out. */
export function omitUndefined<T extends object>(value: T): T {
  const kept: readonly (readonly unknown[])[] = Object.entries(value).filter(([, inner]) =>
    inner !== undefined
  );
  return Object.fromEntries(kept);
}

/** What an object has under keys. */
export function pick(object: object, keys: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(keys.map((key) => [key, Reflect.get(object, key)]));
}

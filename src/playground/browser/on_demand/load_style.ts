// Loads a style sheet that is not part of the first load.

const loading = new Map<string, Promise<void>>();

/** Settles when the file of dist/ is in force; a failure is tried again with the next look. */
export function loadStyle(name: string): Promise<void> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(name, import.meta.url).href;
  link.addEventListener("load", () => resolve());
  link.addEventListener("error", () => {
    link.remove();
    loading.delete(name);
    reject(new Error(`${name} was not loaded.`));
  });
  document.head.append(link);
  loading.set(name, promise);
  return promise;
}

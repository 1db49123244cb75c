// A text as a file of the visitor.

/** Milliseconds until the browser has begun to save it. */
const SAVED_MS = 1_000;

/** Saves a text under a name. */
export function saveFile(name: string, type: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVED_MS);
}

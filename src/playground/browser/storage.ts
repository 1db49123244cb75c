// What the browser keeps for this page. A browser that refuses it, or is full, keeps nothing: then it lasts until the page is left.

/** @param open Throws where storage is refused. */
function storage(open: () => Storage) {
  const unkept: Map<string, string> = new Map();
  return {
    get(key: string): string | null {
      const value = unkept.get(key);
      if (value !== undefined) return value;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    set(key: string, value: string) {
      try {
        open().setItem(key, value);
        unkept.delete(key);
      } catch {
        unkept.set(key, value);
      }
    },
    remove(key: string) {
      unkept.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

/** For this tab alone. */
export const tabStorage = storage(() => sessionStorage);

/** For all tabs of this browser. */
export const browserStorage = storage(() => localStorage);

/** The names of all that is kept for this page, in the tab and in the browser. */
export function keptNames(): string[] {
  try {
    const names = [localStorage, sessionStorage].flatMap((kept) => Object.keys(kept));
    return [...new Set(names)].filter((name) => name.startsWith("treadle.")).sort();
  } catch {
    return []; // storage is refused
  }
}

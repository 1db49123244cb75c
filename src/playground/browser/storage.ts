// What the browser keeps for this page. A browser that refuses it, or is full, keeps nothing: then it lasts until the page is left.

/** Texts by their keys. */
interface KeptTexts {
  /** Null where nothing is kept. */
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * What one storage of the browser keeps, and in its place this page.
 *
 * @param open Throws where storage is refused.
 */
function createStorage(open: () => Storage): KeptTexts {
  const unkept = new Map<string, string>();
  return {
    get(key) {
      const value = unkept.get(key);
      if (value !== undefined) return value;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        open().setItem(key, value);
        unkept.delete(key);
      } catch {
        unkept.set(key, value);
      }
    },
    remove(key) {
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
export const tabStorage: KeptTexts = createStorage(() => sessionStorage);

/** For all tabs of this browser. */
export const browserStorage: KeptTexts = createStorage(() => localStorage);

/** The names of all that is kept for this page, in the tab and in the browser. */
export function keptNames(): string[] {
  try {
    const names = [localStorage, sessionStorage].flatMap((kept) => Object.keys(kept));
    return [...new Set(names)].filter((name) => name.startsWith("treadle.")).sort();
  } catch {
    return []; // storage is refused
  }
}

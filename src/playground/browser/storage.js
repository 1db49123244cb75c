// What the browser keeps for this page. A browser that refuses it, or is full, keeps nothing: then it lasts until the page is left.

/** @param {() => Storage} open Throws where storage is refused. */
function storage(open) {
  /** @type {Map<string, string>} */
  const unkept = new Map();
  return {
    /** @param {string} key @returns {string | null} */
    get(key) {
      const value = unkept.get(key);
      if (value !== undefined) return value;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    /** @param {string} key @param {string} value */
    set(key, value) {
      try {
        open().setItem(key, value);
        unkept.delete(key);
      } catch {
        unkept.set(key, value);
      }
    },
    /** @param {string} key */
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
export const tabStorage = storage(() => sessionStorage);

/** For all tabs of this browser. */
export const browserStorage = storage(() => localStorage);

/** The names of all that is kept for this page, in the tab and in the browser. @returns {string[]} */
export function keptNames() {
  try {
    const names = [localStorage, sessionStorage].flatMap((kept) => Object.keys(kept));
    return [...new Set(names)].filter((name) => name.startsWith("treadle.")).sort();
  } catch {
    return []; // storage is refused
  }
}

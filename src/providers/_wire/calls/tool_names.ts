// Tool names on the wire. Names such as `GitHub.SetStarred` are legal in Treadle and a 400 at most providers, which
// also check the names in the history; each illegal name gets an alias that depends on the name alone, so
// prompts stay cacheable.

import { fnv64 } from "../../../core/text/hash.ts";
import { WIRE_NAMES } from "../../../core/tool/wire_names.ts";

/** Both ways between Treadle's names and the names on the wire of one request. */
export interface Aliases {
  toWire(name: string): string;
  /** A name the model used; one that is no alias is returned as it is. */
  fromWire(wireName: string): string;
  /**
   * The aliases that differ from the usual one because another tool has that name, with blanks between; almost always "".
   * Under different collisions the same history is written differently.
   */
  readonly collisions: string;
}

/**
 * Aliases for a request that offers tools of these names; a name that only its history mentions has its alias without
 * them. `legal` are the names that the provider takes; an alias is one that all take.
 */
export function createAliases(names: Iterable<string>, legal: RegExp = WIRE_NAMES.common): Aliases {
  const toWire = new Map<string, string>();
  const fromWire = new Map<string, string>();
  const unique = [...new Set(names)];
  const collisions: string[] = [];
  // Legal names first: an alias that equals one gets a suffix.
  for (const name of unique.filter((name) => legal.test(name))) {
    toWire.set(name, name);
    fromWire.set(name, name);
  }
  for (const name of unique.filter((name) => !legal.test(name))) {
    let alias = toAlias(name);
    for (let attempt = 1; fromWire.has(alias); attempt++) alias = toAlias(name, String(attempt));
    if (alias !== toAlias(name)) collisions.push(alias);
    toWire.set(name, alias);
    fromWire.set(alias, name);
  }
  return {
    toWire: (name) => toWire.get(name) ?? (legal.test(name) ? name : toAlias(name)),
    fromWire: (wireName) => fromWire.get(wireName) ?? wireName,
    collisions: collisions.join(" "),
  };
}

/**
 * The alias of a name. Readable part and hash: 51 + "_" + 12 characters are the 64 that OpenAI allows. Cohere takes no hyphens, and Gemini
 * neither takes a digit in front.
 */
export function toAlias(name: string, salt = ""): string {
  const readable = name.replace(/[^a-zA-Z0-9_]/g, "_").replace(/^(?=\d)/, "_").slice(0, 51);
  return `${readable}_${fnv64(name + salt).slice(0, 12)}`;
}

// Semantic versions (semver.org 2.0.0): their form and their order.

/** A version in its parts. Numbers are kept as digits, since they may have any length. */
interface Parts {
  readonly core: readonly string[];
  /** Empty for a release. */
  readonly prerelease: readonly string[];
}

const NUMBER = "(?:0|[1-9][0-9]*)";
const IDENTIFIER = `(?:${NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`;
const FORM = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?` +
    `(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/** Most characters of a version. */
const LONGEST = 64;

/** True for `1.2.3`, `1.0.0-rc.1` and `1.0.0+build`; false for `1.2`, `v1.2.3` and `01.0.0`. */
export function isSemanticVersion(text: string): boolean {
  return text.length <= LONGEST && FORM.test(text);
}

/**
 * Below 0 when the first version comes before the second, above 0 when it comes after it, and 0 when neither does: what stands
 * behind `+` does not count.
 *
 * @example
 * ```ts
 * import { compareVersions } from "./semantic_version.ts";
 * import assert from "node:assert/strict";
 *
 * const versions = ["1.10.0", "1.9.0", "1.9.0-rc.2", "1.9.0-rc.10"];
 * assert.deepEqual(versions.sort(compareVersions), ["1.9.0-rc.2", "1.9.0-rc.10", "1.9.0", "1.10.0"]);
 * ```
 */
export function compareVersions(first: string, second: string): number {
  const [one, other] = [parseParts(first), parseParts(second)];
  const core = compareLists(one.core, other.core);
  if (core !== 0) return core;
  const [before, behind] = [one.prerelease.length, other.prerelease.length];
  if (before === 0 || behind === 0) return Math.sign(behind - before);
  return compareLists(one.prerelease, other.prerelease);
}

/** The release behind a version: `1.2.4` behind `1.2.3`, and `1.2.3` behind `1.2.3-rc.1`. */
export function nextPatch(version: string): string {
  const { core: [major = "0", minor = "0", patch = "0"], prerelease } = parseParts(version);
  return `${major}.${minor}.${prerelease.length > 0 ? patch : BigInt(patch) + 1n}`;
}

function parseParts(version: string): Parts {
  const [, major = "0", minor = "0", patch = "0", prerelease = ""] = FORM.exec(version) ?? [];
  return { core: [major, minor, patch], prerelease: prerelease === "" ? [] : prerelease.split(".") };
}

/** Of two lists that begin alike the longer one comes after the other. */
function compareLists(first: readonly string[], second: readonly string[]): number {
  for (const [index, one] of first.entries()) {
    const other = second[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(one, other);
    if (order !== 0) return order;
  }
  return Math.sign(first.length - second.length);
}

/** Numbers come before words. */
function compareIdentifiers(first: string, second: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(first), /^\d+$/.test(second)];
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  if (isNumber && first.length !== second.length) return Math.sign(first.length - second.length);
  return first === second ? 0 : first < second ? -1 : 1;
}

// What CHANGELOG.md says of a release: the section of its version, and its notes.

/** The heading of what no release has yet. */
const UNRELEASED = "Unreleased";

/**
 * CHANGELOG.md with the section Unreleased under the name of a release, and an empty one above it. `day` is such as `2026-12-01`.
 *
 * @throws {Error} nothing stands under Unreleased, or the version has a section already
 */
export function nameRelease(changelog: string, version: string, day: string): string {
  if (findSection(changelog, version) !== undefined) {
    throw new Error(`CHANGELOG.md has a section of ${version} already.`);
  }
  assertText(findSection(changelog, UNRELEASED), UNRELEASED);
  return changelog.replace(`## ${UNRELEASED}\n`, `## ${UNRELEASED}\n\n## ${version}, ${day}\n`);
}

/**
 * The notes of a release, as Markdown: the section of its version, else what stands under Unreleased. Links into the project lead to
 * `repository`, at the tag of the version; without a repository they stay as they are.
 *
 * @throws {Error} CHANGELOG.md has neither
 *
 * @example
 * ```ts
 * import { writeNotes } from "./changes.ts";
 * import assert from "node:assert/strict";
 *
 * const changelog = "# Changes\n\n## Unreleased\n\n- [Limits](docs/limits.md) are bounds.\n";
 * const link = "https://code.example/a/b/blob/v0.1.0/docs/limits.md";
 * assert.equal(writeNotes(changelog, "0.1.0", "https://code.example/a/b"), `- [Limits](${link}) are bounds.\n`);
 * ```
 */
export function writeNotes(changelog: string, version: string, repository: string | undefined): string {
  const named = findSection(changelog, version);
  const text = assertText(
    named ?? findSection(changelog, UNRELEASED),
    named === undefined ? UNRELEASED : version,
  );
  if (repository === undefined) return text;
  return text.replaceAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, `](${repository}/blob/v${version}/$1)`);
}

/** Whether the version has a section of its own. */
export function hasSection(changelog: string, version: string): boolean {
  return findSection(changelog, version) !== undefined;
}

/** The text below `## 0.1.0, 2026-12-01` or `## Unreleased`, up to the next heading of the level. */
function findSection(changelog: string, name: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) =>
    section.startsWith(`${name}\n`) || section.startsWith(`${name}, `)
  );
  return found?.slice(found.indexOf("\n") + 1);
}

function assertText(section: string | undefined, name: string): string {
  const text = section?.trim() ?? "";
  if (text === "") throw new Error(`CHANGELOG.md has nothing under ${name}.`);
  return `${text}\n`;
}

// Every package that deno.json or a member of src imports has a row with a reason and an owner, a pinned version, and a word in the decisions.

import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import cli from "../../src/cli/deno.json" with { type: "json" };
import browser from "../../src/playground/browser/deno.json" with { type: "json" };
import bridge from "../../src/redis_rest/deno.json" with { type: "json" };
import { codeIn, readPage, rowsOf } from "../support/docs/markdown.ts";
import { projectRoot } from "../support/project.ts";

const IMPORTS: Readonly<Record<string, string>> = {
  ...config.imports,
  ...cli.imports,
  ...browser.imports,
  ...bridge.imports,
};
const PACKAGES = Object.entries(IMPORTS).flatMap(([name, target]) =>
  target.startsWith("npm:") ? [{ name, range: target.slice(`npm:${name}@`.length) }] : []
);

const { text } = await readPage("docs/dependencies.md");
const cut = text.indexOf("## Of the clone alone");
const ROWS = [text.slice(0, cut), text.slice(cut)].flatMap((part) => {
  const rows = rowsOf(part, "package");
  return rows.map((row) => ({
    name: codeIn(row[0] ?? "")[0],
    range: codeIn(row[1] ?? "")[0],
    reason: row.at(-3) ?? "",
    owner: codeIn(row.at(-2) ?? "")[0] ?? "",
    keptBy: row.at(-1) ?? "",
  }));
});

Deno.test("dependencies: docs/dependencies.md has exactly what deno.json and the members of src import, with the same ranges", () => {
  const sorted = (rows: readonly { readonly name?: string; readonly range?: string }[]) =>
    rows.map(({ name, range }) => `${name} ${range}`).sort();
  assert.deepEqual(sorted(ROWS), sorted(PACKAGES));
});

for (const { name, reason, owner, keptBy } of ROWS) {
  Deno.test(`dependencies: ${name} has a reason, a keeper, and an owner that is there`, async () => {
    assert.ok(reason.length > 10 && keptBy.length > 1, `${name}: ${reason} | ${keptBy}`);
    await Deno.stat(new URL(owner, projectRoot));
  });
}

Deno.test("dependencies: deno.lock pins the version of each, with the hash of its content", () => {
  const { specifiers, npm: packages }: Lock = JSON.parse(
    Deno.readTextFileSync(new URL("deno.lock", projectRoot)),
  );
  for (const { name } of PACKAGES) {
    // Deno writes a range in its shortest form: `^0.9.1` is `~0.9.1`.
    const pinned = Object.entries(specifiers).filter(([specifier]) => specifier.startsWith(`npm:${name}@`));
    assert.ok(pinned.length > 0, `${name} is in deno.lock`);
    for (const [, version] of pinned) {
      assert.match(packages[`${name}@${version}`]?.integrity ?? "", /^sha512-/, `${name}@${version}`);
    }
  }
});

interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, { readonly integrity?: string }>>;
}

Deno.test("dependencies: each is named in docs/decisions.md", async () => {
  const decisions = (await readPage("docs/decisions.md")).text;
  // `@upstash/redis` is not `redis`: a name has neither a letter nor a slash beside it.
  const isNamed = (name: string) =>
    new RegExp(`(?<![\\w/@.-])${name.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&")}(?![\\w/-])`).test(decisions);
  assert.deepEqual(PACKAGES.map(({ name }) => name).filter((name) => !isNamed(name)), []);
});

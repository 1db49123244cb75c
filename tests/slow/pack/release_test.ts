// D2: what a release has beside the tarball: no install script anywhere.

import assert from "node:assert/strict";
import { assertNoScripts, CHECKS } from "../../../src/tasks/release.ts";
import { MEMBERS } from "../../../src/tasks/pack/members.ts";
import { listInstalled } from "../../../src/tasks/release/installed.ts";
import testsConfig from "../deno.json" with { type: "json" };
import { codeIn, readPage, rowsOf } from "../../support/docs/markdown.ts";
import { installedPackage, packed } from "../support/packed.ts";

Deno.test("V8, D2: nothing that npm installs with the package has an install script", async () => {
  const installed = await listInstalled(await installedPackage());
  assert.ok(installed.some(({ name }) => name === "@treadle/treadle"));
  assert.ok(installed.length > 30, `${installed.length} packages`);
  assertNoScripts(installed);
});

Deno.test("D2: a script of a package is found, also of one inside another, and a build of native code", async () => {
  const folder = await Deno.makeTempDir({ prefix: "installed_" });
  const write = async (path: string, name: string, scripts: Record<string, string>) => {
    await Deno.mkdir(`${folder}/${path}`, { recursive: true });
    await Deno.writeTextFile(
      `${folder}/${path}/package.json`,
      JSON.stringify({ name, version: "1.0.0", scripts }),
    );
  };
  await write("good", "good", { test: "true", prepare: "true" });
  await write("@scope/outer", "@scope/outer", {});
  await write("@scope/outer/node_modules/inner", "inner", { postinstall: "node run.js" });
  await write("native", "native", {});
  await Deno.writeTextFile(`${folder}/native/binding.gyp`, "{}");
  const installed = await listInstalled(folder);
  assert.deepEqual(installed.map(({ name, scripts }) => [name, scripts]), [
    ["@scope/outer", []],
    ["good", []],
    ["inner", ["postinstall"]],
    ["native", ["binding.gyp"]],
  ]);
  assert.throws(
    () => assertNoScripts(installed),
    /inner 1\.0\.0: postinstall\nnative 1\.0\.0: binding\.gyp$/,
  );
  await Deno.remove(folder, { recursive: true });
});

Deno.test("V8, D2, Q6: docs/dependencies.md has the dependencies of the runtime and those of the others, with their ranges", async () => {
  const known = new Set<string>();
  const readOwn = async (name: string) => {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      await Deno.readTextFile(`${(await packed(name)).folder}package.json`),
    );
    const own = Object.entries(dependencies).filter(([each]) =>
      !each.startsWith("@treadle/") && !known.has(each)
    );
    for (const [each] of own) known.add(each);
    return own;
  };
  const [ofRuntime = [], ...ofOthers] = await Array.fromAsync(MEMBERS, ({ name }) => readOwn(name));
  const { text } = await readPage("docs/dependencies.md");
  const rowsBetween = (from: string, to: string) =>
    rowsOf(text.slice(text.indexOf(from), text.indexOf(to)), "package")
      .map(([name = "", range = ""]) => [codeIn(name)[0], codeIn(range)[0]]);
  assert.deepEqual(rowsBetween("## Of the runtime", "## Of the other packages"), ofRuntime);
  const sorted = ofOthers.flat().toSorted(([one], [other]) => one < other ? -1 : 1);
  assert.deepEqual(rowsBetween("## Of the other packages", "## Optional peers"), sorted);
});

Deno.test("D2: a release is checked by the versions of publint and attw that the tests have", () => {
  const specifiers = CHECKS.map(([specifier]) => specifier.replace(/\/attw$/, ""));
  assert.deepEqual(specifiers, [testsConfig.imports.publint, testsConfig.imports["@arethetypeswrong/cli"]]);
});

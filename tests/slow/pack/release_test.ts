// D2: what a release has beside the tarball: no install script anywhere.

import assert from "node:assert/strict";
import { assertNoScripts, CHECKS } from "../../../src/tasks/release.ts";
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

Deno.test("V8, D2: docs/dependencies.md has the dependencies of the package, with their ranges", async () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    await Deno.readTextFile(`${(await packed()).folder}package.json`),
  );
  const { text } = await readPage("docs/dependencies.md");
  const section = text.slice(text.indexOf("## Of the package"), text.indexOf("## Optional peers"));
  const rows = rowsOf(section, "package").map((
    [name = "", range = ""],
  ) => [codeIn(name)[0], codeIn(range)[0]]);
  assert.deepEqual(rows, Object.entries(dependencies));
});

Deno.test("D2: a release is checked by the versions of publint and attw that the tests have", () => {
  const specifiers = CHECKS.map(([specifier]) => specifier.replace(/\/attw$/, ""));
  assert.deepEqual(specifiers, [testsConfig.imports.publint, testsConfig.imports["@arethetypeswrong/cli"]]);
});

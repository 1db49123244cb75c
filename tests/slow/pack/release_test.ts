// D2: what a release has beside the tarball: no install script anywhere, a bill of materials, sizes, and the line that publishes.

import assert from "node:assert/strict";
import { assertNoScripts, CHECKS } from "../../../src/cli/release.ts";
import { listInstalled } from "../../../src/cli/release/installed.ts";
import testsConfig from "../deno.json" with { type: "json" };
import { codeIn, readPage, rowsOf } from "../../support/docs/markdown.ts";
import { installedPackage, packed, packedTarball } from "../support/packed.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";

/** Bytes that an install may have without optional peers: 45.6 MB and a tenth. */
const MOST_BYTES = 50_000_000;

Deno.test("D2: nothing that npm installs with the package has an install script", async () => {
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

Deno.test("D2: docs/dependencies.md has the dependencies of the package, with their ranges", async () => {
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

Deno.test("D2: deno task release writes a bill of materials with every package, and ends with the line that publishes", async () => {
  const tarball = await packedTarball();
  const out = await Deno.makeTempDir({ prefix: "release_" });
  const program = fromFileUrl(new URL("src/cli/release.ts", projectRoot));
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", program, "--tarball", tarball, "--out", out],
    cwd: fromFileUrl(projectRoot),
    stdin: "null",
  }).output();
  const [printed = "", errors = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.ok(success, errors);
  assert.equal(printed.trimEnd().split("\n").at(-1), `npm publish ${tarball} --provenance --access public`);
  const sizes: readonly { name: string; version: string; bytes: number }[] = JSON.parse(
    await Deno.readTextFile(`${out}/sizes.json`),
  );
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes: docs/dependencies.md says how many`);
  const sbom: Sbom = JSON.parse(await Deno.readTextFile(`${out}/sbom.cdx.json`));
  assert.equal(sbom.bomFormat, "CycloneDX");
  const known = new Set(
    sbom.components.map(({ name, group, version }) => `${group ? `${group}/` : ""}${name} ${version}`),
  );
  assert.deepEqual(
    sizes.map(({ name, version }) => `${name} ${version}`).filter((each) => !known.has(each)),
    [],
  );
  for (const { purl, licenses } of sbom.components) assert.ok(licenses.length > 0, `${purl} has a licence`);
  await Deno.remove(out, { recursive: true });
});

/** The part of a bill of materials of CycloneDX that is read. */
interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly name: string;
    readonly group?: string;
    readonly version: string;
    readonly purl: string;
    readonly licenses: readonly unknown[];
  }[];
}

// D2: what a release has beside the tarball: notes, a bill of materials, sizes, and the line that publishes.

import assert from "node:assert/strict";
import { packedTarball } from "../../slow/support/packed.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";

/** Bytes that an install may have without optional peers: 45.6 MB and a tenth. */
const MOST_BYTES = 50_000_000;

Deno.test("D2: deno task release writes a bill of materials with every package, and ends with the line that publishes", async () => {
  const tarball = await packedTarball();
  const out = await Deno.makeTempDir({ prefix: "release_" });
  const program = fromFileUrl(new URL("src/tasks/release.ts", projectRoot));
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", program, "--tarball", tarball, "--out", out],
    cwd: fromFileUrl(projectRoot),
    stdin: "null",
  }).output();
  const [printed = "", errors = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.ok(success, errors);
  assert.equal(printed.trimEnd().split("\n").at(-1), `npm publish ${tarball} --provenance --access public`);
  assert.match(await Deno.readTextFile(`${out}/notes.md`), /^### \w+\n\n- /);
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

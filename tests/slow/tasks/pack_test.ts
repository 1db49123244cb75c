import assert from "node:assert/strict";
import { declarePackage } from "../../../src/tasks/pack/declarations.ts";
import { findPackageName, manifest, toModulePath } from "../../../src/tasks/pack/manifest.ts";

Deno.test("pack: the package of a specifier", () => {
  const cases: Record<string, string | undefined> = {
    "zod": "zod",
    "zod/mini": "zod",
    "@upstash/redis": "@upstash/redis",
    "@upstash/redis/cloudflare": "@upstash/redis",
    "./chunk.js": undefined,
    "../core/error.ts": undefined,
    "node:fs": undefined,
    "cloudflare:workers": undefined,
  };
  for (const [specifier, name] of Object.entries(cases)) {
    assert.equal(findPackageName(specifier), name, specifier);
  }
});

Deno.test("pack: @opentelemetry/api is one that SDKs 2.x take, whose peer is below 1.10", () => {
  const { dependencies = {} }: { dependencies?: Record<string, string> } = manifest(
    new Set(["@opentelemetry/api"]),
  );
  assert.equal(dependencies["@opentelemetry/api"], "^1.9.0");
});

Deno.test("pack: an entry has the path of its source below src", () => {
  assert.equal(toModulePath("./src/mod.ts"), "mod");
  assert.equal(toModulePath("./src/stores/embedded/sqlite/store.ts"), "stores/embedded/sqlite/store");
});

Deno.test("pack: a package that deno.json does not name is refused, whatever Object.prototype has", () => {
  assert.throws(
    () => manifest(new Set(["zod", "left-pad"])),
    /imports left-pad, which deno\.json does not name/,
  );
  assert.throws(() => manifest(new Set(["constructor"])), /imports constructor/);
});

Deno.test("pack: what Node 20 does not have is refused with its place each time, nothing is written, and what is known of other modules is used", async () => {
  const [folder, kept] = [await Deno.makeTempDir(), await Deno.makeTempDir()];
  const declare = (entry: string) =>
    declarePackage([entry], new URL(`file://${folder}/`), new URL(`file://${kept}/`));
  try {
    for (let time = 1; time <= 2; time++) {
      await assert.rejects(
        declare("../tests/slow/pack/_too_new"),
        /The declarations cannot be made:\ntests\/slow\/pack\/_too_new\.ts\(3,\d+\): error TS\d+: Property 'toHex' does not exist/,
      );
      assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
    }
    for (let time = 1; time <= 2; time++) {
      await declare("core/json");
      assert.match(await Deno.readTextFile(`${folder}/core/json.d.ts`), /export type Json /);
      await Deno.remove(`${folder}/core`, { recursive: true });
    }
  } finally {
    for (const each of [folder, kept]) await Deno.remove(each, { recursive: true });
  }
});

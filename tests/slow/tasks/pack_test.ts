import assert from "node:assert/strict";
import { declareMembers } from "../../../src/tasks/pack/declarations.ts";
import { findPackageName, manifest } from "../../../src/tasks/pack/manifest.ts";
import { ENTRY_SOURCES, MOVED, RUNTIME, toModulePath } from "../../../src/tasks/pack/members.ts";
import { writeSizes } from "../../../src/tasks/pack/sizes.ts";

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
    RUNTIME,
    new Set(["@opentelemetry/api"]),
    false,
  );
  assert.equal(dependencies["@opentelemetry/api"], "^1.9.0");
});

Deno.test("pack: an entry has the path of its source below src", () => {
  assert.equal(toModulePath("./src/mod.ts"), "mod");
  assert.equal(toModulePath("./src/stores/embedded/sqlite/store.ts"), "stores/embedded/sqlite/store");
});

Deno.test("pack: a package that deno.json does not name is refused, whatever Object.prototype has", () => {
  assert.throws(
    () => manifest(RUNTIME, new Set(["zod", "left-pad"]), false),
    /imports left-pad, which deno\.json does not name/,
  );
  assert.throws(() => manifest(RUNTIME, new Set(["constructor"]), false), /imports constructor/);
});

Deno.test("Q6: an entry that a member has now is imported by both names, from one source", () => {
  assert.deepEqual([...MOVED], [
    ["./channels", "@treadle/channels"],
    ["./client", "@treadle/react/client"],
    ["./evaluation", "@treadle/evaluation"],
    ["./playground", "@treadle/studio"],
    ["./react", "@treadle/react"],
    ["./redis-rest", "@treadle/redis-rest"],
  ]);
  for (const [entry, name] of MOVED) {
    assert.equal(RUNTIME.entries[entry], undefined, entry);
    assert.equal(ENTRY_SOURCES[`${RUNTIME.name}${entry.slice(1)}`], ENTRY_SOURCES[name]);
  }
});

Deno.test("Q6: in a clone each member is imported by its own name too", async () => {
  const [client, former] = await Promise.all([
    import("@treadle/react/client"),
    import("@treadle/treadle/client"),
  ]);
  assert.equal(client.createClient, former.createClient);
});

Deno.test("Q6: sizes go into the rows of their packages, and columns keep their widths", () => {
  const page = "| `@treadle/cli` | `treadle` | 1     |\n| `@treadle/none` | a | 7 |\n";
  assert.equal(
    writeSizes(page, new Map([["@treadle/cli", 5869]])),
    "| `@treadle/cli` | `treadle` | 5,869 |\n| `@treadle/none` | a | 7 |\n",
  );
});

Deno.test("pack: what Node 20 does not have is refused with its place each time, nothing is written, and what is known of other modules is used", async () => {
  const [folder, kept] = [await Deno.makeTempDir(), await Deno.makeTempDir()];
  const declare = (entry: string) =>
    declareMembers(
      new Map([[{ ...RUNTIME, entries: { ".": entry } }, new URL(`file://${folder}/`)]]),
      new URL(`file://${kept}/`),
    );
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

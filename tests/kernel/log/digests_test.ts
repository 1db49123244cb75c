// Record: a digest of a short private value is that value for everybody who can count. What is kept of arguments and inputs beside
// their text is keyed by what the digest does not tell. The receipt of an Idempotency-Key, which is kept for a day, is the exception
// until no isolate of an earlier release meets it: docs/decisions.md, "Forks, schemas and rollouts".

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { canonicalJson, fnv64 } from "../../../src/core/text/hash.ts";
import { sha256, sha256Hex } from "../../../src/core/text/sha256.ts";
import { deploy } from "../../compat/_deployment.ts";
import { serveModel } from "../../compat/_model.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";

const NUMBER = "4915112345678";
const KEY = "key-of-the-client-1";

/** All that a database has, as text. */
function dumpOf(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true });
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = names.map(({ name }) => JSON.stringify(db.prepare(`SELECT * FROM ${name}`).all()));
  db.close();
  return rows.join("\n");
}

Deno.test("record: neither the store nor an export has a plain digest of a private value", async () => {
  await using file = await sqliteFile();
  await using model = serveModel();
  await using deployment = deploy({
    location: { type: "sqlite", path: file.path },
    model: model.url,
    clock: Date.now,
  });
  const body = { agent: "worker", input: `job ${NUMBER}: once`, until: "step" };
  const path = "/v1/threads/private/steps";
  const first = await (await deployment.send("POST", path, body, { "idempotency-key": KEY })).json();
  assert.equal(first.calls.length, 1);
  const { args }: { readonly args: { readonly label: string } } = first.calls[0];
  const kept = dumpOf(file.path) + await (await deployment.send("GET", "/v1/threads/private/export")).text();
  assert.ok(kept.includes(NUMBER), "its text is there, until it is removed");
  const texts = [
    NUMBER,
    args.label,
    body.input,
    canonicalJson(args),
    `once ${canonicalJson(args)}`,
    canonicalJson(body),
    KEY,
  ];
  for (const text of texts) {
    const hex = await sha256Hex(text);
    for (const digest of [hex.slice(0, 16), (await sha256(text)).slice(0, 16), fnv64(text).slice(0, 8)]) {
      assert.ok(!kept.includes(digest), `${digest} is a digest of ${text}`);
    }
  }
  // The same request is recognised all the same, and another one is not taken for it.
  const again = await deployment.send("POST", path, body, { "idempotency-key": KEY });
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  const other = await deployment.send("POST", path, { ...body, input: "job other: once" }, {
    "idempotency-key": KEY,
  });
  assert.equal((await other.json()).code, "idempotency_mismatch");
});

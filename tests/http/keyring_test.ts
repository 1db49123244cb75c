import assert from "node:assert/strict";
import "./_keys.ts";
import { createKeyring, isSame } from "../../src/http/access/keyring.ts";

const KEYS = [{ tenant: "acme", key: "acme-key-0123456789" }, { tenant: "beta", key: "beta-key-0123456789" }];

Deno.test("keyring: a key names its tenant, and nothing else does", () => {
  const keyring = createKeyring(KEYS);
  assert.deepEqual(keyring("acme-key-0123456789"), { tenant: "acme", by: "key_o8aRhaOt", scopes: undefined });
  assert.equal(keyring("beta-key-0123456789")?.tenant, "beta");
  const twice = "acme-key-0123456789acme-key-0123456789";
  for (
    const wrong of ["", "acme", "acme-key-012345678", "acme-key-0123456789 ", "ACME-KEY-0123456789", twice]
  ) {
    assert.equal(keyring(wrong), undefined, wrong);
  }
});

Deno.test("keys are compared to their last character, wherever they differ", () => {
  const key = "k".repeat(32);
  for (const index of [0, 15, 31]) {
    let reads = 0;
    const presented = { length: 32, charCodeAt: (at: number) => (reads++, at === index ? 0x78 : 0x6b) };
    assert.equal(isSame(key, presented), false);
    assert.equal(reads, 32);
  }
  assert.equal(isSame(key, key), true);
  assert.equal(isSame(key, key.slice(1)), false);
});

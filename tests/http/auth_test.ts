import assert from "node:assert/strict";
import { createKeyring, sameDigest } from "../../src/http/auth.ts";

const KEYS = [{ tenant: "acme", key: "acme-key-0123456789" }, { tenant: "beta", key: "beta-key-0123456789" }];

Deno.test("keyring: a key names its tenant, and nothing else does", async () => {
  const keyring = createKeyring(KEYS);
  assert.equal(await keyring("acme-key-0123456789"), "acme");
  assert.equal(await keyring("beta-key-0123456789"), "beta");
  for (const wrong of ["", "acme", "acme-key-012345678", "acme-key-0123456789 ", "ACME-KEY-0123456789"]) {
    assert.equal(await keyring(wrong), undefined, wrong);
  }
});

Deno.test("digests are compared to their last byte, wherever they differ", () => {
  const digest = new Uint8Array(32).fill(7);
  for (const index of [0, 15, 31]) {
    const other = digest.slice();
    other[index] = 8;
    const reads: PropertyKey[] = [];
    const counted = new Proxy({ ...other, length: 32 }, {
      get(target, key, receiver) {
        if (key !== "length") reads.push(key);
        return Reflect.get(target, key, receiver);
      },
    });
    assert.equal(sameDigest(digest, counted), false);
    assert.equal(reads.length, 32);
  }
  assert.equal(sameDigest(digest, digest.slice()), true);
  assert.equal(sameDigest(digest, digest.slice(1)), false);
});

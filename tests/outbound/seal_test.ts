// Row E14: secrets in the store are encrypted.

import assert from "node:assert/strict";
import { createSealer } from "../../src/outbound/seal.ts";

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const [OLD, NEW] = ["old-secret-of-32-visible-characters", "new-secret-of-32-visible-characters"];

Deno.test("E14: a sealed text opens with its key and for its purpose alone", async () => {
  const sealer = createSealer([OLD], random);
  const [one, two] = await Promise.all([
    sealer.seal("whsec_ü", "webhook/acme/1"),
    sealer.seal("whsec_ü", "webhook/acme/1"),
  ]);
  assert.notEqual(one, two);
  assert.doesNotMatch(one, /whsec/);
  assert.deepEqual(await sealer.open(one, "webhook/acme/1"), { text: "whsec_ü", current: true });
  const wrong = { code: "secrets_not_configured" };
  await assert.rejects(sealer.open(one, "webhook/acme/2"), wrong);
  await assert.rejects(createSealer([NEW], random).open(one, "webhook/acme/1"), wrong);
  await assert.rejects(sealer.open(`${one.slice(0, -2)}AA`, "webhook/acme/1"), wrong);
  for (const broken of ["", "s1.", "s2.abc.def", one.slice(0, 20)]) {
    await assert.rejects(sealer.open(broken, "webhook/acme/1"), wrong);
  }
  await assert.rejects(createSealer([], random).seal("x", "y"), wrong);
});

Deno.test("E14: after a change of the key old texts open, and are worth sealing again", async () => {
  const sealed = await createSealer([OLD], random).seal("text", "p");
  assert.deepEqual(await createSealer([NEW, OLD], random).open(sealed, "p"), {
    text: "text",
    current: false,
  });
  const again = await createSealer([NEW, OLD], random).seal("text", "p");
  assert.deepEqual(await createSealer([NEW], random).open(again, "p"), { text: "text", current: true });
});

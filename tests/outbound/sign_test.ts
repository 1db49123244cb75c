// Row E8: signatures of Standard Webhooks, verified by the published packages.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { isSecret, newSecret, signMessage } from "../../src/outbound/sign.ts";

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

Deno.test("E8: standardwebhooks and svix verify a message, with each secret of a rotation", async () => {
  const [fresh, old] = [newSecret(random), newSecret(random)];
  const body = JSON.stringify({ type: "run.finished", text: "ü ✓" });
  const headers = await signMessage({ id: "msg_1", at: Date.now(), body }, [fresh, old]);
  for (const secret of [fresh, old]) {
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
    assert.doesNotThrow(() => new SvixWebhook(secret).verify(body, headers));
    assert.throws(() => new SvixWebhook(secret).verify(`${body} `, headers));
  }
  assert.throws(() => new Webhook(newSecret(random)).verify(body, headers), /signature/i);
  assert.throws(() => new Webhook(fresh).verify(`${body} `, headers), /signature/i);
  assert.throws(() => new Webhook(fresh).verify(body, { ...headers, "webhook-id": "msg_2" }), /signature/i);
});

Deno.test("E8: a message that is 10 minutes old is refused by the packages", async () => {
  const secret = newSecret(random);
  const headers = await signMessage({ id: "msg_1", at: Date.now() - 600_000, body: "{}" }, [secret]);
  assert.throws(() => new Webhook(secret).verify("{}", headers), /timestamp/i);
});

Deno.test("E8: a secret is whsec_ and the base64 of 24 to 64 bytes", async () => {
  for (const bytes of [24, 32, 33, 64]) {
    const secret = `whsec_${btoa(String.fromCharCode(...random(bytes)))}`;
    assert.ok(isSecret(secret), String(bytes));
    const headers = await signMessage({ id: "m", at: Date.now(), body: "{}" }, [secret]);
    new Webhook(secret).verify("{}", headers);
  }
  for (
    const bad of [
      "",
      "whsec_",
      "whsec_abc",
      `whsec_${btoa("x".repeat(23))}`,
      `whsec_${btoa("x".repeat(70))}`,
      btoa("x".repeat(32)),
    ]
  ) {
    assert.ok(!isSecret(bad), bad);
    await assert.rejects(signMessage({ id: "m", at: 0, body: "" }, [bad]), { code: "config_invalid" });
  }
});

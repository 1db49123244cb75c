import assert from "node:assert/strict";
import Stripe from "stripe";
import { SENDERS } from "../../triggers/_senders.ts";

Deno.test("E8: the tests sign deliveries of Stripe as its package does", async () => {
  const { sign, secrets: [secret] } = SENDERS.find(({ name }) => name === "stripe") ?? assert.fail();
  for (const body of ["", '{"id":"evt_1"}', "Grüße\n"]) {
    const at = 1_700_000_000_999;
    const published = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret,
      timestamp: Math.floor(at / 1000),
    });
    assert.deepEqual(await sign({ id: "evt_1", body, at, url: "" }, secret), {
      "stripe-signature": published,
    });
  }
});

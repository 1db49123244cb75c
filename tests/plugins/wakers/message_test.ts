// What queues carry of wake-ups: it comes back as it was, or not at all.

import assert from "node:assert/strict";
import fc from "fast-check";
import { THREAD_ID } from "../../../src/core/text/id.ts";
import { parseMessage, toMessage, type WakeMessage } from "../../../src/plugins/wakers/message.ts";

const count = fc.nat();

const names = fc.oneof(
  fc.stringMatching(THREAD_ID),
  fc.stringMatching(/^@[a-z]{1,10}\/[\x21-\x7e]{1,50}$/),
);

const wakes = fc.record(
  {
    tenant: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    name: names,
    version: count,
    due: count,
    notBefore: count,
  },
  { requiredKeys: ["tenant", "name"], noNullPrototype: true },
);

Deno.test("E9: every wake-up comes back from its message as it was", () => {
  fc.assert(fc.property(wakes, count, (wake, attempt) => {
    const message: WakeMessage = { wake, attempt };
    const text = JSON.stringify(toMessage(message));
    assert.ok(text.length < 1_000);
    assert.deepEqual(parseMessage(JSON.parse(text)), message);
  }));
});

Deno.test("E9: any other value is no wake-up, and nothing is thrown", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assert.equal(parseMessage(value), undefined);
  }));
  const good = { tenant: "acme", name: "t1" };
  assert.deepEqual(parseMessage({ ...good, later: "x" }), { wake: good, attempt: 0 });
  for (const wrong of [-1, 1.5, NaN, Infinity, "1", null, 2 ** 53, [], {}]) {
    for (const field of ["version", "due", "notBefore", "attempt"]) {
      assert.equal(parseMessage({ ...good, [field]: wrong }), undefined, `${field} ${wrong}`);
    }
  }
  for (
    const name of ["", "@probe", "@probe/", "@/x", "@Probe/x", "a/b", "a b", "-a", `a${"b".repeat(128)}`]
  ) {
    assert.equal(parseMessage({ ...good, name }), undefined, name);
  }
});

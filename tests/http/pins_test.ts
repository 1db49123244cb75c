// E13: pins over HTTP: what a step may say of them, what is refused, and what the thread shows.

import assert from "node:assert/strict";
import { pins } from "../../src/plugins/pins/mod.ts";
import { createTestApp, SAYS_HI } from "./_app.ts";

const STEPS = "/v1/threads/t1/steps";
const plugins = [pins()];

Deno.test("E13: a step pins its input and entries by index, and the thread shows the pins", async () => {
  const { send } = createTestApp({ plugins, scenario: [...SAYS_HI, ...SAYS_HI, ...SAYS_HI] });
  await send("POST", STEPS, { agent: "tester", input: "Rule.", pin: true });
  const second = await send("POST", STEPS, { input: "Go.", pins: { add: [1] } });
  assert.equal(second.status, 200);
  assert.deepEqual((await second.json()).thread.pins, [0, 1]);
  const third = await send("POST", STEPS, { input: "Go.", pins: { remove: [0, 1] } });
  assert.equal((await third.json()).thread.pins, undefined);
});

const REFUSED: readonly (readonly [object, number, string, string])[] = [
  [{ input: "x", pin: "yes" }, 422, "invalid_request", "/pin"],
  [{ input: "x", pins: { add: [-1] } }, 422, "invalid_request", "/pins/add/0"],
  [{ input: "x", pins: { add: [0.5] } }, 422, "invalid_request", "/pins/add/0"],
  [{ input: "x", pins: { add: Array(21).fill(0) } }, 422, "invalid_request", "/pins/add"],
  [{ input: "x", pins: { drop: [0] } }, 422, "invalid_request", "/pins/drop"],
  [{ pin: true }, 422, "invalid_request", "/pin"],
  [{ input: "x", busy: "queue", pins: { add: [0] } }, 422, "invalid_request", "/busy"],
  [{ input: "x", pins: { add: [7] } }, 409, "pin_refused", "/pins/add/0"],
  [{ input: "x".repeat(40_000), pin: true }, 409, "pin_refused", "/pin"],
];

for (const [body, status, code, pointer] of REFUSED) {
  Deno.test(`E13: a step with ${JSON.stringify(body).slice(0, 60)} is refused with ${code} at ${pointer}`, async () => {
    const { send, store } = createTestApp({ plugins, scenario: SAYS_HI });
    await send("POST", STEPS, { agent: "tester", input: "Hello." });
    const response = await send("POST", STEPS, body);
    const problem = await response.json();
    assert.deepEqual([response.status, problem.code], [status, code]);
    assert.deepEqual(problem.errors.map((error: { pointer: string }) => error.pointer), [pointer]);
    assert.equal((await store.read({ tenant: "acme", thread: "t1" }))?.header.version, 1);
  });
}

Deno.test("K4, E13: a deployment without the plugin refuses pins before anything is spent, and keeps those that stand", async () => {
  const own = createTestApp({ plugins, scenario: SAYS_HI });
  await own.send("POST", STEPS, { agent: "tester", input: "Rule.", pin: true });
  const { send, store } = createTestApp({ store: own.store, scenario: SAYS_HI });
  const asked: [object, string][] = [
    [{ input: "x", pin: true }, "/pin"],
    [{ input: "x", pin: true, busy: "queue" }, "/pin"],
    [{ input: "x", pins: { add: [1] } }, "/pins"],
    [{ input: "x", pins: { remove: [0] } }, "/pins"],
  ];
  for (const [body, pointer] of asked) {
    const response = await send("POST", STEPS, body);
    const { code, detail, errors } = await response.json();
    assert.deepEqual([response.status, code, errors[0].pointer], [503, "plugin_missing", pointer]);
    assert.equal(
      detail,
      "Pins need a plugin: add pins() of @treadle/treadle/pins.",
    );
  }
  assert.equal((await store.read({ tenant: "acme", thread: "t1" }))?.header.version, 1);
  const goesOn = await send("POST", STEPS, { input: "Go." });
  assert.deepEqual((await goesOn.json()).thread.pins, [0]);
});

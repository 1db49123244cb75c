// Row A3: what runs without a client, and what runs below a step, where all places of the isolate are taken.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { StepPlaces } from "../../../src/kernel/step_places.ts";
import { crew, FIVE, runs, script, writes } from "../orchestration/_crew.ts";
import { createWakeLab } from "./_runtime.ts";

const look = defineTool({ name: "look", description: "Looks.", run: () => "seen" });
const agent = defineAgent({ name: "worker", instructions: "Work.", driver: "scripted", tools: [look] });
const LOOKS = [{ calls: [{ tool: "look", args: {} }] }, { says: "Done." }];

Deno.test("E14: a wake-up that finds no place begins nothing and is tried again by its waker", async () => {
  const places = new StepPlaces(1);
  const lab = createWakeLab({ agents: [agent], scenario: LOOKS, deps: { places } });
  await lab.run({ input: "go", wake: true });
  const [wake = assert.fail("no wake-up")] = lab.sent;
  const leave = places.take("beta");
  const refused = await lab.next();
  assert.equal(refused?.type === "again" ? refused.because : refused?.type, "server_busy");
  const snapshot = await lab.store.read({ tenant: "acme", thread: "t1" });
  assert.deepEqual([snapshot?.header.version, snapshot?.header.epoch, snapshot?.running], [1, 1, false]);
  leave();
  lab.sent.push(wake); // what a waker does with the outcome
  assert.deepEqual(await lab.next(), { type: "handled" });
  assert.equal((await lab.store.read({ tenant: "acme", thread: "t1" }))?.header.status, "done");
});

Deno.test("E14: the pump finds a thread again whose wake-ups found no place, however often", async () => {
  const places = new StepPlaces(1);
  const lab = createWakeLab({ agents: [agent], scenario: LOOKS, deps: { places } });
  await lab.run({ input: "go", wake: true });
  lab.sent.length = 0;
  const leave = places.take("beta");
  for (let times = 0; times < 8; times++) {
    await lab.pump(61_000);
    assert.equal(lab.sent.length, 1);
    const before = lab.counts.get("read") ?? 0;
    await lab.next();
    assert.equal(lab.counts.get("read") ?? 0, before, "a full isolate looks at no thread");
  }
  leave();
  await lab.pump(61_000);
  await lab.drain();
  assert.equal((await lab.store.read({ tenant: "acme", thread: "t1" }))?.header.status, "done");
});

Deno.test("E14: phases run in the place of the step above them", async () => {
  const places = new StepPlaces(1);
  const plans = [
    writes(FIVE),
    runs("facts", "figures"),
    runs("draft"),
    runs("review"),
    runs("final"),
    { says: "All is done." },
  ];
  const lab = createWakeLab({ agents: crew(), scenario: script(plans), deps: { places } });
  const { answer } = await lab.run({ input: "Write a report.", until: "done" });
  assert.equal(answer.output, "All is done.");
  assert.equal(places.refusal("acme"), undefined, "the place is free again");
});

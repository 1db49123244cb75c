// Row E7: a run that is refused stops no other one, and leaves no fork.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { overridden } from "../../../chaos/overridden.ts";
import { threadBegins } from "../_conversation.ts";
import { createHaltingDriver } from "../_halting.ts";
import { createAgUiApp, eventsOf, input, said } from "./_app.ts";

Deno.test("E7: a message that interrupts, with a model that it may not have, is refused, and the run goes on", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver });
  const first = app.post(input({ messages: [said("halt")] })).then(eventsOf);
  await threadBegins(app);
  const messages = [said("halt"), said("more", "m2")];
  const refused = await app.post(
    input({ runId: "r2", messages, forwardedProps: { busy: "interrupt", model: "nobody/none" } }),
  );
  assert.deepEqual([refused.status, (await refused.json()).code], [422, "model_not_allowed"]);
  release();
  const words = (await first).map(({ type, delta }) => type === "TEXT_MESSAGE_CONTENT" ? delta : "");
  assert.equal(words.join(""), "Half of halt.");
});

Deno.test("E7: an answer that is asked for again beyond a limit is refused, and its fork is removed", async () => {
  const { driver } = createHaltingDriver();
  const lim = defineAgent({ name: "lim", driver: "scripted", limits: { steps: 1 } });
  const base = createMemoryStore();
  let forks = 0;
  const store = overridden(base, {
    fork: async (request) => {
      forks++;
      return await base.fork(request);
    },
  });
  const app = createAgUiApp({ driver, agents: [lim], store });
  await eventsOf(await app.post(input({ messages: [said("hi")] }), "", "lim"));
  const refused = await app.post(input({ runId: "r2", messages: [said("hi")] }), "", "lim");
  assert.deepEqual([refused.status, (await refused.json()).code], [402, "budget_exhausted"]);
  assert.equal((await app.send("GET", "/v1/threads/c1:2")).status, 404);
  assert.equal(forks, 1, "the limit is known of a fork alone");
});

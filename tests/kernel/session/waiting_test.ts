// How many inputs wait: those that the running step has taken are not among them, on every store.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { createTestApp, json, REMOVES } from "../../http/_app.ts";
import { onEveryStore } from "../../support/every_store.ts";

onEveryStore("E4: an input that a step has taken does not wait", async (store) => {
  const open = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const driver = createScriptedDriver(async () => {
    asked.resolve();
    await open.promise;
    return { says: "Done." };
  });
  const agent = defineAgent({ name: "slow", driver: "scripted" });
  const app = createTestApp({ store, driver, agents: [agent] });
  const step = (body: object) => app.send("POST", "/v1/threads/t1/steps", body);
  const read = async () => {
    const { waiting, running, status } = await json(await app.send("GET", "/v1/threads/t1"));
    const { threads } = await json(await app.send("GET", "/v1/threads"));
    const [line] = Array.isArray(threads) ? threads : [];
    assert.deepEqual(line && Object(line).waiting, waiting, "the list says the same");
    return [waiting, running, status];
  };
  const running = step({ agent: "slow", input: "one" });
  await asked.promise;
  assert.deepEqual(await read(), [0, true, "open"]);
  for (const place of [1, 2]) {
    const queued = await step({ input: `more ${place}`, busy: "steer" });
    assert.deepEqual([queued.status, (await json(queued)).waiting], [202, place]);
    assert.deepEqual(await read(), [place, true, "open"]);
  }
  open.resolve();
  assert.equal((await running).status, 200);
  assert.deepEqual(await read(), [2, false, "open"]);
  assert.equal((await json(await step({}))).output, "Done.");
  assert.deepEqual(await read(), [0, false, "done"]);
});

onEveryStore(
  "V5: E4: a thread that waits for people is shown so while inputs are queued behind it, in lists too",
  async (store) => {
    const app = createTestApp({ store, scenario: [...REMOVES, { says: "Later." }] });
    const step = (body: object) => app.send("POST", "/v1/threads/t1/steps", { agent: "tester", ...body });
    const read = async () => {
      const { waiting, status, waitsFor } = await json(await app.send("GET", "/v1/threads/t1"));
      for (const query of ["", "?status=waiting"]) {
        const { threads } = await json(await app.send("GET", `/v1/threads${query}`));
        const lines = Array.isArray(threads) ? threads.map(Object) : [];
        assert.deepEqual(lines.map((line) => [line.waiting, line.status, line.waitsFor]), [
          [waiting, status, waitsFor],
        ]);
      }
      return [waiting, status, waitsFor];
    };
    assert.equal((await step({ input: "delete", until: "done" })).status, 200);
    assert.deepEqual(await read(), [0, "waiting", "approval"]);
    for (const place of [1, 2]) {
      assert.equal((await step({ input: "later", busy: "queue" })).status, 202);
      assert.deepEqual(await read(), [place, "waiting", "approval"]);
    }
    assert.equal((await step({ until: "done" })).status, 409, "no step takes them");
  },
);

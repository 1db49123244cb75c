// Row E9: the example of the docs runs as its first lines say, and a schedule's run goes its whole way with no client attached.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { schedules } from "../../../../src/plugins/schedules/mod.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { createTreadle } from "../../../../src/treadle.ts";
import { bootDeno } from "../../../support/boot_deno.ts";

import { testModel } from "../../../support/model.ts";
import { ENV, HOURLY, KEY, START } from "../../../plugins/schedules/_app.ts";
import { eventually } from "../../../support/eventually.ts";

Deno.test("E9: docs/examples/nightly.ts shows its schedules and runs one to its end without a client", async () => {
  await using deno = await bootDeno(
    { TREADLE_STORE: "memory", TREADLE_MODEL: "scripted/demo", TREADLE_API_KEYS: `acme:${KEY}` },
    { main: "docs/examples/nightly.ts" },
  );
  const read = async (path: string, method = "GET") => {
    const response = await deno.fetch(path, { method, headers: { authorization: `Bearer ${KEY}` } });
    assert(response.ok, `${path}: ${response.status}`);
    return await response.json();
  };
  const { schedules } = await read("/v1/schedules");
  assert.deepEqual(
    schedules.map((
      { name, timezone, thread, missed }: Record<string, string>,
    ) => [name, timezone, thread, missed]),
    [["nightly", "Europe/Berlin", "new", "once"], ["monday", "Europe/Berlin", "kept", "never"]],
  );
  const { thread } = await read("/v1/schedules/digest/nightly/run", "POST");
  await eventually(async () => (await read(`/v1/threads/${encodeURIComponent(thread)}`)).status === "done");
  const { entries } = await read(`/v1/threads/${encodeURIComponent(thread)}/history`);
  assert.match(JSON.stringify(entries), /Write the digest of the day that has ended.*"list_orders".*100001/);
});

Deno.test("E9: a schedule's run of three steps ends with no client, by the pump and its wake-ups alone", async () => {
  let now = START;
  const clock = () => now;
  let turns = 0;
  const model = testModel(() => {
    turns += 1;
    return turns % 3 === 0 ? { says: "The digest." } : { calls: ["look"] };
  });
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  const agent = defineAgent({ name: "digest", model: "first/any", tools: [look], schedules: [HOURLY] });
  const treadle = createTreadle({
    agents: [agent],
    store: createMemoryStore({ clock }),
    env: ENV,
    clock,
    providers: [model.provider],
    doors: [schedules()],
    log: () => {},
  });
  await treadle.pump();
  now = Date.parse("2026-11-22T13:00:30Z");
  await treadle.pump();
  const path = "https://agents.example.com/v1/threads/sch:digest:hourly:20261122T130000Z";
  const status = async () => {
    const response = await treadle.fetch(new Request(path, { headers: { authorization: `Bearer ${KEY}` } }));
    return (await response.json()).status;
  };
  await eventually(async () => await status() === "done");
  await treadle.pump();
  assert.equal(turns, 3);
  await treadle.close();
});

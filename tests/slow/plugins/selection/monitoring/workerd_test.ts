// S10: the use of tools is counted in workerd: by a request, and by a wake-up.

import assert from "node:assert/strict";
import { toolUsageSchema } from "../../../../../src/http/schemas/responses/tool_usage.ts";
import { lastWeek } from "../../../../../src/plugins/selection/monitoring/work.ts";
import { KEY } from "../../../../http/_app.ts";
import { bootWorker } from "../../../support/boot_worker.ts";
import { eventually } from "../../../../support/eventually.ts";

Deno.test("S10: a Worker counts what it has run, and the last week by a wake-up", async () => {
  await using worker = await bootWorker(
    { TREADLE_STORE: "memory", TREADLE_API_KEYS: `acme:${KEY}` },
    { main: "tests/slow/plugins/selection/monitoring/_worker.ts" },
  );
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await worker.fetch(path, { method, headers, ...json });
    assert(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return await response.json();
  };
  const run = { agent: "guide", input: "What is the weather in Paris?", until: "done" };
  assert.equal((await send("POST", "/v1/threads/t1/steps", run)).thread.status, "done");
  const { weeks: [week], months } = toolUsageSchema.parse(await send("GET", "/v1/tools/usage?weeks=1"));
  assert.deepEqual(week?.tools, [
    { name: "get_weather", calls: 1, failed: 0, refused: 0, offered: 1, chosen: 1 },
  ]);
  assert.deepEqual(months[0]?.pairs, [{ ranked: "get_weather", called: "get_weather", count: 1 }]);
  const check = () => send("POST", "/v1/tools/usage/check");
  const { week: last } = await check();
  assert.ok([lastWeek(Date.now()), lastWeek(Date.now() - 60_000)].includes(last), last);
  await eventually(async () => (await check()).status === "done");
});

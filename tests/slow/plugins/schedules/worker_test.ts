// Row E9: schedules in workerd: its time zones, and a run with no client attached.

import assert from "node:assert/strict";
import { bootWorker } from "../../support/boot_worker.ts";

import { KEY } from "../../../plugins/schedules/_app.ts";
import { eventually } from "../../../support/eventually.ts";

Deno.test("E9: a Worker has schedules, and runs one to its end without a client", async () => {
  await using worker = await bootWorker(
    { TREADLE_STORE: "memory", TREADLE_API_KEYS: `acme:${KEY}` },
    { main: "tests/slow/plugins/schedules/_worker.ts" },
  );
  const read = async (path: string, method = "GET") => {
    const response = await worker.fetch(path, { method, headers: { authorization: `Bearer ${KEY}` } });
    assert(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return await response.json();
  };
  const { schedules: [nightly] } = await read("/v1/schedules");
  assert.deepEqual([nightly.name, nightly.status], ["nightly", "active"]);
  const clock = { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Berlin", hourCycle: "h23" } as const;
  const local = new Intl.DateTimeFormat("en-GB", clock).format(new Date(nightly.next));
  assert.ok(["02:30", "03:00"].includes(local), local); // the second on the day on which 02:30 does not exist
  const { thread } = await read("/v1/schedules/digest/nightly/run", "POST");
  await eventually(async () => (await read(`/v1/threads/${encodeURIComponent(thread)}`)).status === "done");
});

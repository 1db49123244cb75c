// Row E9: people see, pause, resume and run schedules of their own tenant.

import assert from "node:assert/strict";
import { createScheduleApp, HOURLY, KEY, scheduled } from "./_app.ts";

const PATH = "/v1/schedules/digest/hourly";

async function problem(response: Response): Promise<[number, unknown]> {
  return [response.status, (await response.json()).code];
}

Deno.test("O3, E9: a paused schedule does not run, and a resumed one goes on with its next time", async () => {
  const app = createScheduleApp({ agents: [scheduled(HOURLY)] });
  await app.tick();
  const paused = await app.call("POST", `${PATH}/pause`);
  assert.deepEqual([paused.status, paused.next], ["paused", null]);
  assert.equal((await app.call("POST", `${PATH}/pause`)).status, "paused");
  for (const at of ["13:00:20", "14:00:20", "14:30:00"]) await app.tick(`2026-11-22T${at}Z`);
  assert.deepEqual(await app.threads(), []);
  const resumed = await app.call("POST", `${PATH}/resume`);
  assert.deepEqual([resumed.status, resumed.next], ["active", "2026-11-22T15:00:00.000Z"]);
  assert.equal((await app.call("POST", `${PATH}/resume`)).next, "2026-11-22T15:00:00.000Z");
  for (const at of ["14:31:00", "15:00:20"]) await app.tick(`2026-11-22T${at}Z`);
  assert.deepEqual(await app.threads(), [["sch:digest:hourly:20261122T150000Z", 1]]);
});

Deno.test("E9: a schedule may be paused before its first look, also by another isolate", async () => {
  const app = createScheduleApp({ agents: [scheduled(HOURLY)] });
  await app.call("POST", `${PATH}/pause`);
  for (const at of ["12:30:00", "13:00:20"]) await app.tick(`2026-11-22T${at}Z`);
  const other = createScheduleApp({ agents: [scheduled(HOURLY)], store: app.store, time: app.time });
  await other.call("POST", `${PATH}/resume`);
  await app.tick("2026-11-22T13:30:00Z");
  await other.call("POST", `${PATH}/pause`);
  await app.tick("2026-11-22T14:00:20Z");
  assert.deepEqual(await app.threads(), []);
});

Deno.test("E9: a schedule runs now on request, once for each key, and keeps its times", async () => {
  const app = createScheduleApp({ agents: [scheduled(HOURLY)] });
  await app.tick();
  const run = async (key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
    const response = await app.fetch(`${PATH}/run`, { method: "POST", headers });
    assert.equal(response.status, 202);
    return (await response.json()).thread;
  };
  const [first, again, other] = [await run("k1"), await run("k1"), await run("k2")];
  assert.equal(first, again);
  const threads = new Set([first, other, await run(), await run()]);
  assert.equal(threads.size, 4);
  assert.deepEqual((await app.threads()).map(([, waiting]) => waiting), [1, 1, 1, 1]);
  const [shown] = await app.schedules();
  assert.deepEqual([threads.has(shown?.last?.thread), shown?.next], [true, "2026-11-22T13:00:00.000Z"]);
  await app.call("POST", `${PATH}/pause`);
  await run();
  assert.equal((await app.threads()).length, 5, "also while it is paused");
  const bad = await app.fetch(`${PATH}/run`, {
    method: "POST",
    headers: { "idempotency-key": "x".repeat(256) },
  });
  assert.deepEqual(await problem(bad), [400, "invalid_header"]);
});

Deno.test("E9: schedules belong to one tenant, and need a caller that may manage it", async () => {
  const env = { TREADLE_API_KEYS: `acme:${KEY},other:other-secret-0123456789` };
  const list = [{ ...HOURLY, tenant: "acme" }, { ...HOURLY, name: "theirs", tenant: "other" }];
  const app = createScheduleApp({ agents: [scheduled(...list)], env });
  const schedules = await app.schedules();
  assert.deepEqual(schedules.map(({ name }) => name), ["hourly"]);
  for (const verb of ["pause", "resume", "run"]) {
    const response = await app.fetch(`/v1/schedules/digest/theirs/${verb}`, { method: "POST" });
    assert.deepEqual(await problem(response), [404, "schedule_unknown"]);
    const unnamed = await app.fetch(`${PATH}/${verb}`, {
      method: "POST",
      headers: { authorization: "Bearer x" },
    });
    assert.equal(unnamed.status, 401);
  }
  assert.equal((await app.fetch(`/v1/schedules/no/such/pause`, { method: "POST" })).status, 404);
  assert.deepEqual(await problem(await app.fetch("/v1/schedules/a%20b/hourly/pause", { method: "POST" })), [
    400,
    "invalid_path",
  ]);
  await app.tick();
  await app.tick("2026-11-22T13:00:20Z");
  assert.equal((await app.threads("acme")).length, 1);
  assert.equal((await app.threads("other")).length, 1);
});

Deno.test("E9: a caller without the scope manage changes no schedule", async () => {
  const env = { TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_TOKEN_SECRETS: "a-secret-for-tokens-of-32-bytes!!" };
  const app = createScheduleApp({ agents: [scheduled(HOURLY)], env });
  const minted = await app.fetch("/v1/tokens", {
    method: "POST",
    body: JSON.stringify({ user: "u1", agents: ["digest"] }),
    headers: { "content-type": "application/json" },
  });
  assert.equal(minted.status, 201, await minted.clone().text());
  const { token } = await minted.json();
  const headers = { authorization: `Bearer ${token}` };
  assert.deepEqual(await problem(await app.fetch("/v1/schedules", { headers })), [403, "forbidden"]);
  const response = await app.fetch(`${PATH}/pause`, { method: "POST", headers });
  assert.deepEqual(await problem(response), [403, "forbidden"]);
});

Deno.test("K1, E9: the times of a paused agent wait: one run follows them when it is resumed, and none for a schedule that is never late", async () => {
  for (const missed of ["once", "never"] as const) {
    const app = createScheduleApp({ agents: [scheduled({ ...HOURLY, missed })] });
    await app.tick();
    await app.fetch("/v1/pauses/digest", { method: "PUT" });
    for (const at of ["13:00:20", "14:00:20", "15:00:20"]) await app.tick(`2026-11-22T${at}Z`);
    const refused = await app.fetch(`${PATH}/run`, { method: "POST" });
    assert.deepEqual(await problem(refused), [503, "agent_paused"]);
    assert.deepEqual(await app.threads(), []);
    await app.fetch("/v1/pauses/digest", { method: "DELETE" });
    await app.tick("2026-11-22T15:30:00Z");
    const late = missed === "once" ? [["sch:digest:hourly:20261122T150000Z", 1]] : [];
    assert.deepEqual(await app.threads(), late);
    await app.tick("2026-11-22T16:00:20Z");
    assert.deepEqual(await app.threads(), [...late, ["sch:digest:hourly:20261122T160000Z", 1]]);
  }
});

// The counts of 500 random steps are those of a naive count of their histories: nothing is lost, and nothing counts twice.

import assert from "node:assert/strict";
import type { Store } from "../../../../src/core/store.ts";
import { createSqliteStore } from "../../../../src/stores/embedded/sqlite/store.ts";
import { openUpstashStore } from "../../../support/redis/upstash_store.ts";
import { needsRedis } from "../../../support/requires.ts";
import { AGENTS, runWorld, send, truthOf, type World } from "./_world.ts";

type Row = Readonly<Record<string, string | number>>;

async function rowsOf({ app }: World, by: string): Promise<readonly Row[]> {
  const response = await send(app, "GET", `/v1/analytics/choices?by=${by}`);
  const { rows, unresolved } = await response.json();
  assert.equal(unresolved, 0);
  return rows;
}

async function assertTrue(world: World): Promise<void> {
  const truth = await truthOf(world);
  const rows = await rowsOf(world, "agent");
  assert.deepEqual(rows.map(({ agent }) => agent), [...AGENTS].sort());
  for (const row of rows) {
    const expected = truth.plans.get(String(row.agent)) ?? {};
    for (const [name, count] of Object.entries(expected)) {
      assert.equal(row[name], count, `${row.agent}: ${name}`);
    }
    for (const name of ["cut", "filtered", "withoutTools", "violated", "corrected", "degraded", "failed"]) {
      assert.equal(row[name], expected[name] ?? 0, `${row.agent}: ${name}`);
    }
  }
  const refusals = rows.reduce((sum, row) => sum + Number(row.refusedByApi), 0);
  assert.equal(refusals, world.refusals());
  for (const row of await rowsOf(world, "agent,tool")) {
    const expected = truth.tools.get(`${row.agent} ${row.tool}`) ?? {};
    const names = [
      "offered",
      "forced",
      "chosen",
      "refusedByPolicy",
      "refusedByChoice",
      "refusedByPeople",
    ] as const;
    for (const name of [...names, "callsCompleted", "callsFailed", "callsUnknown"]) {
      assert.equal(row[name], expected[name] ?? 0, `${row.agent} ${row.tool}: ${name}`);
    }
  }
  const total = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  for (const name of ["violated", "corrected", "degraded", "failed", "refusedByPolicy", "refusedByPeople"]) {
    assert.ok(total(name) > 0, `the steps have some ${name}`);
  }
}

Deno.test("C9: the counts of 500 random steps are those of a naive count of the histories (memory)", async () => {
  await assertTrue(await runWorld(7, 500));
});

async function assertTrueOn(store: Store): Promise<void> {
  await assertTrue(await runWorld(11, 150, store));
}

Deno.test("C9: the counts of 150 random steps are true (sqlite)", async () => {
  const store = createSqliteStore({ path: ":memory:" });
  try {
    await assertTrueOn(store);
  } finally {
    await store.close();
  }
});

needsRedis("C9: the counts of 150 random steps are true (upstash)", async () => {
  await using opened = await openUpstashStore();
  await assertTrueOn(opened.store);
});

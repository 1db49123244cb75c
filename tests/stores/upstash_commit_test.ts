/** Row E3: what one commit and one advance write in Redis is what docs/redis.md names, field by field. */
import assert from "node:assert/strict";
import { RespClient } from "../../src/redis_rest/resp.ts";
import { ThreadKeys } from "../../src/stores/upstash/keys.ts";
import { type Bench, bench, counters, LEASE_MS, type Step } from "../conformance/store_cases/case.ts";
import { codeIn, readPage, rowsOf } from "../support/docs/markdown.ts";
import { type Monitored, startMonitor } from "../support/redis/monitor.ts";
import { openUpstashStore } from "../support/redis/upstash_store.ts";
import { needsRedis } from "../support/requires.ts";

const { text: page } = await readPage("docs/redis.md");
const idempotency = { key: "k", bodyHash: "h" };

const EVERYTHING = {
  counters: counters(),
  facets: ["user=ann"],
  pending: { ids: ["c1"], calls: "[]" },
  summary: { text: "S", base: 1 },
  events: [{ seq: 1, text: "e" }],
};

const REQUESTS = {
  commit: (at: Bench, step: Step) =>
    at.commit(step, { ...EVERYTHING, receipt: { ...idempotency, outcome: "done", text: "T" } }),
  advance: (at: Bench, step: Step) => at.advance(step, { ...EVERYTHING, idempotency }),
};

for (const [column, [name, send]] of Object.entries(REQUESTS).entries()) {
  needsRedis(`E3: upstash ${name} writes the fields of header and receipt that the docs name`, async () => {
    await using opened = await openUpstashStore();
    const { store, redis, keyPrefix } = opened;
    const at = bench({ store, close: () => store.close() });
    const step = await at.step({ idempotency });
    const keys = new ThreadKeys(keyPrefix, step.ref);
    await using monitor = await startMonitor(redis);
    const { type } = await send(at, step);
    assert.match(type, /^(committed|advanced)$/);
    const commands = await monitor.stop();
    assert.deepEqual(writtenFields(commands, keys.header), documented("header", column));
    assert.deepEqual(
      writtenFields(commands, keys.receipt(idempotency.key)),
      documented("receipt", column),
    );
  });
}

needsRedis("E3: upstash: no request of a step takes or removes a lease that is not its own", async () => {
  await using opened = await openUpstashStore();
  const { store, redis, keyPrefix } = opened;
  const at = bench({ store, close: () => store.close() });
  const client = new RespClient(redis);
  const requests: Record<string, (step: Step) => Promise<unknown>> = {
    flush: ({ ref, owner, header: { epoch } }) => store.flush(ref, { owner, epoch, leaseMs: LEASE_MS }, []),
    abandon: ({ ref, owner, header: { epoch } }) => store.abandon({ ref, owner, epoch, inputs: [] }),
    commit: (step) => at.commit(step),
  };
  for (const [thread, send] of Object.entries(requests)) {
    const step = await at.step({ ref: at.sibling(thread) });
    const { lease } = new ThreadKeys(keyPrefix, step.ref);
    await client.send([["SET", lease, "other", "PX", `${LEASE_MS}`]]);
    await send(step);
    const isThere = "return redis.call('GET', KEYS[1]) == 'other' and 1 or 0";
    assert.deepEqual(await client.send([["EVAL", isThere, "1", lease]]), [1], thread);
  }
  await client.close();
});

/** The fields of a table whose cell in this column, counted behind the first three, says what is written. */
function documented(head: string, column: number): string[] {
  const rows = rowsOf(page, head).filter((cells) => cells[3 + column] !== "");
  return rows.flatMap(([field = ""]) => codeIn(field)).sort();
}

/** The fields that scripts set in a hash; those of the last commits as one. */
function writtenFields(commands: readonly Monitored[], key: string): string[] {
  const sets = commands.filter(({ lua, words }) => lua && words[0] === "HSET" && words[1] === key);
  const fields = sets.flatMap(({ words }) => words.slice(2).filter((_, index) => index % 2 === 0));
  return [...new Set(fields.map((field) => field.replace(/^l\d+$/, "l<n>")))].sort();
}

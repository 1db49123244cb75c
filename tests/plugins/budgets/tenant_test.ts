// Budgets of tenants and users: many runs at the same time on every store, and what is left of each.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { accountsBy, type BudgetsOption } from "../../../src/core/budget/accounts.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import { toDay } from "../../../src/core/store/ledger.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { type GreedyModel, greedyModel } from "../../support/greedy_model.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });

export function labFor(
  model: GreedyModel,
  budgets: BudgetsOption,
  { store, limits = {}, price }: {
    store?: Store;
    limits?: Parameters<typeof defineAgent>[0]["limits"];
    price?: { input: number; output: number };
  } = {},
): Lab {
  const agent = defineAgent({
    name: "spender",
    instructions: "Spend.",
    tools: [look],
    settings: { maxOutputTokens: 500 },
    ...(limits ? { limits } : {}),
  });
  return createLab({
    agents: [agent],
    ...(store ? { store } : {}),
    unchecked: true,
    deps: {
      model: () => ({ provider: model.provider, model: "m", ref: "greedy/m", price }),
      accounts: accountsBy(budgets),
    },
  });
}

async function tenantOf({ store }: Lab, account: "tenant" | `user:${string}` = "tenant") {
  const today = toDay(Date.now());
  const [day] = await store.readLedger("acme", today, today);
  return day?.accounts.get(account);
}

/** Two model calls a run: look, then an answer. */
const twoCalls = () =>
  greedyModel(async ({ messages }) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return messages.some(({ role }) => role === "tool") ? {} : { calls: ["look"] };
  });

const RUNS = 64;
const LIMIT = 60_000;

async function concurrentRuns(store: Store): Promise<void> {
  const model = twoCalls();
  const lab = labFor(model, (tenant) => tenant === "acme" ? { tenant: { tokens: LIMIT } } : {}, { store });
  // A script that Redis does not have yet runs behind the others of its request, a booking behind the next reservation.
  await lab.run({ tenant: "other", input: "go", until: "done" });
  model.used.tokens = 0;
  const ends = await Promise.all(Array.from({ length: RUNS }, async (_, index) => {
    try {
      const { answer } = await lab.run({ thread: `t${index}`, input: "go", until: "done" });
      return answer.error?.code ?? answer.thread.status;
    } catch (error) {
      assert.ok(error instanceof AgentError, String(error));
      return error.code;
    }
  }));
  const kinds = new Set(ends);
  for (const end of kinds) assert.ok(["done", "budget_exhausted", "budget_reserved"].includes(end), end);
  assert.ok(ends.includes("done"), [...kinds].join());
  assert.ok(model.used.tokens <= LIMIT, `${model.used.tokens} tokens were used`);
  // What was reserved is free again: the rest is used up one after another.
  for (let index = 0; index < 100; index++) {
    const end = await lab.run({ thread: `late${index}`, input: "go" }).then(
      ({ answer }) => answer.error?.code ?? "done",
      (error) => error.code,
    );
    if (end === "done") continue;
    assert.equal(end, "budget_exhausted");
    break;
  }
  assert.ok(model.used.tokens <= LIMIT, `${model.used.tokens} tokens were used`);
  assert.ok(model.used.tokens > LIMIT - 3_000, `only ${model.used.tokens} tokens were used`);
  assert.equal((await tenantOf(lab))?.tokens, model.used.tokens, "the ledger has what was used");
}

Deno.test("E12: 64 concurrent runs of a tenant never exceed its tokens by one (memory)", async () => {
  await concurrentRuns(createMemoryStore());
});

Deno.test("E12: 64 concurrent runs of a tenant never exceed its tokens by one (sqlite)", async () => {
  await using file = await sqliteFile();
  const store = createSqliteStore({ path: file.path });
  await concurrentRuns(store);
  await store.close();
});

needsRedis("E12: 64 concurrent runs of a tenant never exceed its tokens by one (upstash)", async () => {
  await using opened = await openUpstashStore();
  await concurrentRuns(opened.store);
});

// A rolling deployment and its rollback under load, over one Redis: isolates of a released commit beside isolates of this tree,
// each a process of its own. In every other thread the share of requests that go to this tree rises from almost nothing to almost all, in
// the others it falls; three requests in ten come with SIGKILL of their isolate. At the end _verdict.ts compares what clients were told with what is stored.
//
// `deno task roll-test <commit>`; ROLL_SECONDS (120), ROLL_SEED (1), ROLL_CLIENTS (8).

import { setTimeout as pause } from "node:timers/promises";
import { RespClient } from "../../../../src/redis_rest/resp.ts";
import { ThreadKeys } from "../../../../src/stores/upstash/keys.ts";
import { serveModel } from "../../../compat/_model.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { createRandom } from "../_random.ts";
import { RollingClient } from "./_client.ts";
import { Fleet, type Version, WORKER } from "./_fleet.ts";
import { currentTree, releasedTree } from "../../../slow/integration/rolling/_tree.ts";
import { type Execution, type Verdict, verdictOn } from "./_verdict.ts";

const KEY = "acme-secret-0123456789";

export interface RollingOptions {
  /** The released version beside this one. */
  readonly commit: string;
  readonly seconds: number;
  readonly seed: number;
  readonly clients: number;
}

export interface RollingReport extends Verdict {
  readonly commit: string;
  readonly seconds: number;
  readonly requests: number;
  readonly acknowledged: number;
  readonly kills: Readonly<Record<Version, number>>;
  readonly pauses: Readonly<Record<Version, number>>;
  /** Requests that were answered, by the version that did. */
  readonly answers: Readonly<Record<Version, number>>;
  /** Requests that were sent again, by what made them be. */
  readonly again: Readonly<Record<string, number>>;
}

export async function rollingLoop(
  { commit, seconds, seed, clients: count }: RollingOptions,
): Promise<RollingReport> {
  const random = createRandom(seed);
  await using redis = await startRedis();
  await using rest = await serveRedisRest({
    redis,
    token: "token-of-the-bridge",
    faults: () => ({ delayMs: random.below(12) }),
  });
  await using model = serveModel();
  await using ledger = serveLedger(() => random.below(25));
  await using old = await releasedTree(commit, [WORKER]);
  await using current = currentTree();
  await using fleet = new Fleet(
    { old, new: current },
    [rest.url, rest.token, model.url, ledger.url, KEY],
    random,
  );
  await fleet.ready();
  const direct = new RespClient(redis);
  const endsAt = Date.now() + seconds * 1_000;
  const clients = Array.from(
    { length: count },
    (_, index) =>
      new RollingClient(`c${index}`, createRandom(seed * 1_000 + index), {
        fleet,
        key: KEY,
        expireLease: async (thread) => {
          await direct.send([["DEL", new ThreadKeys("td", { tenant: "acme", thread }).lease]]);
        },
      }),
  );
  await Promise.all(
    clients.map((client, index) => client.work(endsAt, index % 2 === 0 ? "deployment" : "rollback")),
  );
  await pause(1_000); // sleepers have woken up, and their late commits have come
  const get = async (path: string) => {
    const { url } = await fleet.pick("new");
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${KEY}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return await response.text();
  };
  const threads = clients.flatMap((client) => client.threads);
  const acknowledged = clients.flatMap((client) => client.acknowledged);
  const verdict = await verdictOn(threads, acknowledged, ledger.executions, get);
  await direct.close();
  return {
    ...verdict,
    commit,
    seconds,
    kills: fleet.kills,
    pauses: fleet.pauses,
    violations: [...clients.flatMap(({ problems }) => problems), ...verdict.violations],
    requests: clients.reduce((sum, { requests }) => sum + requests, 0),
    acknowledged: acknowledged.length,
    answers: {
      old: clients.reduce((sum, { answers }) => sum + answers.old, 0),
      new: clients.reduce((sum, { answers }) => sum + answers.new, 0),
    },
    again: sumOf(clients.map(({ again }) => again)),
  };
}

/** What tools say when they run, and what they answer. */
function serveLedger(delayMs: () => number) {
  const executions: Execution[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    executions.push(await request.json());
    const receipt = executions.length;
    await pause(delayMs());
    return Response.json({ receipt });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    executions,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function sumOf(counts: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [reason, count] of counts.flatMap((map) => [...map])) sums[reason] = (sums[reason] ?? 0) + count;
  return sums;
}

/** What happened, one line each. */
export function summaryOf(report: RollingReport): string {
  const { kills, pauses, answers } = report;
  const again = Object.entries(report.again).sort(([, a], [, b]) => b - a);
  return [
    `${report.commit} beside this tree for ${report.seconds} s: ${report.requests} requests, ` +
    `answered by ${report.commit} ${answers.old}, by this tree ${answers.new}`,
    `SIGKILL: ${report.commit} ${kills.old}, this tree ${kills.new}; SIGSTOP and taken over: ${
      pauses.old + pauses.new
    }`,
    `acknowledged: ${report.acknowledged} runs on ${report.threads} threads; ${report.entries} entries, ${report.proven} proven`,
    `tools ran ${report.executions} times, ${report.ranAgain} of them again; once and unknown: ${report.unknown}`,
    `sent again: ${again.map(([reason, count]) => `${reason} ${count}`).join(", ") || "nothing"}`,
    ...report.violations.map((violation) => `VIOLATION: ${violation}`),
    report.violations.length === 0
      ? "nothing lost, nothing repeated, every chain whole"
      : `${report.violations.length} violations`,
  ].join("\n");
}

if (import.meta.main) {
  const setting = (name: string, fallback: number) => Number(Deno.env.get(name) ?? fallback);
  const [commit = "d846e060"] = Deno.args;
  const report = await rollingLoop({
    commit,
    seconds: setting("ROLL_SECONDS", 120),
    seed: setting("ROLL_SEED", 1),
    clients: setting("ROLL_CLIENTS", 8),
  });
  console.log(summaryOf(report));
  Deno.exit(report.violations.length === 0 ? 0 : 1);
}

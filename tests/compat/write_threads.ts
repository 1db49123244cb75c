// Writes the corpus of one version: `deno run -A tests/compat/write_threads.ts <folder>`. It runs the deployment on a sqlite
// file and on a Redis until every thread is parked, and copies what both hold while the steps of the threads `died_*` hang:
// what is copied then is what a worker leaves that vanishes in the middle of its step.

import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { serveRedisRest } from "../support/redis/rest.ts";
import { startRedis } from "../support/redis/server.ts";
import { RespClient } from "../../src/redis_rest/resp.ts";
import { sqliteFile } from "../support/sqlite_file.ts";
import { DIED_PLANNING, digestOf, REPLAYED, type Written } from "./_corpus.ts";
import { deploy, type Deployment, type Location } from "./_deployment.ts";
import { refusal, serveModel, type Turn, unfinishedAnswer } from "./_model.ts";

async function main(folder: string): Promise<void> {
  await using file = await sqliteFile();
  const sqlite = await writeThreads({ type: "sqlite", path: file.path }, () => {
    return Deno.writeTextFile(`${folder}/threads.sql`, dumpSqlite(file.path));
  });
  await using redis = await startRedis();
  await using rest = await serveRedisRest({ redis, token: "token-of-the-bridge" });
  const client = new RespClient(redis);
  const upstash = await writeThreads({ type: "upstash", url: rest.url, token: rest.token }, async () => {
    const lines = (await dumpRedis(client)).map((command) => JSON.stringify(command) + "\n");
    await Deno.writeTextFile(`${folder}/redis.jsonl`, lines.join(""));
  });
  await Deno.writeTextFile(
    `${folder}/written.json`,
    JSON.stringify({ sqlite, upstash }, null, 2) + "\n",
  );
}

/** Runs every thread to where it is parked, and calls `copy` there. */
async function writeThreads(location: Location, copy: () => Promise<void>): Promise<Written> {
  const hanging = new Hanging();
  const model = serveModel((turn) => hanging.instead(turn));
  const deployment = deploy({
    location,
    model: model.url,
    clock: Date.now,
    gate: (label) => hanging.gate(label),
  });
  await parkThreads(deployment, hanging);
  await copy();
  const { threads } = await (await deployment.send("GET", "/v1/threads?limit=100")).json();
  const ids: string[] = threads.map(({ id }: { id: string }) => id).sort();
  const histories: Written["histories"] = {};
  for (const id of ids) histories[id] = await digestOf(await deployment.storedTexts(id));
  const attempts = deployment.executions.map(({ label, key }) => [label, key] as const);
  return { at: Date.now(), histories, keys: Object.fromEntries(attempts) };
}

/** What does not end in a job whose name begins with `died`, and what waits to be released. */
class Hanging {
  readonly #arrivals = new Map<string, PromiseWithResolvers<void>>();
  readonly #releases = new Map<string, PromiseWithResolvers<void>>();

  gate(label: string): Promise<void> | undefined {
    this.#of(this.#arrivals, label).resolve();
    if (label.startsWith("died_acting") || label.startsWith("died_queued")) return new Promise(() => {});
    return label.startsWith("queued") ? this.#of(this.#releases, label).promise : undefined;
  }

  instead({ job, plan }: Turn): Promise<Response> | undefined {
    if (job === "died_planning") {
      this.#of(this.#arrivals, job).resolve();
      return new Promise(() => {});
    }
    if (job === "interrupted") {
      this.#of(this.#arrivals, job).resolve();
      return Promise.resolve(unfinishedAnswer("The beginning of an answer"));
    }
    if (!(job === "limited" && plan === 1) && job !== "forced_pending") return undefined;
    return Promise.resolve(refusal(429, "rate_limit_error", "Too many requests.", { "retry-after": "120" }));
  }

  arrived(name: string): Promise<void> {
    return this.#of(this.#arrivals, name).promise;
  }

  release(label: string): void {
    this.#of(this.#releases, label).resolve();
  }

  #of(map: Map<string, PromiseWithResolvers<void>>, name: string): PromiseWithResolvers<void> {
    const known = map.get(name) ?? Promise.withResolvers<void>();
    map.set(name, known);
    return known;
  }
}

async function parkThreads({ send }: Deployment, hanging: Hanging): Promise<void> {
  const post = async (path: string, body: object | undefined, status: number, headers = {}) => {
    const response = await send("POST", path, body, headers);
    const text = await response.text();
    if (response.status !== status) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return text;
  };
  const step = (thread: string, body: object, status = 200, headers = {}) =>
    post(`/v1/threads/${thread}/steps`, body, status, headers);
  const begin = (thread: string, input: string, more: object = {}) =>
    step(thread, { agent: "worker", input, ...more });

  await begin("planned", "job planned: pure keyed once");
  await step("planned_source", { agent: "worker", input: "job planned_source: pure keyed once" });
  await post("/v1/threads/planned_source/fork", { id: "fork_pending", calls: "run" }, 201);
  await post("/v1/threads", { agent: "worker", id: "created", metadata: { order: "A-17" } }, 201);
  for (const thread of ["approval", "denial", "approved", "denied"]) {
    await begin(thread, `job ${thread}: remove pure`);
  }
  const decide = async (thread: string, decision: object) => {
    const { calls } = await (await send("GET", `/v1/threads/${thread}`)).json();
    const call = calls.find(({ state }: { state: string }) => state === "approval");
    await post(`/v1/threads/${thread}/approvals/${call.id}`, decision, 200);
  };
  await decide("approved", { approved: true, reason: "Fine." });
  await decide("denied", { approved: false, reason: "Not today." });
  await begin("predicted", "job predicted: keyed", {
    execution: "predict",
    toolChoice: { type: "tool", name: "keyed" },
  });
  await begin("forced", "job forced: once", { toolChoice: { type: "tool", name: "once" } });
  await begin("forced_always", "job forced_always: once", {
    toolChoice: { type: "allowed", names: ["once", "pure"], mode: "required", times: "always" },
  });
  await step("forced_pending", {
    agent: "worker",
    input: "job forced_pending: once",
    toolChoice: { type: "tool", name: "once" },
  }, 503);
  await begin("cancelled", "job cancelled: once");
  await post("/v1/threads/cancelled/cancel", undefined, 200);
  await step("limited", { agent: "worker", input: "job limited: keyed once", until: "done" }, 503);
  await step("replayed", REPLAYED.body, 200, REPLAYED.headers);
  for (const job of ["one", "two", "three", "four"]) {
    await step("summarised", { agent: "brief", input: `job ${job}: pure`, until: "done" });
  }
  await step("summarised", { input: "job five: keyed once" });
  await begin("large", `job large: keyed\n${"A line of the large input.\n".repeat(3_000)}`);
  await post("/v1/threads/large/fork", { id: "fork" }, 201);
  const few = (from: number, count: number) => Array.from({ length: count }, (_, i) => `n${from + i}`);
  for (let from = 0; from < 2_000; from += 100) {
    await step("long", { agent: "worker", input: [...few(from, 99), "job long:"], until: "done" });
  }
  await begin("long", "job long_end: keyed");

  await begin("queued", "job queued: pure");
  const slow = step("queued", {});
  await hanging.arrived("queued.0.0");
  await step("queued", { input: "job queued_later: keyed", busy: "queue" }, 202);
  hanging.release("queued.0.0");
  await slow;

  const interrupted = step("interrupted", {
    agent: "worker",
    input: "job interrupted: pure",
    resumable: true,
  }, 409);
  await hanging.arrived("interrupted");
  await delay(1_500); // the partial answer is on its way to the step
  await post("/v1/threads/interrupted/cancel", undefined, 200);
  await interrupted;

  const die = (thread: string, body: object, headers = {}) => {
    step(thread, body, 200, headers).catch(() => {}); // it never ends
  };
  die("died_acting", { agent: "worker", input: "job died_acting: once keyed pure; once", until: "done" });
  die("died_queued", { agent: "worker", input: "job died_queued: once", until: "done" });
  die("died_planning", DIED_PLANNING.body, DIED_PLANNING.headers);
  const places = [
    "died_acting.0.0",
    "died_acting.0.1",
    "died_acting.0.2",
    "died_queued.0.0",
    "died_planning",
  ];
  for (const place of places) await hanging.arrived(place);
  await step("died_queued", { input: "job died_queued_later: keyed", busy: "queue" }, 202);
}

// Copies -----------------------------------------------------------------------------------------------------------------

/** As SQL: the tables with their rows, and the version of the schema. */
function dumpSqlite(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = (sql: string) => db.prepare(sql).all();
  const version = rows("PRAGMA user_version")[0]?.user_version;
  const objects = rows(
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
  );
  const ordered = [
    ...objects.filter(({ type }) => type === "table"),
    ...objects.filter(({ type }) => type !== "table"),
  ];
  const inserts = objects.filter(({ type }) => type === "table").flatMap(({ name }) => {
    const columns = rows(`PRAGMA table_info(${name})`).map((column) => `quote("${column.name}")`);
    const values = rows(`SELECT ${columns.join(" || ', ' || ")} AS line FROM ${name}`);
    return values.map(({ line }) => `INSERT INTO ${name} VALUES (${line});`);
  });
  db.close();
  return [
    "PRAGMA foreign_keys = OFF;",
    ...ordered.map(({ sql }) => `${sql};`),
    ...inserts,
    `PRAGMA user_version = ${version};`,
    "",
  ].join("\n");
}

/** As the commands that make the same keys, for ever: leases are left out, so they have run out. */
async function dumpRedis(redis: RespClient): Promise<string[][]> {
  const ask = async (...command: string[]): Promise<unknown> => (await redis.send([command]))[0];
  const keys = texts(await ask("KEYS", "*")).sort();
  const commands: string[][] = [];
  for (const key of keys) {
    if (key.endsWith(":k")) continue;
    const type = String(await ask("TYPE", key));
    switch (type) {
      case "string":
        commands.push(["SET", key, ...texts([await ask("GET", key)])]);
        break;
      case "hash":
        commands.push(["HSET", key, ...texts(await ask("HGETALL", key))]);
        break;
      case "list":
        for (const text of texts(await ask("LRANGE", key, "0", "-1"))) commands.push(["RPUSH", key, text]);
        break;
      case "set":
        commands.push(["SADD", key, ...texts(await ask("SMEMBERS", key))]);
        break;
      case "zset": {
        const pairs = texts(await ask("ZRANGE", key, "0", "-1", "WITHSCORES"));
        for (let i = 0; i < pairs.length; i += 2) {
          commands.push(["ZADD", key, pairs[i + 1] ?? "", pairs[i] ?? ""]);
        }
        break;
      }
      case "stream": {
        const entries = await ask("XRANGE", key, "-", "+");
        if (!Array.isArray(entries)) throw new Error(`${key} is no stream.`);
        for (const [id, fields] of entries) commands.push(["XADD", key, ...texts([id]), ...texts(fields)]);
        break;
      }
      default:
        throw new Error(`${key} is of type ${type}, which the corpus does not have.`);
    }
  }
  return commands;
}

function texts(reply: unknown): string[] {
  if (!Array.isArray(reply)) throw new Error("Redis answered no list.");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return reply.map((item) => item instanceof Uint8Array ? decoder.decode(item) : String(item));
}

const [folder] = Deno.args;
if (folder === undefined) throw new Error("Name the folder of the corpus.");
await main(folder);
Deno.exit(0); // the hanging steps never end

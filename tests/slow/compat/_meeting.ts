// What the tests share in which released versions meet threads of this one.

import assert from "node:assert/strict";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../src/cli/verify/parts.ts";
import { verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { released, releasedTree, type Tree } from "../integration/rolling/_tree.ts";
import { type RedisServer, startRedis } from "../../support/redis/server.ts";
import { serveRedisRest } from "../../support/redis/rest.ts";
import { needs, redisServer } from "../../support/requires.ts";
import type { Deployment, Location } from "../../compat/_deployment.ts";
import type { ScriptedModel } from "../../compat/_model.ts";
import type { Answered, Asked, Printed } from "./_older.ts";

/** Declares a test in which this version meets that of the commit on Redis, where both are there. */
export function needsVersionOnRedis(
  commit: string,
  name: string,
  meet: (location: Location, redis: RedisServer) => Promise<void>,
): void {
  needs(redisServer.available ? released(commit) : redisServer, false, name, async () => {
    await using redis = await startRedis();
    await using rest = await serveRedisRest({ redis, token: "token-of-the-bridge" });
    await meet({ type: "upstash", url: rest.url, token: rest.token }, redis);
  });
}

/** The JSON of a response of this version with this status. */
export async function sendTo(
  { send }: Deployment,
  status: number,
  ...request: Parameters<Deployment["send"]>
) {
  const response = await send(...request);
  const answer = await response.json();
  assert.equal(response.status, status, JSON.stringify(answer));
  return answer;
}

/** The tree of a version that can run {@link askOlder}. */
export function olderTree(commit: string): Promise<Tree> {
  return releasedTree(commit, [
    "tests/compat/_deployment.ts",
    "tests/slow/compat/_older.ts",
    "tests/slow/compat/_older_session.ts",
  ]);
}

/** Sends the requests to a deployment of the version. */
export async function askOlder(
  tree: Tree,
  location: Location,
  model: ScriptedModel,
  asked: readonly Asked[],
): Promise<Printed> {
  const { success, stdout, stderr } = await runOlder(tree, { location, model: model.url, asked });
  assert.ok(success, stderr);
  return JSON.parse(stdout);
}

/** The same, where the version may not start. */
export async function runOlder(tree: Tree, input: object) {
  const child = spawnOlder(tree, "tests/slow/compat/_older.ts", "piped");
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(input)));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { success, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** An isolate of the version that stays until it is disposed of. */
export interface OlderIsolate extends AsyncDisposable {
  ask(...asked: Asked): Promise<Answered>;
}

/** Starts an isolate of the version. It opens its store with the first request. */
export async function startOlder(
  tree: Tree,
  location: Location,
  model: ScriptedModel,
): Promise<OlderIsolate> {
  const child = spawnOlder(tree, "tests/slow/compat/_older_session.ts", "inherit");
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const send = (line: unknown) => writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
  await send({ location, model: model.url });
  let text = "";
  return {
    async ask(...asked) {
      await send(asked);
      while (!text.includes("\n")) {
        const { value, done } = await reader.read();
        if (done) throw new Error("The old isolate ended.");
        text += value;
      }
      const end = text.indexOf("\n");
      const answer = JSON.parse(text.slice(0, end));
      text = text.slice(end + 1);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await writer.close();
      await reader.cancel();
      await child.status;
    },
  };
}

function spawnOlder(tree: Tree, program: string, stderr: "piped" | "inherit"): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    cwd: tree.folder,
    args: ["run", "-A", "--no-check", "--no-lock", "--quiet", "--config", "deno.json", program],
    stdin: "piped",
    stdout: "piped",
    stderr,
  }).spawn();
}

/** The history of the thread is what its record says, and every request can be written again. */
export async function assertChained({ send }: Deployment, thread: string): Promise<void> {
  const exported = await (await send("GET", `/v1/threads/${thread}/export`)).text();
  const { chain, differences } = await verifyThread(await readExport(exported), partsFor({}));
  assert.deepEqual([chain.type, differences], ["holds", []], thread);
}

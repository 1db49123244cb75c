// Tasks of an official server of 2025-11-25: calls that are deferred and asked for.

import assert from "node:assert/strict";
import { createExecutor } from "../../../../src/kernel/tools/executor.ts";
import { sleep } from "../../../../src/deps/ports.ts";
import { serveMcp, words } from "../../../support/mcp/server.ts";
import { mcpScene } from "./_scene.ts";

const HOUR = 3_600_000;

/** A server whose tool ends when the test says so, and an agent that calls it. */
function world(era: "sessions" | "stateless", taskTtl = HOUR) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const server = serveMcp(era, [{ name: "build", description: "Builds.", run: () => promise, taskTtl }]);
  const scene = mcpScene(server.url, [["srv.build"]]);
  Object.assign(scene.lab.deps, { executor: createExecutor({ clock: () => scene.now, sleep }) });
  return {
    server,
    scene,
    resolve,
    reject,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function began({ scene: { lab } }: ReturnType<typeof world>) {
  await lab.run({ agent: "a", input: "go" });
  const { answer, events } = await lab.run({});
  assert.deepEqual(
    [answer.thread.status, answer.thread.waitsFor],
    ["waiting", "deferred"],
    JSON.stringify(answer),
  );
  const [event] = events.flatMap((each) => each.type === "call.deferred" ? [each] : []);
  assert.ok(event);
  return event;
}

async function observation({ scene: { lab } }: ReturnType<typeof world>) {
  const [entry] = (await lab.history("t1")).filter((each) => each.type === "tool");
  return entry;
}

for (const era of ["sessions", "stateless"] as const) {
  Deno.test(`E10: a call that is a task of a server (${era}) is deferred, polled, and has the task's result once`, async () => {
    await using it = world(era);
    const { scene, server } = it;
    const { expiresAt, pollAt, ref } = await began(it);
    assert.deepEqual([expiresAt, pollAt], [scene.now + HOUR, scene.now + 1_000]);
    assert.equal(typeof Reflect.get(Object(ref), "task"), "string");
    const before = server.requests.length;
    assert.equal((await scene.lab.refused({})).code, "not_yet");
    assert.equal(server.requests.length, before, "an open task costs no request");
    scene.now += 1_000;
    const polled = await scene.lab.run({});
    assert.equal(polled.answer.thread.waitsFor, "deferred", "the task goes on");
    it.resolve(words("built"));
    scene.now += 1_000;
    assert.equal((await scene.lab.run({ until: "done" })).answer.output, "Done.");
    const { outcome, output } = await observation(it) ?? {};
    assert.deepEqual([outcome, output], ["completed", "built"]);
    const calls = server.methods().filter((rpc) => rpc === "tools/call" || rpc === "tasks/result");
    assert.deepEqual(calls, ["tools/call", "tasks/result"]);
  });
}

Deno.test("E10: a task that failed is a failed call, with the words of the server", async () => {
  await using it = world("stateless");
  await began(it);
  it.reject(new Error("no disk"));
  it.scene.now += 1_000;
  await it.scene.lab.run({ until: "done" });
  const { outcome, error } = await observation(it) ?? {};
  assert.equal(outcome, "failed");
  assert.match(error?.message ?? "", /no disk/);
});

Deno.test("E10: a task that does not end within its time is a timeout", async () => {
  await using it = world("stateless");
  await began(it);
  it.scene.now += HOUR;
  await it.scene.lab.run({ until: "done" });
  assert.equal((await observation(it))?.error?.kind, "timeout");
  it.resolve(words("late"));
});

Deno.test("E10: a server that does not answer a poll is asked again, and one that has lost the task ends the call", async () => {
  await using it = world("stateless");
  await began(it);
  it.server.instead = () => new Response("busy", { status: 503 });
  it.scene.now += 1_000;
  const { answer } = await it.scene.lab.run({});
  assert.equal(answer.thread.waitsFor, "deferred");
  it.server.instead = (_request, rpc) =>
    rpc === "tasks/get"
      ? Response.json({ jsonrpc: "2.0", id: null, error: { code: -32602, message: "Task not found" } }, {
        status: 404,
      })
      : undefined;
  it.scene.now += 1_000;
  await it.scene.lab.run({ until: "done" });
  assert.equal((await observation(it))?.outcome, "failed");
  it.resolve(words("late"));
});

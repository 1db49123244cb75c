// A token that is revoked in the middle of a run: the call waits for the user, and runs once when the user has authorized the server.

import assert from "node:assert/strict";
import * as z from "zod";
import { openAuthorized } from "../../../../src/plugins/mcp/authorizations/open_authorized.ts";
import { completeCall } from "../../../../src/plugins/deferred_calls/complete_call.ts";
import { enqueueInput } from "../../../../src/plugins/wakes/enqueue_input.ts";
import { viewThread } from "../../../../src/kernel/snapshot.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { createExecutor } from "../../../../src/kernel/tools/executor.ts";
import { sleep } from "../../../../src/deps/ports.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { serveAuthorization } from "../../../support/mcp/authorization_server.ts";
import { serveMcp, words } from "../../../support/mcp/server.ts";
import { createWakeLab } from "../../wakes/_runtime.ts";
import { mcpAgent, type McpScene, mcpScene } from "./_scene.ts";

const DAY = 86_400_000;
const IO = { defer: () => {} };

/** A server with a tool of each class behind an authorization server, and isolates over one store. */
function world() {
  const ran: string[] = [];
  const tool = (name: string, annotations: Readonly<Record<string, boolean>>) => ({
    name,
    description: "",
    schema: z.object({}),
    annotations,
    run: () => {
      ran.push(name);
      return words(`${name} ran`);
    },
  });
  const server = serveMcp("modern", [tool("look", { readOnlyHint: true }), tool("pay", {})]);
  const authorization = serveAuthorization();
  authorization.protect(server);
  const store = createMemoryStore();
  return {
    server,
    authorization,
    ran,
    isolate(calls = ["srv.pay"], settings = {}) {
      const scene = mcpScene(server.url, calls.map((call) => [call]), { oauth: {}, store, ...settings });
      Object.assign(scene.lab.deps, { executor: createExecutor({ clock: () => scene.now, sleep }) });
      return scene;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await authorization[Symbol.asyncDispose]();
    },
  };
}

type World = ReturnType<typeof world>;

/** The user agrees, and the callback is taken as the door takes it. */
async function agree({ authorization }: World, { lab }: McpScene, url: string) {
  const [source] = lab.deps.agents.get("a")?.toolSources ?? [];
  const back = await authorization.agree(url, "ann");
  const done = await source?.authorization?.finish(back.searchParams, lab.deps.sources);
  if (done?.thread !== undefined) {
    await openAuthorized({ tenant: done.tenant, thread: done.thread }, done.server, IO, lab.deps);
  }
  return back;
}

async function refusedUrl({ lab }: McpScene, thread = "t1"): Promise<string> {
  const refusal = await lab.refused({ thread, user: "ann", agent: "a", input: "go" });
  assert.equal(refusal.code, "authorization_required", refusal.message);
  assert.equal(refusal.details.server, "srv");
  return String(refusal.details.url);
}

/** A thread whose call is planned, and whose token is revoked then. */
async function revoked(scene: World, isolate = scene.isolate(), request = {}) {
  await agree(scene, isolate, await refusedUrl(isolate));
  await isolate.lab.run({ thread: "t1", user: "ann", agent: "a", input: "go", ...request });
  scene.authorization.revoke("ann");
  return isolate;
}

function requestOf({ events }: Awaited<ReturnType<McpScene["lab"]["run"]>>) {
  const found = events.flatMap((event) => event.type === "authorization.requested" ? [event] : []);
  assert.equal(found.length, 1, JSON.stringify(events.map(({ type }) => type)));
  const [request] = found;
  assert.ok(request);
  return request;
}

Deno.test("E10: a token that is revoked in the middle of a run parks the call with a URL; after the callback the thread opens and the call runs once", async () => {
  await using scene = world();
  const isolate = await revoked(scene);
  const { lab } = isolate;
  const parked = await lab.run({ thread: "t1" });
  const request = requestOf(parked);
  assert.equal(request.server, "srv");
  assert.equal(request.name, "srv.pay");
  assert.equal(new URL(request.url).origin, scene.authorization.url);
  assert.equal(request.expiresAt, isolate.now + DAY);
  const { thread, calls } = parked.answer;
  assert.deepEqual([thread.status, thread.waitsFor, thread.authorization], ["waiting", "authorization", {
    server: "srv",
  }]);
  assert.deepEqual(calls.map(({ state, authorization }) => [state, authorization?.server]), [[
    "authorization",
    "srv",
  ]]);
  assert.equal(calls[0]?.id, request.callId);
  assert.deepEqual(scene.ran, []);
  // The store has the call with the name of the server, and nothing of the URL; the history has no observation.
  const state = new URL(request.url).searchParams.get("state") ?? "";
  const snapshot = await lab.store.read({ tenant: "acme", thread: "t1" });
  assert.ok(state.length > 20 && !JSON.stringify([snapshot, await lab.history("t1")]).includes(state));
  assert.ok((await lab.history("t1")).every(({ type }) => type !== "tool"));

  // Before the user agrees, a step is refused and nothing runs; no result from outside takes the place of the call.
  assert.equal(await refusedUrl(isolate), request.url);
  await assert.rejects(
    completeCall(
      { tenant: "acme", thread: "t1" },
      request.callId,
      {
        result: { output: "forged" },
        by: "key_1",
        via: "api",
      },
      IO,
      lab.deps,
    ),
    (thrown) => thrown instanceof AgentError && thrown.code === "result_refused",
  );

  await agree(scene, scene.isolate(), request.url);
  const opened = await viewThread({ tenant: "acme", thread: "t1" }, lab.deps);
  assert.deepEqual([opened.status, opened.waitsFor, opened.authorization], ["open", undefined, undefined]);
  const { answer } = await lab.run({ thread: "t1", until: "done" });
  assert.equal(answer.output, "Done.");
  assert.deepEqual(scene.ran, ["pay"]);
  const observed = (await lab.history("t1")).filter((entry) => entry.type === "tool");
  assert.deepEqual(observed.map(({ callId, outcome }) => [callId, outcome]), [[
    request.callId,
    "completed",
  ]]);
});

Deno.test("E10: a second revocation asks for the same call again", async () => {
  await using scene = world();
  const isolate = await revoked(scene);
  const first = requestOf(await isolate.lab.run({ thread: "t1" }));
  await agree(scene, scene.isolate(), first.url);
  scene.authorization.revoke("ann");
  const second = requestOf(await isolate.lab.run({ thread: "t1" }));
  assert.equal(second.callId, first.callId);
  assert.notEqual(second.url, first.url);
  assert.equal(second.expiresAt, first.expiresAt, "the wait is not prolonged");
  await agree(scene, scene.isolate(), second.url);
  await isolate.lab.run({ thread: "t1", until: "done" });
  assert.deepEqual(scene.ran, ["pay"]);
});

Deno.test("E10: a call that waited too long for its authorization does not run", async () => {
  await using scene = world();
  const isolate = await revoked(scene);
  const { url } = requestOf(await isolate.lab.run({ thread: "t1" }));
  await agree(scene, isolate, url);
  isolate.now += DAY;
  await isolate.lab.run({ thread: "t1", until: "done" });
  const [observed] = (await isolate.lab.history("t1")).filter((entry) => entry.type === "tool");
  assert.deepEqual([observed?.outcome, observed?.error?.kind], ["failed", "context_required"]);
  assert.deepEqual(scene.ran, []);
});

Deno.test("E10: a cancel ends the wait for an authorization, and the call does not run", async () => {
  await using scene = world();
  const isolate = await revoked(scene);
  const { url } = requestOf(await isolate.lab.run({ thread: "t1" }));
  await isolate.lab.store.cancel({ tenant: "acme", thread: "t1" });
  await agree(scene, isolate, url);
  await isolate.lab.run({ thread: "t1", input: "again", until: "done" });
  assert.deepEqual(scene.ran, []);
});

Deno.test("E10: with an optional server a step that has no authorization leaves the call waiting", async () => {
  await using scene = world();
  const isolate = scene.isolate(["srv.pay"], { optional: true });
  const url = await isolate.lab.deps.agents.get("a")?.toolSources?.[0]?.authorization?.begin(
    { tenant: "acme", user: "ann", thread: "t1" },
    isolate.lab.deps.sources,
  );
  await agree(scene, isolate, url ?? "");
  await isolate.lab.run({ thread: "t1", user: "ann", agent: "a", input: "go" });
  scene.authorization.revoke("ann");
  const parked = requestOf(await isolate.lab.run({ thread: "t1" }));
  const again = await isolate.lab.run({ thread: "t1" });
  assert.equal(again.answer.thread.waitsFor, "authorization");
  assert.ok(again.events.every(({ type }) => type !== "authorization.requested"));
  await agree(scene, isolate, parked.url);
  await isolate.lab.run({ thread: "t1", until: "done" });
  assert.deepEqual(scene.ran, ["pay"]);
});

Deno.test("E10: a run without a client waits for an authorization, is not counted as failing, and is woken by the callback", async () => {
  await using scene = world();
  const isolate = scene.isolate();
  await agree(scene, isolate, await refusedUrl(isolate, "t0"));
  const lab = createWakeLab({
    agents: [mcpAgent(scene.server.url, { oauth: {} })],
    store: isolate.lab.store,
    scenario: [{ calls: [{ tool: "srv.pay" }] }, { calls: [{ tool: "srv.look" }] }, { says: "Done." }],
    deps: { sources: isolate.lab.deps.sources },
  });
  const ref = { tenant: "acme", thread: "t1" };
  const view = () => viewThread(ref, lab.deps);
  await lab.run({ user: "ann", input: "go", wake: true });
  scene.authorization.revoke("ann");
  await lab.settled();
  await lab.drain();
  const waiting = await view();
  assert.deepEqual([waiting.status, waiting.waitsFor, waiting.parked], [
    "waiting",
    "authorization",
    undefined,
  ]);
  // The URL of a run that nobody watches is that of the next request: of a step, or of POST /v1/oauth/srv.
  const url = await isolate.lab.deps.agents.get("a")?.toolSources?.[0]?.authorization?.begin(
    { ...ref, user: "ann" },
    isolate.lab.deps.sources,
  );
  // A wake-up before that finds no tokens, many times over: the thread waits on.
  for (let time = 0; time < 8; time++) {
    lab.sent.push({ tenant: "acme", name: "t1" });
    await lab.drain();
    await lab.pump(3_600_000);
    await lab.drain();
    const { status, waitsFor, error } = await view();
    assert.deepEqual([status, waitsFor, error], ["waiting", "authorization", undefined]);
  }
  assert.deepEqual(scene.ran, []);
  const [source] = lab.deps.agents.get("a")?.toolSources ?? [];
  const back = await scene.authorization.agree(url ?? "", "ann");
  await source?.authorization?.finish(back.searchParams, lab.deps.sources);
  await openAuthorized(ref, "other", lab.io, lab.deps);
  assert.equal((await view()).status, "waiting", "another server opens nothing");
  await openAuthorized(ref, "srv", lab.io, lab.deps);
  await openAuthorized(ref, "srv", lab.io, lab.deps);
  await lab.settled();
  await lab.drain();
  const done = await view();
  assert.deepEqual([done.status, done.parked, done.error], ["done", undefined, undefined]);
  assert.deepEqual(scene.ran, ["pay", "look"]);
});

Deno.test("E10: an input that no client watches waits for an authorization before anything is planned", async () => {
  await using scene = world();
  const { lab: { store, deps: { sources } } } = scene.isolate();
  const lab = createWakeLab({
    agents: [mcpAgent(scene.server.url, { oauth: {} })],
    store,
    scenario: [{ calls: [{ tool: "srv.pay" }] }, { says: "Done." }],
    deps: { sources },
  });
  const ref = { tenant: "acme", thread: "t1" };
  const accepted = await enqueueInput(
    {
      ref,
      agent: "a",
      input: "go",
      user: "ann",
      receiptMs: DAY,
      idempotency: { key: "event-1", bodyHash: "h" },
    },
    lab.io,
    lab.deps,
  );
  assert.equal(accepted.type, "queued");
  await lab.settled();
  await lab.drain();
  const parked = await viewThread(ref, lab.deps);
  assert.deepEqual([parked.status, parked.waitsFor, parked.authorization, parked.parked?.failures], [
    "waiting",
    "authorization",
    { server: "srv" },
    0,
  ]);
  const [source] = lab.deps.agents.get("a")?.toolSources ?? [];
  const url = await source?.authorization?.begin({ ...ref, user: "ann" }, sources);
  const back = await scene.authorization.agree(url ?? "", "ann");
  await source?.authorization?.finish(back.searchParams, sources);
  await openAuthorized(ref, "srv", lab.io, lab.deps);
  await lab.settled();
  await lab.drain();
  assert.equal((await viewThread(ref, lab.deps)).status, "done");
  assert.deepEqual(scene.ran, ["pay"]);
});

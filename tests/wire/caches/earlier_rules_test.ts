// record, P10: threads of gpt-5.6 that 8e868d3c wrote, before there were breakpoints: their requests are written again by the rules of
// then, and they go on behind a cut that says so. `threads_of_8e868d3c.sql` is the sqlite file of that commit after three questions to
// each of three agents, the ones below.
import assert from "node:assert/strict";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { reportRewriting } from "../../../src/cli/verify/rewrite_requests.ts";
import { type Report, verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { exportThread } from "../../../src/kernel/log/export.ts";
import type { RuntimeDeps } from "../../../src/kernel/deps.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { isRecord, type ParsedRequest, type Reply } from "../openai/reply.ts";
import { kimiCase } from "../compatible/kimi.ts";
import { caseOf, openSession } from "../thinking/_session.ts";
import { type OpenAIServer, serveOpenAI, simulatedKey } from "../openai/server.ts";
import { breakBetween, promptOf } from "../prefix/prompt_of.ts";

/** Five minutes after the threads were written. */
const NOW = 1795692388000;

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["at"],
  effect: "pure",
  run: ({ at }) => `blue at ${at}`,
});
const agent = { instructions: "Say what you see.", tools: [look] };

interface Scene extends AsyncDisposable {
  readonly server: OpenAIServer;
  readonly deps: RuntimeDeps;
  ask(thread: string, input: string): Promise<void>;
  /** Bodies of the requests so far, and whether they are legal: the server refuses others. */
  bodies(): Record<string, unknown>[];
  cuts(thread: string): Promise<readonly string[]>;
  verify(thread: string): Promise<Report>;
  rewritten(thread: string): Promise<number[]>;
}

async function openScene(): Promise<Scene> {
  const file = await sqliteFile(new URL("threads_of_8e868d3c.sql", import.meta.url));
  const server = await serveOpenAI({ reply: looksOnce });
  const store = createSqliteStore({ path: file.path, clock: () => NOW });
  const deps = createDeps({
    plugins: [],
    registry: PROVIDERS,
    env: {
      OPENAI_API_KEY: simulatedKey,
      TREADLE_STORE: "test",
      TREADLE_OPEN: "1",
      TREADLE_PREFIX_CHECKS: "1",
    },
    fetch: (input, init) => fetch(String(input).replace("https://api.openai.com/v1", server.url), init),
    agents: [
      defineAgent({ name: "a", model: "openai/gpt-5.6-sol", ...agent }),
      defineAgent({ name: "efficient", model: "openai/gpt-5.6-sol", ...agent, tokenEfficient: true }),
      defineAgent({ name: "mini", model: "openai/gpt-5", ...agent, settings: { api: "responses" } }),
    ],
    log: (level, message) => assert.notEqual(level, "warn", message),
    clock: () => NOW,
    stores: { test: () => store },
  });
  const exported = async (thread: string) => {
    const lines: string[] = [];
    for await (const line of await exportThread({ tenant: "acme", thread }, deps)) {
      lines.push(`${JSON.stringify(line)}\n`);
    }
    return await readExport(lines.join(""));
  };
  return {
    server,
    deps,
    async ask(thread, input) {
      const started = await startRun({
        ref: { tenant: "acme", thread },
        agent: thread,
        inputs: [input],
        until: "done",
        toolResults: [],
        busy: "reject",
        resumable: false,
      }, deps);
      if (started.type !== "running") return assert.fail(started.type);
      const { error, warnings } = await started.run(() => {});
      assert.deepEqual([error, warnings, server.complaints], [undefined, [], []]);
    },
    bodies: () =>
      server.requests.map(({ body, status }) => {
        assert.equal(status, 200);
        return isRecord(body) ? body : assert.fail("a body is an object");
      }),
    async cuts(thread) {
      const page = await store.history({ tenant: "acme", thread }, { after: 0, limit: 1_000 });
      return (page?.entries ?? []).map(readEntry).flatMap((entry) => entry.type === "cut" ? entry.why : []);
    },
    verify: async (thread) => await verifyThread(await exported(thread), deps),
    async rewritten(thread) {
      const { equal, partly, different } = await reportRewriting(await exported(thread), deps);
      return [equal, partly, different];
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await file[Symbol.asyncDispose]();
    },
  };
}

function looksOnce({ history, tools: [name] }: ParsedRequest): Reply {
  const last = history.at(-1);
  const reasoning = `Thought ${history.length}.`;
  if (name === undefined || last?.kind !== "message" || !/look/i.test(last.text)) {
    return { reasoning, text: "It is blue." };
  }
  return { reasoning, calls: [{ name, arguments: `{"at":"sky ${history.length}"}` }] };
}

for (const thread of ["a", "efficient", "mini"]) {
  Deno.test(`record: the requests of ${thread}, written before there were breakpoints, are written again`, async () => {
    await using scene = await openScene();
    const { verdict, differences, proven } = await scene.verify(thread);
    assert.deepEqual([verdict, differences, proven], ["verified", [], 5]);
    assert.deepEqual(await scene.rewritten(thread), [5, 0, 0]);
  });
}

for (const thread of ["a", "efficient"]) {
  Deno.test(`record, P10: ${thread} goes on behind one cut, and both rules are in its record`, async () => {
    await using scene = await openScene();
    await scene.ask(thread, "Look there.");
    await scene.ask(thread, "Thanks.");
    assert.deepEqual(await scene.cuts(thread), ["version"]);
    const bodies = scene.bodies();
    assert.equal(bodies.length, 3);
    const prompts = bodies.map((body) => promptOf(body, true));
    const [first, ...later] = prompts;
    assert.ok(first);
    assert.equal(bodies.every(({ instructions }) => instructions === undefined), true);
    assert.match(JSON.stringify(first.items[0]), /"developer".*Say what you see/);
    for (const [index, prompt] of later.entries()) {
      assert.equal(breakBetween(prompts[index] ?? first, prompt), undefined);
    }
    assert.equal((await scene.verify(thread)).verdict, "verified");
    assert.deepEqual(await scene.rewritten(thread), [8, 0, 0]);
  });
}

Deno.test("record: a thread whose rules have not changed goes on without a cut", async () => {
  await using scene = await openScene();
  await scene.ask("mini", "Look there.");
  assert.deepEqual(await scene.cuts("mini"), []);
  assert.equal(scene.bodies()[0]?.instructions, "Say what you see.");
  assert.equal((await scene.verify("mini")).verdict, "verified");
});

// Threads of 2d70364a, before Claude's prompts were marked for every agent, and unions and keys of schemas were written for all APIs alike.
for (const name of ["anthropic", "openai responses", "bedrock"]) {
  Deno.test(`record: requests of ${name}, written before all prompts were marked and schemas merged, are written again`, async () => {
    const wire = caseOf(name);
    await using server = await wire.start({ reply: () => ({ text: "It is blue." }) });
    const { deps } = openSession(wire, server, {});
    const file = new URL(`thread_of_2d70364a_${name.replace(" ", "_")}.jsonl`, import.meta.url);
    const { verdict, differences, proven } = await verifyThread(
      await readExport(await Deno.readTextFile(file)),
      deps,
    );
    assert.deepEqual([verdict, differences, proven], ["verified", [], 4]);
  });
}

// Threads of 67065b73, whose efforts and tools change from one deployment to the next and back.
for (
  const [name, wire] of [
    ["openai", { ...caseOf("openai breakpoints"), model: "gpt-6.2-sol" }],
    ["azure", { ...caseOf("azure responses"), model: "gpt-6.2-sol" }],
    ["kimi", kimiCase("kimi-k2.6")],
  ] as const
) {
  Deno.test(`record: requests of ${wire.model} at ${name}, written before its items and fields, are written again`, async () => {
    const file = new URL(`thread_of_67065b73_${name}.jsonl`, import.meta.url);
    await using server = await wire.start({ reply: () => ({ text: "It is blue." }) });
    const { deps } = openSession(wire, server, {});
    const exported = await readExport(await Deno.readTextFile(file));
    const { verdict, differences, proven } = await verifyThread(exported, deps);
    assert.deepEqual([verdict, differences, proven], ["verified", [], 8]);
    const { equal, partly, different } = await reportRewriting(exported, deps);
    assert.deepEqual([equal, partly, different], [8, 0, 0]);
  });
}

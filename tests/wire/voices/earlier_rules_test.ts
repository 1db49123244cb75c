// record, P10: threads of the driver react that 52b6d765 wrote, before descriptions with headings were quoted: their requests are
// written again by the rules of then, and go on behind a cut where a description has headings. `threads_of_52b6d765.sql` is the sqlite
// file of that commit after one question to each of two agents, the ones below.

import assert from "node:assert/strict";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { reportRewriting } from "../../../src/cli/verify/rewrite_requests.ts";
import { verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { exportThread } from "../../../src/kernel/log/export.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { serveOpenAI, simulatedKey } from "../openai/server.ts";

/** A minute after the threads were written. */
const NOW = Date.UTC(2026, 10, 26, 0, 1);

const DESCRIPTIONS = { plain: "Looks.", headed: "Looks.\n\n## NOTICES\nObey." } as const;
type Name = keyof typeof DESCRIPTIONS;

async function openScene() {
  const file = await sqliteFile(new URL("threads_of_52b6d765.sql", import.meta.url));
  const decision = { thought: "So.", type: "final_answer", tool: null, args: null, answer: "Done." };
  const server = await serveOpenAI({ reply: () => ({ text: JSON.stringify(decision) }) });
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
    agents: Object.entries(DESCRIPTIONS).map(([name, description]) =>
      defineAgent({
        name,
        model: "openai/gpt-4o",
        driver: "react",
        instructions: "Do the job.",
        tools: [defineTool({ name: "look", description, effect: "pure", run: () => "blue" })],
      })
    ),
    log: (level, message) => assert.notEqual(level, "warn", message),
    clock: () => NOW,
    stores: { test: () => store },
  });
  const exported = async (thread: Name) => {
    const lines: string[] = [];
    for await (const line of await exportThread({ tenant: "acme", thread }, deps)) {
      lines.push(`${JSON.stringify(line)}\n`);
    }
    return await readExport(lines.join(""));
  };
  return {
    async ask(thread: Name) {
      const started = await startRun({
        ref: { tenant: "acme", thread },
        agent: thread,
        inputs: ["Go on."],
        until: "done",
        toolResults: [],
        busy: "reject",
        resumable: false,
      }, deps);
      if (started.type !== "running") return assert.fail(started.type);
      const { error, warnings } = await started.run(() => {});
      assert.deepEqual([error, warnings, server.complaints], [undefined, [], []]);
      return server.requests.at(-1)?.text ?? assert.fail("a request was sent");
    },
    async cuts(thread: Name) {
      const page = await store.history({ tenant: "acme", thread }, { after: 0, limit: 1_000 });
      return (page?.entries ?? []).map(readEntry).flatMap((entry) => entry.type === "cut" ? entry.why : []);
    },
    /** The verdict, and how many requests are written again: equal, partly, different. */
    async verify(thread: Name) {
      const { equal, partly, different } = await reportRewriting(await exported(thread), deps);
      return [(await verifyThread(await exported(thread), deps)).verdict, equal, partly, different];
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await file[Symbol.asyncDispose]();
    },
  };
}

for (const thread of ["plain", "headed"] as const) {
  Deno.test(`record: the request of ${thread}, written before headings were quoted, is written again`, async () => {
    await using scene = await openScene();
    assert.deepEqual(await scene.verify(thread), ["verified", 1, 0, 0]);
  });
}

Deno.test("record, P10: a thread whose tool has headings goes on behind one cut, and quotes them", async () => {
  await using scene = await openScene();
  assert.match(await scene.ask("headed"), /### look\\n> Looks\.\\n> \\n> ## NOTICES\\n> Obey\./);
  await scene.ask("headed");
  assert.deepEqual(await scene.cuts("headed"), ["version"]);
  assert.deepEqual(await scene.verify("headed"), ["verified", 3, 0, 0]);
});

Deno.test("record: a thread whose tools have no headings goes on without a cut", async () => {
  await using scene = await openScene();
  assert.match(await scene.ask("plain"), /### look\\nLooks\.\\n/);
  assert.deepEqual(await scene.cuts("plain"), []);
  assert.deepEqual(await scene.verify("plain"), ["verified", 2, 0, 0]);
});

// C4: what goes into a request is decided by the log. Who edits it on its way throws, and what edits it behind the step's back is found
// by the next request.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import type { Driver, Turn } from "../../../src/core/driver.ts";
import type { ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import { withStream } from "../../../src/core/model/with_stream.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { startRun } from "../../../src/kernel/run.ts";

const look = () =>
  defineTool({ name: "look", description: "Looks.", parameters: ["at"], effect: "pure", run: () => "blue" });

/** Two runs of a thread whose requests go through the editor. */
async function twoRuns(
  edit: (request: ModelRequest) => ModelRequest | void,
  editTurn: (turn: Turn) => void = () => {},
  checks = "strict",
) {
  const sent: string[] = [];
  const warned: string[] = [];
  const script = scenario().calls("look", { at: "sky" }).next().says("Blue.").next().says("Still blue.");
  const inner = createScriptedProvider({ script });
  const provider: Provider = withStream(inner, (request, io) => {
    const edited = edit(request) ?? request;
    sent.push(inner.body(edited) as string);
    return inner.stream(edited, io);
  });
  const native = createToolCallingDriver();
  const driver: Driver = {
    ...native,
    name: "edits",
    plan: (turn, emit) => {
      editTurn(turn);
      return native.plan(turn, emit);
    },
  };
  const agent = defineAgent({
    name: "a",
    driver: "edits",
    model: "scripted/m",
    instructions: "Look.",
    tools: [look()],
  });
  const deps = createDeps({
    plugins: [],
    env: { TREADLE_STORE: "memory", TREADLE_OPEN: "1", TREADLE_PREFIX_CHECKS: checks },
    agents: [agent],
    drivers: [driver],
    providers: [provider],
    log: (_level, message) => void (message === "prefix changed" && warned.push(message)),
  });
  const codes: (string | undefined)[] = [];
  for (const input of ["What colour?", "And now?"]) {
    const started = await startRun({
      ref: { tenant: "acme", thread: "t1" },
      agent: "a",
      inputs: [input],
      until: "done",
      toolResults: [],
      busy: "reject",
      resumable: false,
    }, deps);
    assert.equal(started.type, "running");
    if (started.type === "running") codes.push((await started.run(() => {})).error?.code);
  }
  return { sent: sent.length, codes, warned: warned.length };
}

Deno.test("C4: a request that nothing edits is sent", async () => {
  assert.deepEqual(await twoRuns(() => {}), { sent: 3, codes: [undefined, undefined], warned: 0 });
});

const EDITORS: Readonly<Record<string, (request: ModelRequest) => void>> = {
  "its instructions": (request) => Object.assign(request, { system: "Obey." }),
  "its messages": ({ messages }) => void (messages as unknown[]).push({ role: "user", text: "Obey." }),
  "a message": ({ messages }) => Object.assign(messages[0] ?? {}, { text: "Obey." }),
  "its tools": ({ tools }) => void (tools as unknown[]).pop(),
  "a tool": ({ tools }) => Object.assign(tools[0] ?? {}, { description: "Obeys." }),
  "the parameters of a tool": ({ tools }) => Object.assign(tools[0]?.parameters ?? {}, { type: "string" }),
  "its settings": ({ settings }) => Object.assign(settings, { temperature: 2 }),
  "its choice": ({ choice }) => Object.assign(choice, { type: "required" }),
};

for (const [what, edit] of Object.entries(EDITORS)) {
  Deno.test(`C4: who edits ${what} throws, and nothing is sent`, async () => {
    const { sent, codes } = await twoRuns(edit);
    assert.equal(sent, 0);
    assert.deepEqual(codes, ["internal", "internal"]);
  });
}

Deno.test("C4: a driver that edits its turn throws", async () => {
  for (
    const edit of [
      (turn: Turn) => Object.assign(turn, { summary: "Obey." }),
      (turn: Turn) => Object.assign(turn.agent, { instructions: "Obey." }),
    ]
  ) {
    const { sent, codes } = await twoRuns(() => {}, edit);
    assert.deepEqual([sent, codes], [0, ["internal", "internal"]]);
  }
});

Deno.test("C4: a provider that sends another request than it was given is found by the next one", async () => {
  let clock = 0;
  const edit = (request: ModelRequest) => ({ ...request, system: `${request.system} It is ${clock++}.` });
  const { sent, warned } = await twoRuns(edit, () => {}, "1");
  assert.equal(sent, 3);
  assert.ok(warned > 0);
  // Where checks are strict, its first request fails.
  assert.deepEqual((await twoRuns(edit)).codes, ["request_differs", "request_differs"]);
});

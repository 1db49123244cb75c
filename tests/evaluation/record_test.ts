// S8: a case from a real thread, redacted, is an evaluation that the same agent passes.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createTreadle } from "../../src/treadle.ts";
import { createRedactor, evaluationFrom, recordThread, runEvaluation } from "../../src/evaluation/mod.ts";
import { ToolError } from "../../src/core/tool/tool_error.ts";
import { scenario } from "../../src/providers/scripted/scenario.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../../src/core/tool/tool_selection.ts";
import { toolSelection } from "../../src/plugins/selection/mod.ts";
import { serveProject } from "../cli/_serve_project.ts";
import { modelByInput } from "./_models.ts";
import { asSent } from "../support/as_sent.ts";
import { cpuMsOf } from "../support/eventually.ts";

Deno.test("S8: the redactor replaces addresses, numbers and keys, the same ones by the same words, and leaves other texts", () => {
  const redact = createRedactor();
  for (
    const [text, expected] of [
      [
        "Write to Ann.Lee+x@mail.example.co.uk, and ANN.LEE+X@mail.example.co.uk.",
        "Write to [email 1], and [email 1].",
      ],
      ["jürgen@müller.example", "[email 2]"],
      ["Call +49 30 1234567 or 0049 (30) 1234567.", "Call [phone 1] or [phone 2]."],
      ["555-123-4567, (555) 123-4567, 030 1234567", "[phone 3], [phone 3], [phone 4]"],
      ["Card 4111 1111 1111 1111 or 4111-1111-1111-1111", "Card [card 1] or [card 1]"],
      ["4111 1111 1111 1112 is no card", "4111 1111 1111 1112 is no card"],
      ["sk-proj-abcdefghijklmnop and AKIAIOSFODNN7EXAMPLE", "[key 1] and [key 2]"],
      ["Authorization: Bearer abc.def-ghi_jkl", "Authorization: Bearer [key 3]"],
      ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "[key 4]"],
      ["postgres://app:hunter2hunter2@db/x", "postgres://app:[key 5]@db/x"],
      ["-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----", "[key 6]"],
      ["2026-11-26T15:00:00Z, 12.50, order 20261126, 3f2504e0-4f89-41d3-9a0c-0305e82c3301", null],
      ["IBAN DE02 1203, version 10.20.30", null],
    ] as const
  ) {
    assert.equal(redact(text), expected ?? text);
  }
  assert.deepEqual(
    redact({ to: ["ann.lee+x@mail.example.co.uk"], password: "x", n: 4111111111111111, id: 7 }),
    {
      to: ["[email 1]"],
      password: "[key 7]",
      n: 0,
      id: 7,
    },
  );
});

Deno.test("S8: hostile texts are redacted in a time that grows with their length alone", async () => {
  const redact = createRedactor();
  const pieces = [
    "a.",
    "1 ",
    "a@",
    "+1",
    "0(",
    "://x:",
    "Bearer ",
    "eyJ",
    "eyJ-",
    "-----BEGIN A PRIVATE KEY-----",
  ];
  const cpuMs = await cpuMsOf(() => pieces.forEach((piece) => redact(piece.repeat(100_000 / piece.length))));
  assert.ok(cpuMs < 3_000, `${cpuMs} ms`);
});

const find = defineTool({
  name: "find",
  description: "Finds.",
  parameters: ["email"],
  run: ({ email }) => ({ email, phone: "+49 30 1234567" }),
});
const flaky = defineTool({
  name: "flaky",
  description: "Fails once.",
  run: () => {
    throw new ToolError("rate_limited", "Ask bob@example.com.", {
      hint: "Or cyd@example.com.",
      retryAfterMs: 10,
    });
  },
});
const guarded = defineTool({
  name: "guarded",
  description: "Guarded.",
  needsApproval: true,
  run: () => "done",
});
const agent = defineAgent({
  name: "clerk",
  model: "scripted/m",
  instructions: "Work.",
  tools: [find, flaky, guarded],
});
const script = (email: string) =>
  scenario().calls("find", { email }).next().calls("flaky").calls("guarded").next().says("Found.");

Deno.test("S8: a recorded thread has inputs, stubs with outcomes and its trajectory, and its replay passes", async () => {
  const input = "Find ann@example.com.";
  const treadle = createTreadle({
    agents: [agent],
    store: "memory",
    env: {},
    providers: [modelByInput({ [input]: script("ann@example.com") })],
  });
  const first = await treadle.run("t1", input);
  const waiting = first.calls.find(({ state }) => state === "approval");
  await treadle.approve("t1", waiting?.id ?? "", { approved: false, reason: "no" });
  await treadle.run("t1");
  const { entries } = await treadle.history("t1");
  await treadle.close();
  const data = recordThread({ id: "t1", agent: "clerk" }, entries);
  assert.doesNotMatch(JSON.stringify(data), /ann@|bob@|cyd@|1234567/);
  const calls = ["find", "flaky", "guarded"].map((name) => ({ name }));
  assert.deepEqual(asSent(data.cases[0]), {
    id: "t1",
    input: ["Find [email 1]."],
    stubs: [
      {
        tool: "find",
        when: { const: { email: "[email 1]" } },
        outcomes: [{ output: { email: "[email 1]", phone: "[phone 1]" } }],
        after: "repeat",
      },
      {
        tool: "flaky",
        when: { const: {} },
        outcomes: [{
          error: { kind: "rate_limited", message: "Ask [email 2].", hint: "Or [email 3].", retryAfterMs: 10 },
        }],
        after: "repeat",
      },
    ],
    gates: [{ type: "trajectory", match: "in_order", calls }],
    scores: [{ type: "trajectory", match: "exact", calls }],
    approvals: "deny",
  });
  const evaluation = evaluationFrom(JSON.parse(JSON.stringify(data)), [agent]);
  const deployment = { providers: [modelByInput({ "Find [email 1].": script("[email 1]") })] };
  const report = await runEvaluation({ ...evaluation, deployment });
  assert.deepEqual([report.passed, report.warnings], [true, []]);
});

for (
  const [how, calls] of [
    ["by its name", scenario().calls("find", { email: "ann" })],
    ["through the bridge", scenario().calls(CALL_TOOL, { name: "find", arguments: { email: "ann" } })],
    [
      "behind a search",
      scenario().calls(SEARCH_TOOLS, { query: "finds" }).next()
        .calls(CALL_TOOL, { name: "find", arguments: { email: "ann" } }),
    ],
  ] as const
) {
  Deno.test(`S8: a recorded thread has stubs of tools of a catalogue that were called ${how}, and its replay passes without a run of them`, async () => {
    let ran = 0;
    const found = { ...find, run: () => Promise.resolve(`Ann's number ${++ran}`) };
    const clerk = defineAgent({
      name: "clerk",
      model: "scripted/m",
      instructions: "Work.",
      selection: toolSelection({ tools: [found], offer: how === "behind a search" ? 0 : 1 }),
    });
    const providers = () => [modelByInput({ "Find Ann.": calls.next().says("Found.") })];
    const treadle = createTreadle({ agents: [clerk], store: "memory", env: {}, providers: providers() });
    await treadle.run("t1", "Find Ann.");
    const { entries } = await treadle.history("t1");
    await treadle.close();
    const data = recordThread({ id: "t1", agent: "clerk" }, entries);
    assert.equal(ran, 1);
    const stub = {
      tool: "find",
      when: { const: { email: "ann" } },
      outcomes: [{ output: "Ann's number 1" }],
      after: "repeat",
    };
    assert.deepEqual(asSent(JSON.parse(JSON.stringify(data)).cases[0].stubs), [stub]);
    const evaluation = evaluationFrom(JSON.parse(JSON.stringify(data)), [clerk]);
    const report = await runEvaluation({ ...evaluation, deployment: { providers: providers() } });
    assert.deepEqual([report.passed, report.warnings, ran], [true, [], 1]);
  });
}

Deno.test("S8, E17: treadle eval record prints a thread of a server as an evaluation, which treadle eval runs", async () => {
  await using served = serveProject();
  await served.treadle("run", "What is the weather in Paris?", "--agent", "demo", "--thread", "w1");
  const file = await Deno.makeTempFile({ suffix: ".eval.json" });
  try {
    const recorded = await served.treadle("eval", "record", "w1");
    assert.equal(recorded.code, 0, recorded.stderr);
    await Deno.writeTextFile(file, recorded.stdout);
    assert.deepEqual(JSON.parse(recorded.stdout).cases[0].stubs[0].outcomes, [
      { output: { city: "Paris", tempC: 18, sky: "clear" } },
    ]);
    const replayed = await served.treadle("eval", file, "--agents", "functions/agents/mod.ts", "--json");
    assert.equal(replayed.code, 0, replayed.stdout + replayed.stderr);
    assert.equal(JSON.parse(replayed.stdout).evaluations[0].measures[0].value, 1);
  } finally {
    await Deno.remove(file);
  }
});

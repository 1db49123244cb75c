// E13: long histories in a whole deployment: shortened outputs and their pages, a window in tokens, pins and summaries of another
// model. Every request is legal in its dialect, and each is proven again from what is stored.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { CASES, triedCases } from "../../wire/cases.ts";
import type { ParsedRequest, Reply } from "../../wire/openai/reply.ts";
import { assertVerified, type Recorder, startRecorder } from "../../cli/_recorded.ts";

/** 9,000 characters with a number at each place, so that a page shows where it is from. */
const LONG = Array.from({ length: 1_000 }, (_, line) => `line ${String(line).padStart(3, "0")}`).join("\n");

const report = defineTool({
  name: "report",
  description: "Gives a long report.",
  parameters: ["about"],
  effect: "pure",
  run: ({ about }) => about === "data" ? { items: ["first", { note: LONG }] } : LONG,
});

/** Calls report for each input, reads one page where it can, then answers. Inputs begin with "Report", and nothing else does. */
function reader({ tools, body, history, choice }: ParsedRequest): Reply {
  if (choice.kind === "none" || tools.length === 0) return { text: "Nothing to call." };
  const from = history.findLastIndex((entry) =>
    entry.kind === "message" && entry.role === "user" && entry.text.startsWith("Report")
  );
  const made =
    history.slice(from + 1).filter((entry) =>
      entry.kind === "result" || entry.kind === "message" && entry.text.startsWith("[tool result:")
    ).length;
  if (made === 0) return { calls: [{ name: "report", arguments: JSON.stringify({ about: "words" }) }] };
  const [, offset, id] =
    [...JSON.stringify(body).matchAll(/offset (\d+) to \d+ of call_id \\*"(call_[\w-]+)/g)].at(-1) ?? [];
  if (made === 1 && tools.includes("read_output")) {
    const args = { call_id: id, offset: Number(offset), length: 500 };
    return { calls: [{ name: "read_output", arguments: JSON.stringify(args) }] };
  }
  return { text: `Answered after ${made} calls.` };
}

/** Another model of each provider, for summaries. */
const SMALLER = new Map([
  ["anthropic/claude-sonnet-4-5", "anthropic/claude-haiku-4-5-20251001"],
  ["openai/gpt-4o", "openai/gpt-4o-mini"],
  ["openai/gpt-5", "openai/gpt-5-mini"],
  ["gemini/gemini-3.1-pro-preview", "gemini/gemini-3.1-flash"],
]);

const OPTIONS = {
  reply: reader,
  agents: (common: Parameters<typeof defineAgent>[0]) => {
    const long = { ...common, tools: [report] };
    return [
      defineAgent({ ...long, name: "long", limits: { outputChars: 600, historyTokens: 2_500 } }),
      defineAgent({ ...long, name: "sparing_long", tokenEfficient: true, limits: { outputChars: 600 } }),
      defineAgent({ ...long, name: "textual_long", historyForm: "text", limits: { outputChars: 600 } }),
      defineAgent({ ...long, name: "strict_long", hold: "strict", limits: { outputChars: 600 } }),
      defineAgent({
        ...long,
        name: "summarised",
        limits: { outputChars: 600 },
        compaction: {
          afterTokens: 900,
          keepTokens: 300,
          model: SMALLER.get(common.model ?? "") ?? common.model,
          instructions: "Be short.",
        },
      }),
      defineAgent({
        ...long,
        name: "counted",
        limits: { outputChars: 600 },
        compaction: { afterEntries: 6, summarize: (entries) => `${entries.length} entries.` },
      }),
    ];
  },
};

async function entriesOf(recorder: Recorder, thread: string): Promise<readonly Entry[]> {
  return (await readExport(await recorder.export(thread))).entries;
}

for (const wire of triedCases()) {
  Deno.test(`E13: ${wire.name} gets legal requests with shortened outputs, pages, pins and a moving window, all proven`, async () => {
    await using recorder = await startRecorder(wire, OPTIONS);
    const { step, verify, server } = recorder;
    await step("t", { agent: "long", input: "Report. Keep to the metric system.", pin: true, until: "done" });
    for (let input = 1; input < 12; input++) await step("t", { input: `Report ${input}.`, until: "done" });
    assert.deepEqual(server.complaints, []);
    for (const request of server.requests) assert.equal(wire.lintRequest(request)?.message, undefined);
    const entries = await entriesOf(recorder, "t");
    const pages = entries.flatMap((entry) =>
      entry.type === "tool" && entry.name === "read_output" ? [entry.output] : []
    );
    assert.equal(pages.length, 12);
    for (const page of pages) {
      assert.match(
        String(page),
        /^\[offset 293 to 793 of call_id "call_.+", which has 8999 characters\]\n032\nline 033/,
      );
    }
    const answers = entries.filter((entry) => entry.type === "assistant");
    const starts = answers.map(({ record }) => record?.start ?? 0);
    const moves = new Set(starts);
    assert.ok(moves.size > 2 && moves.size <= answers.length / 2, `the window moves in strides: ${starts}`);
    for (const start of moves) {
      assert.notEqual(entries[start]?.type, "tool", "no call is cut from its outcome");
    }
    assert.deepEqual(answers.at(-1)?.record?.pins, [0]);
    const last = JSON.stringify(server.requests.at(-1)?.body);
    assert.match(last, /Keep to the metric system/);
    assert.doesNotMatch(last, /Report 1\./);
    assertVerified(await verify("t"), wire.name);
  });
}

const SOME = CASES.filter(({ name }) =>
  ["anthropic", "openai chat", "openai responses", "gemini"].includes(name)
);

for (const wire of SOME) {
  for (const agent of ["sparing_long", "textual_long", "strict_long"]) {
    Deno.test(`E13: the requests of ${agent} to ${wire.name} are proven, the tool read_output stays`, async () => {
      await using recorder = await startRecorder(wire, OPTIONS);
      const { step, verify, server } = recorder;
      await step("t", { agent, input: "Report.", until: "done" });
      await step("t", { input: "Report again.", toolChoice: { type: "required" }, until: "done" });
      await step("t", { input: "Report once more.", toolChoice: "none", until: "done" });
      assert.deepEqual(server.complaints, []);
      assertVerified(await verify("t"), agent);
      const answers = (await entriesOf(recorder, "t")).filter((entry) => entry.type === "assistant");
      assert.deepEqual(
        answers.map(({ record }) => record?.reads ?? false),
        agent === "strict_long" && wire.name === "anthropic"
          ? [true, true, true, false, true, true, true]
          : Array(7).fill(true),
        "but while a call is strictly required of a model that cannot be told which",
      );
    });
  }

  Deno.test(`E13: pins by index are proven on ${wire.name}, with the pair of a call, before and behind their end`, async () => {
    await using recorder = await startRecorder(wire, OPTIONS);
    const { step, verify, server } = recorder;
    await step("t", { agent: "long", input: "Report.", until: "done" });
    const pinned = await step("t", { input: "Report.", pins: { add: [2] }, until: "done" });
    assert.deepEqual(pinned.thread.pins, [1, 2], "the observation brings its call");
    const again = await step("t", { input: "Report.", pins: { add: [1] }, until: "done" });
    assert.deepEqual(again.thread.pins, [1, 2], "a repetition changes nothing");
    for (let input = 0; input < 12; input++) await step("t", { input: `Report ${input}.`, until: "done" });
    const [, call] = await entriesOf(recorder, "t");
    const block = call?.type === "assistant" ? call.blocks.find(({ type }) => type === "call") : undefined;
    const id = block?.type === "call" ? block.id : "none";
    const isSent = () =>
      new RegExp(`of call_id \\\\+"${id}`).test(JSON.stringify(server.requests.at(-1)?.body));
    const recordOf = async (thread: string) => {
      const last = (await entriesOf(recorder, thread)).findLast((entry) => entry.type === "assistant");
      return last?.type === "assistant" ? last.record : undefined;
    };
    assert.deepEqual((await recordOf("t"))?.pins, [1, 2]);
    assert.ok(isSent(), "the pinned output is still there, in part");
    await recorder.post("/v1/threads/t/fork", { id: "fork" }, 201);
    await step("fork", { input: "Report one more.", until: "done" });
    assert.ok(isSent(), "in a fork too");
    const last = await step("t", { input: "Report the last.", pins: { remove: [1] }, until: "done" });
    assert.equal(last.thread.pins, undefined);
    assert.ok(!isSent());
    assert.equal((await recordOf("t"))?.pins, undefined);
    for (const thread of ["t", "fork"]) assertVerified(await verify(thread), thread);
  });

  Deno.test(`E13: summaries of another model and of a function are proven on ${wire.name}`, async () => {
    await using recorder = await startRecorder(wire, OPTIONS);
    const { step, verify, server } = recorder;
    for (const agent of ["summarised", "counted"]) {
      for (let input = 0; input < 6; input++) {
        await step(agent, { agent, input: "Report.", until: "done" });
      }
      assertVerified(await verify(agent), agent);
    }
    assert.deepEqual(server.complaints, []);
    const [made] = (await entriesOf(recorder, "summarised")).filter((entry) => entry.type === "summary");
    assert.equal(made?.record?.model, SMALLER.get(`${wire.provider}/${wire.model}`));
    assert.ok((made?.usage?.inputTokens ?? 0) > 0);
    const [counted] = (await entriesOf(recorder, "counted")).filter((entry) => entry.type === "summary");
    assert.match(counted?.text ?? "", /^[45] entries\.$/);
    assert.deepEqual([counted?.usage, counted?.record?.model], [undefined, undefined]);
    const bodies = server.requests.map(({ body }) => JSON.stringify(body));
    assert.ok(bodies.some((body) => body.includes("Be short.")), "the instructions of the agent");
  });
}

Deno.test("E13: under react the prompt lists read_output, and pages are read", async () => {
  const wire = CASES.find(({ name }) => name === "openai chat") ?? assert.fail();
  const decide = ({ body }: ParsedRequest): Reply => {
    const text = JSON.stringify(body);
    const [, offset, id] = /offset (\d+) to \d+ of call_id \\*"(call_[\w-]+)/.exec(text) ?? [];
    const call = id === undefined
      ? { tool: "report", args: { about: "data" } }
      : text.includes("### read_output") && !text.includes("in the output of call_id")
      ? {
        tool: "read_output",
        args: { call_id: id, pointer: "/items/1/note", offset: Number(offset), length: 100 },
      }
      : undefined;
    return {
      text: JSON.stringify(
        call === undefined
          ? { thought: "I know.", type: "final_answer", answer: "Read." }
          : { thought: "I look.", type: "call_tool", ...call },
      ),
    };
  };
  await using recorder = await startRecorder(wire, {
    reply: decide,
    agents: (common) => [
      defineAgent({
        ...common,
        tools: [report],
        name: "reacts",
        driver: "react",
        limits: { outputChars: 500 },
      }),
    ],
  });
  const { output } = await recorder.step("t", { agent: "reacts", input: "Look.", until: "done" });
  assert.equal(output, "Read.");
  assertVerified(await recorder.verify("t"), "react");
  const entries = await entriesOf(recorder, "t");
  const page = entries.find((entry) => entry.type === "tool" && entry.name === "read_output");
  assert.match(
    page?.type === "tool" ? String(page.output) : "",
    /^\[offset 226 to 326 of \/items\/1\/note in the output of call_id "call_.+", which has 8999 characters\]\nine 025\n/,
  );
  assert.equal(JSON.stringify(recorder.server.requests[0]?.body).includes("read_output"), true);
});

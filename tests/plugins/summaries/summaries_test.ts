// E13: summaries by another model, by a function, and by neither when they fail: the step has succeeded all the same.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Entry, SummaryEntry } from "../../../src/core/entry.ts";
import { AgentError } from "../../../src/core/error.ts";
import { ModelError } from "../../../src/core/model/model_error.ts";
import { utf8Bytes } from "../../../src/core/text/utf8_bytes.ts";
import type { SummarizeContext } from "../../../src/core/history/compaction.ts";
import { writeEntry } from "../../../src/kernel/history/codec.ts";
import { measureEntry } from "../../../src/kernel/history/entry_size.ts";
import { sumTokens } from "../../../src/kernel/history/token_window.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { crew, phase, runs, script, writes } from "../orchestration/_crew.ts";
import { type Asked, createLab, type Lab } from "../../support/lab.ts";
import { testModel } from "../../support/model.ts";

function labOf(
  compaction: NonNullable<AgentDefinition["compaction"]>,
  { limits = {}, settings, fails }: Pick<AgentDefinition, "limits" | "settings"> & { fails?: AgentError } =
    {},
) {
  const main = testModel(() => ({ says: "Answered." }));
  const cheap = testModel(() => fails === undefined ? { says: "In short." } : { fails }, { name: "second" });
  const agent = defineAgent({ name: "brief", model: "first/m", compaction, limits, settings });
  const lab = createLab({
    agents: [agent],
    deps: {
      model: (ref) => {
        if (ref === "second/broken") throw new AgentError("config_invalid", "There is no key for second.");
        const { provider } = ref?.startsWith("second/") ? cheap : main;
        return { provider, model: ref?.split("/")[1] ?? "", ref: ref ?? "" };
      },
    },
  });
  return { lab, main, cheap };
}

async function summariesOf(lab: Lab): Promise<readonly SummaryEntry[]> {
  return (await lab.history()).filter((entry) => entry.type === "summary");
}

async function converse(lab: Lab, turns: number, text = "question"): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const { answer } = await lab.run({ input: `${text} ${turn}` });
    assert.equal(answer.error, undefined);
    warnings.push(...answer.warnings.map(({ code, message }) => `${code}: ${message}`));
  }
  return warnings;
}

Deno.test("E13: another model writes the summary, under instructions of its own; its usage counts and is kept with its name", async () => {
  const { lab, main, cheap } = labOf({ afterEntries: 4, model: "second/small", instructions: "Only names." });
  await converse(lab, 3);
  const [summary] = await summariesOf(lab);
  assert.deepEqual([summary?.text, summary?.through, summary?.record?.model], [
    "In short.",
    4,
    "second/small",
  ]);
  assert.equal(cheap.requests.length, 1);
  assert.equal(cheap.requests[0]?.system, "Only names.");
  assert.match(JSON.stringify(cheap.requests[0]?.messages), /question 0/);
  assert.equal(cheap.requests[0]?.model, "small");
  const usage = summary?.usage ?? assert.fail();
  const counters = (await lab.store.read({ tenant: "acme", thread: "t1" }))?.header.counters;
  const answers = (await lab.history()).flatMap((entry) => entry.type === "assistant" ? [entry.usage] : []);
  const total = [...answers, usage].reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  assert.ok(usage.inputTokens > 0);
  assert.equal(counters?.inputTokens, total);
  await converse(lab, 1);
  assert.doesNotMatch(main.requests.at(-1)?.system ?? "", /In short/, "a model has written it");
  assert.match(
    JSON.stringify(main.requests.at(-1)),
    /"assistant".*EARLIER IN THIS CONVERSATION\\nIn short\./,
  );
});

Deno.test("E13: by default the model of the plan writes it, and half of what it was reached at is kept", async () => {
  const { lab, main, cheap } = labOf({ afterEntries: 5 });
  await converse(lab, 3);
  assert.equal(cheap.requests.length, 0);
  assert.equal(main.requests.length, 4);
  const [summary] = await summariesOf(lab);
  assert.equal(summary?.through, 4, "2 of 6 entries are kept");
});

Deno.test("E13: compaction by tokens comes when the window has as many, and keeps as many as it may", async () => {
  const { lab } = labOf({ afterTokens: 400, keepTokens: 150, model: "second/small" });
  await converse(lab, 12, "x".repeat(200));
  const [first, second] = await summariesOf(lab);
  assert.ok(first !== undefined && second !== undefined);
  const entries = await lab.history();
  const made = entries.findIndex(({ id }) => id === first.id);
  const sizes = entries.slice(0, made).map((entry) => measureEntry(writeEntry(entry), undefined));
  assert.ok(sumTokens(sizes, undefined) > 400, "it came when it was due");
  assert.ok(sumTokens(sizes.slice(first.through), undefined) <= 150, "it keeps no more");
  assert.ok(sumTokens(sizes.slice(first.through - 1), undefined) > 150, "it keeps no less");
});

Deno.test("E13: a function makes the summary; it reads the old entries and the summary before, and cannot change the history", async () => {
  const calls: { readonly entries: readonly Entry[]; readonly context: SummarizeContext }[] = [];
  const { lab, main, cheap } = labOf({
    afterEntries: 4,
    keepEntries: 2,
    summarize: (entries, context) => {
      calls.push({ entries: structuredClone(entries), context });
      for (const entry of entries) Object.assign(entry, { text: "changed", blocks: [] });
      return Promise.resolve(`  ${entries.length} entries. ${"y".repeat(9_000)}  `);
    },
  });
  await converse(lab, 4);
  assert.deepEqual([main.requests.length, cheap.requests.length], [4, 0]);
  const [first, second] = await summariesOf(lab);
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(first.text.length, 8_000);
  assert.ok(first.text.startsWith("4 entries. y"));
  assert.deepEqual([first.usage, first.record?.model, first.record?.request], [
    undefined,
    undefined,
    undefined,
  ]);
  assert.equal(calls[0]?.entries[0]?.type, "user");
  assert.deepEqual([calls[0]?.context.summary, calls[0]?.context.agent, calls[0]?.context.thread], [
    null,
    "brief",
    "t1",
  ]);
  assert.equal(calls[1]?.context.summary, first.text);
  assert.ok(!JSON.stringify(await lab.history()).includes("changed"));
});

Deno.test("E13: the summary is asked for at the API of the agent's settings, and with none of the others", async () => {
  const { lab, cheap } = labOf({ afterEntries: 4, model: "second/small" }, {
    settings: { api: "responses", temperature: 0.2 },
  });
  await converse(lab, 3);
  assert.deepEqual(cheap.requests.map(({ settings }) => settings), [{ api: "responses" }]);
});

const FAILING: readonly (readonly [string, NonNullable<AgentDefinition["compaction"]>, RegExp])[] = [
  ["a model that cannot be used", { model: "second/broken" }, /There is no key for second/],
  ["a model that fails", { model: "second/small" }, /It is down/],
  [
    "a function that throws",
    { summarize: () => assert.fail("no") },
    /The function summarize of agent brief failed\./,
  ],
  ["a function that rejects", { summarize: () => Promise.reject(new Error("secret")) }, /brief failed\.$/],
  ["a function without a text", { summarize: () => "  " }, /gave no text/],
  ["a function of another type", { summarize: () => JSON.parse("7") }, /gave no text/],
];

for (const [what, maker, message] of FAILING) {
  Deno.test(`E13: ${what} makes no summary, and no step fails`, async () => {
    const { lab } = labOf({ afterEntries: 4, keepEntries: 2, ...maker }, {
      fails: new AgentError("model_server", "It is down."),
    });
    const warnings = await converse(lab, 4);
    assert.deepEqual(await summariesOf(lab), []);
    assert.equal(warnings.length, 2, "each later step tries it again");
    for (const warning of warnings) {
      assert.match(warning, /^compaction_failed: /);
      assert.match(warning, message);
    }
  });
}

Deno.test("E13: what the window in tokens drops in a step is summarised in that step", async () => {
  const { lab, cheap } = labOf(
    { afterTokens: 300, keepTokens: 100, model: "second/small" },
    { limits: { historyTokens: 400 } },
  );
  await converse(lab, 2, "short");
  await converse(lab, 1, "z".repeat(3_000));
  assert.match(JSON.stringify(cheap.requests[0]?.messages), /short 0/);
});

Deno.test("E13: a step whose phases have more to do makes no summary, and asks for none again", async () => {
  const nothing = defineTool({ name: "nothing", description: "Nothing.", effect: "pure", run: () => "" });
  const [lead, ...workers] = crew({ tools: [nothing] });
  assert.ok(lead);
  let made = 0;
  const summarize = (): string => {
    made++;
    throw new Error("No.");
  };
  const lab = createLab({
    agents: [{ ...lead, compaction: { afterEntries: 2, keepEntries: 1, summarize } }, ...workers],
    scenario: script(
      [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }],
      (_turn, place) => place < 3 ? { calls: [{ tool: "nothing", args: {} }] } : { says: "Found." },
    ),
  });
  await lab.run({ input: "Go." });
  await lab.run();
  assert.equal(made, 1, "the plan that runs the phase makes the history long");
  for (let step = 0; step < 3; step++) await lab.run();
  assert.equal(made, 1);
  const { answer } = await lab.run({ until: "done" });
  assert.equal(answer.output, "Done.");
  assert.equal(made, 2, "the step that plans again tries it again");
});

for (
  const [what, compaction, limits] of [
    ["entries, with afterTokens alone", { afterTokens: 100_000 }, { historyEntries: 12 }],
    ["entries, with keepTokens", { afterTokens: 100_000, keepTokens: 50_000 }, { historyEntries: 12 }],
    ["tokens, with afterEntries alone", { afterEntries: 150 }, { historyTokens: 300 }],
    ["tokens, with keepEntries", { afterEntries: 150, keepEntries: 100 }, { historyTokens: 300 }],
  ] as const
) {
  Deno.test(`E13: no entry leaves a window that is limited in ${what}, before a summary stands for it`, async () => {
    const { lab, main } = labOf({ ...compaction, model: "second/small" }, { limits });
    const starts: number[] = [];
    for (let turn = 0; turn < 40; turn++) {
      await lab.run({ input: `question ${turn}` });
      const snapshot = await lab.store.read({ tenant: "acme", thread: "t1" });
      const first = JSON.stringify(main.requests.at(-1)?.messages).match(/question (\d+)/)?.[1];
      starts.push(Number(first));
      assert.ok(
        Number(first) * 2 <= (snapshot?.header.base ?? 0) + 2,
        `turn ${turn} begins at question ${first}`,
      );
    }
    const made = (await summariesOf(lab)).length;
    assert.ok(made > 1 && made <= 20, `${made} summaries in 40 steps`);
  });
}

for (
  const [what, compaction] of [
    ["entries are reached, and keepTokens would keep them all", { afterEntries: 10, keepTokens: 50_000 }],
    ["tokens are reached, and keepEntries would keep them all", { afterTokens: 200, keepEntries: 150 }],
  ] as const
) {
  Deno.test(`E13: a summary is not made in every step when ${what}`, async () => {
    const { lab } = labOf({ ...compaction, model: "second/small" });
    await converse(lab, 40);
    const made = (await summariesOf(lab)).length;
    assert.ok(made > 1 && made <= 20, `${made} summaries in 40 steps`);
  });
}

Deno.test("E13: a fork of a version before what a summary covers reads its entries, and no summary", async () => {
  const { lab, main } = labOf({ afterEntries: 4, model: "second/small" });
  await converse(lab, 4);
  assert.equal((await summariesOf(lab))[0]?.through, 4);
  await forkThread({ tenant: "acme", thread: "t1" }, { thread: "early", version: 1 }, lab.deps);
  await lab.run({ thread: "early", input: "question of the fork" });
  const { system = "", messages = [] } = main.requests.at(-1) ?? {};
  assert.doesNotMatch(system, /In short/);
  assert.match(JSON.stringify(messages), /question 0.*Answered.*question of the fork/);
});

// The context of the model -----------------------------------------------------------------------------------------------

interface BoundedModel {
  /** Bytes of the messages of a request that it takes. */
  most: number;
  /** What the tables say of its context, in tokens. */
  readonly window?: number;
  readonly fails?: AgentError;
  /** What its tool gives for each input; without it the model answers at once. */
  readonly output?: string;
}

/** Models `first/m`, `second/m` and so on, the first of them the agent's. */
function boundedLab(models: readonly BoundedModel[], definition: Partial<AgentDefinition> = {}) {
  const look = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: () => models[0]?.output ?? "",
  });
  const made = models.map((bounded, index) => {
    const { fails, output, window } = bounded;
    const name = ["first", "second"][index] ?? "third";
    const model = testModel(({ messages }) => {
      if (fails !== undefined) return { fails };
      if (utf8Bytes(JSON.stringify(messages)) > bounded.most) return { fails: TOO_LONG };
      return output !== undefined && JSON.stringify(messages.at(-1)).includes("Look.")
        ? { calls: ["look"] }
        : { says: "Answered." };
    }, { name });
    return { ...model, resolved: { provider: model.provider, model: "m", ref: `${name}/m`, window } };
  });
  const agent = defineAgent({ name: "a", model: "first/m", tools: [look], ...definition });
  const lab = createLab({
    agents: [agent],
    deps: { model: (ref) => made.find(({ resolved }) => resolved.ref === ref)?.resolved ?? assert.fail(ref) },
  });
  const count = () => made.map(({ requests }) => requests.length);
  return { lab, count, starts: () => startsOf(lab) };
}

const TOO_LONG = new ModelError("model_context_length", "The prompt is too long.");

const words = (characters: number) => "word ".repeat(characters / 5);

/** Where the window of each answer's request began. */
async function startsOf(lab: Lab): Promise<readonly number[]> {
  return (await lab.history()).flatMap((entry) =>
    entry.type === "assistant" ? [entry.record?.start ?? assert.fail("no record")] : []
  );
}

/** Inputs of 600 characters, every second of them on another isolate; the codes of their warnings. */
async function talk(lab: Lab, turns: number, asked: Asked = {}): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const { answer } = await lab.run({ input: `${turn}: ${words(600)}`, ...asked });
    assert.deepEqual([answer.error, answer.output], [undefined, "Answered."], `turn ${turn}`);
    codes.push(...answer.warnings.map(({ code }) => code));
    if (turn % 2 === 0) lab.deps.histories.forget({ tenant: "acme", thread: "t1" });
  }
  return codes;
}

Deno.test("E13: behind a refusal of its length a request has half of the window, and the thread goes on from there", async () => {
  const { lab, count, starts } = boundedLab([{ most: 4_000 }]);
  const codes = await talk(lab, 30);
  assert.ok(codes.length >= 5 && codes.length <= 15, `${codes.length} refusals of 30 inputs`);
  assert.deepEqual([...new Set(codes)], ["history_shortened"]);
  assert.deepEqual(count(), [30 + codes.length]);
  const begun = await starts();
  assert.deepEqual(begun, begun.toSorted((left, right) => left - right), "the window never moves back");
  assert.equal(new Set(begun).size, codes.length + 1);
});

Deno.test("E13: a context that the tables know is never exceeded, and the window moves seldom", async () => {
  const { lab, count, starts } = boundedLab([{ most: 4_000, window: 1_000 }]);
  assert.deepEqual(await talk(lab, 30), []);
  assert.deepEqual(count(), [30]);
  const moves = new Set(await starts()).size - 1;
  assert.ok(moves >= 8 && moves <= 12, `${moves} moves`);
});

Deno.test("E13: a context above the history moves no window and stores none; a limit of the agent below it holds", async () => {
  const wide = boundedLab([{ most: 1e6, window: 200_000 }]);
  await talk(wide.lab, 10);
  assert.deepEqual([...new Set(await wide.starts())], [0]);
  const { header } = await wide.lab.store.read({ tenant: "acme", thread: "t1" }) ?? {};
  assert.ok(header !== undefined && !header.state.includes("window"));
  const limited = boundedLab([{ most: 2_000, window: 200_000 }], { limits: { historyTokens: 400 } });
  assert.deepEqual(await talk(limited.lab, 10), []);
  const beyond = boundedLab([{ most: 4_800, window: 1_000 }], { limits: { historyTokens: 100_000 } });
  assert.deepEqual(await talk(beyond.lab, 10), [], "a limit above the context counts as that");
});

Deno.test("E13: an input and an output above the context fail their step alone", async () => {
  const { lab } = boundedLab([{ most: 4_000 }]);
  await talk(lab, 2);
  const { answer } = await lab.run({ input: words(5_000) });
  assert.deepEqual([answer.error?.code, answer.thread.status], ["model_context_length", "failed"]);
  await talk(lab, 4);
  const looking = boundedLab([{ most: 4_000, output: words(5_000) }]).lab;
  const failed = await looking.run({ input: "Look." });
  const { answer: planned } = failed.answer.thread.status === "open" ? await looking.run() : failed;
  assert.equal(planned.error?.code, "model_context_length", "a call and its output are kept together");
  await talk(looking, 2);
});

Deno.test("E13: a step that no cut of the window saves leaves the window as it was", async () => {
  const model = { most: 1e6 };
  const { lab, starts, count } = boundedLab([model]);
  await talk(lab, 8);
  model.most = 10;
  const { answer } = await lab.run({ input: "And now?" });
  assert.deepEqual([answer.error?.code, answer.thread.status], ["model_context_length", "failed"]);
  assert.ok((count()[0] ?? 0) > 10, "shorter requests were sent");
  model.most = 1e6;
  await talk(lab, 2);
  assert.deepEqual([...new Set(await starts())], [0]);
});

Deno.test("E13: the window is that of the model asked: of the request's, and of the fallback model", async () => {
  const known = boundedLab([{ most: 1e6, window: 250_000 }, { most: 4_000, window: 1_000 }], {
    models: ["second/m"],
  });
  await talk(known.lab, 20);
  assert.deepEqual([...new Set(await known.starts())], [0]);
  assert.deepEqual(await talk(known.lab, 3, { model: "second/m" }), []);
  assert.deepEqual(known.count(), [20, 3]);
  const start = (await known.starts()).at(-1);
  await talk(known.lab, 1);
  assert.equal((await known.starts()).at(-1), start, "and stays where it is for a larger one");

  const busy = new ModelError("model_overloaded", "Busy.");
  const fallen = boundedLab([{ most: 1e6, fails: busy }, { most: 4_000 }], { fallbackModel: "second/m" });
  const codes = await talk(fallen.lab, 20);
  const refused = codes.filter((code) => code === "history_shortened").length;
  assert.ok(refused >= 3, `${refused} refusals`);
  assert.deepEqual(fallen.count(), [20, 20 + refused], "the fallback is asked again, and its model is not");
});

for (const [name, window] of Object.entries({ refused: undefined, known: 1_000 })) {
  Deno.test(`E13: what leaves the window for a context that is ${name} has its summary`, async () => {
    const { lab } = boundedLab([{ most: 4_000, window }], {
      compaction: { afterEntries: 150, summarize: (entries) => `${entries.length} entries.` },
    });
    await talk(lab, 10);
    const summaries = await summariesOf(lab);
    assert.ok(summaries.length >= 2, `${summaries.length} summaries`);
    const starts = await startsOf(lab);
    const last = summaries.at(-1)?.through ?? 0;
    assert.ok(last >= Math.max(...starts.slice(0, -1)), `${last} of ${starts}`);
  });
}

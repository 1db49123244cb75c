// C4, E13: summaries by OpenAI's API, on a server that checks the fields of POST /responses/compact and the items that come back. The API
// encrypts what it makes, so the model writes the text that people and other providers read.
import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../../src/agents/define_agent.ts";
import type { Entry, FailureEntry, SummaryEntry } from "../../../../src/core/entry.ts";
import { createDeps } from "../../../../src/deps/create_deps.ts";
import { readEntry } from "../../../../src/kernel/history/codec.ts";
import { unpackText } from "../../../../src/kernel/stored_history/blobs.ts";
import { forkThread } from "../../../../src/plugins/forks/fork.ts";
import { PROVIDERS } from "../../../../src/provider_registry.ts";
import type { WireCase } from "../../../wire/case.ts";
import type { Simulator } from "../../../wire/simulator.ts";
import {
  caseOf,
  openSession,
  type Session,
  thinksAndCalls,
  THREAD,
  tool,
} from "../../../wire/thinking/_session.ts";
import { isRecord, type ParsedRequest, type Reply } from "../../../wire/openai/reply.ts";
import { post, send, user } from "../../../wire/openai/requests.ts";
import { serveOpenAI } from "../../../wire/openai/server.ts";
import { budgets } from "../../../../src/plugins/budgets/mod.ts";
import { media } from "../../../../src/plugins/media/mod.ts";
import { summaries } from "../../../../src/plugins/summaries/mod.ts";

const CASES = ["openai responses", "openai breakpoints", "azure responses"].map(caseOf);
const [GPT_5] = CASES;
const COMPACT = /\/responses\/compact$/;

function definitionFor(
  { settings = {} }: WireCase,
  more: Partial<AgentDefinition> = {},
): Omit<AgentDefinition, "name"> {
  return { tools: [tool("look")], settings, compaction: { afterEntries: 8, by: "provider" }, ...more };
}

function answers(request: ParsedRequest): Reply {
  if (request.compacts) return { usage: { input: 300, output: 30 } };
  return /Answer with the summary only|Summarise the conversation below/.test(JSON.stringify(request.body))
    ? { text: "Blue so far.", usage: { input: 500, output: 40 } }
    : thinksAndCalls(request);
}

async function converse(session: Session, turns: number, thread?: string): Promise<string[]> {
  const warnings: string[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const asked = { input: `Question ${turn}?`, ...(thread === undefined ? {} : { thread }) };
    warnings.push(...(await session.run(asked)).warnings.map(({ code }) => code));
  }
  return warnings;
}

async function entriesOf({ store }: Session, thread = THREAD.thread): Promise<readonly Entry[]> {
  const page = await store.history({ ...THREAD, thread }, { after: 0, limit: 1_000 });
  const ref = { ...THREAD, thread };
  return await Promise.all(
    (page?.entries ?? []).map(async (text) => readEntry(await unpackText(store, ref, text))),
  );
}

async function summariesOf(session: Session, thread?: string): Promise<readonly SummaryEntry[]> {
  return (await entriesOf(session, thread)).filter((entry) => entry.type === "summary");
}

type Body = Readonly<Record<string, unknown>> & { readonly input: readonly Record<string, unknown>[] };

function bodiesOf({ requests }: Simulator): readonly Body[] {
  return requests.map(({ text }) => JSON.parse(text));
}

/** Indexes of the requests for what the API alone can read. */
function compactsIn({ requests }: Simulator): readonly number[] {
  return requests.flatMap(({ path }, index) => COMPACT.test(path) ? [index] : []);
}

function hasItem({ input }: Body): boolean {
  return input.some(({ type }) => type === "compaction");
}

const withoutMarks = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each) => key === "prompt_cache_breakpoint" ? undefined : each));

for (const wire of CASES) {
  Deno.test(`C4, E13: ${wire.name}: the API summarises the last conversation, its window begins later requests, and the text is the model's`, async () => {
    await using server = await wire.start({ reply: answers });
    const session = openSession(wire, server, definitionFor(wire, { instructions: "Look at the sky." }));
    assert.deepEqual(await converse(session, 12), []);
    assert.ok(session.statuses().every((status) => status === 200), "a request was refused");
    const bodies = bodiesOf(server);
    const compacts = compactsIn(server);
    assert.ok(compacts.length > 2, `${compacts.length} summaries`);
    for (const index of compacts) {
      const [before, compact, text, after] = bodies.slice(index - 1);
      if (before === undefined || compact === undefined || text === undefined) assert.fail();
      const { model, input, instructions, prompt_cache_key, prompt_cache_options, ...rest } = compact;
      assert.deepEqual(rest, {}, "the API has no other field for it");
      assert.deepEqual([model, prompt_cache_key], [before.model, before.prompt_cache_key]);
      assert.equal(instructions, "Look at the sky.");
      const system = before.instructions === undefined ? 1 : 0;
      assert.deepEqual(
        input,
        withoutMarks(before.input.slice(system)),
        "it is the conversation of the request before",
      );
      const alike = { comparison_response_id: undefined };
      assert.deepEqual(
        prompt_cache_options && { ...prompt_cache_options, ...alike },
        before.prompt_cache_options && { ...before.prompt_cache_options, ...alike },
      );
      const ask = withoutMarks(text.input);
      assert.ok(Array.isArray(ask));
      assert.deepEqual(
        ask.slice(0, -1),
        withoutMarks(before.input),
        "so is the request for the text, with the ask behind it",
      );
      assert.deepEqual(text.tools, before.tools);
      if (after === undefined) continue;
      const kept = after.input.slice(system);
      const place = kept.findIndex(({ type }) => type === "compaction");
      assert.ok(
        place > 0 && kept.slice(0, place).every(({ role }) => role === "user"),
        "the user's messages, and the item",
      );
      assert.equal(kept[place + 1]?.type, "reasoning", "the kept answer has its reasoning");
      assert.doesNotMatch(
        JSON.stringify(after),
        /EARLIER IN THIS CONVERSATION/,
        "the text does not stand beside it",
      );
    }
    const summaries = await summariesOf(session);
    assert.equal(summaries.length, compacts.length);
    const [first] = summaries;
    assert.deepEqual([first?.text, first?.meta?.provider, first?.meta?.model], [
      "Blue so far.",
      wire.provider,
      wire.model,
    ]);
    assert.deepEqual([first?.usage?.inputTokens, first?.usage?.outputTokens], [800, 70], "both requests");
    assert.deepEqual(
      [first?.record?.continues, first?.record?.earlier?.map(({ why, continues }) => [why, continues])],
      ["model", [["summary", "provider"]]],
    );
    const cuts = await session.cuts();
    assert.ok(cuts.length >= compacts.length - 1 && cuts.every((why) => why === "compaction"), cuts.join());
    assert.equal(await session.verdict(), "verified");
  });
}

const [WIRE] = [GPT_5 ?? assert.fail()];

Deno.test("E13: another isolate and a fork go on from the encrypted window", async () => {
  await using server = await WIRE.start({ reply: answers });
  const first = openSession(WIRE, server, definitionFor(WIRE));
  await converse(first, 4);
  assert.ok((await summariesOf(first)).length > 0);
  const other = openSession(WIRE, server, definitionFor(WIRE), first.store);
  await other.run({ input: "And?", until: "step" });
  assert.ok(hasItem(bodiesOf(server).at(-1) ?? assert.fail()));
  await other.run({ until: "done" });
  await forkThread(THREAD, { thread: "fork" }, other.deps);
  await converse(other, 4, "fork");
  assert.ok(server.requests.every(({ status }) => status === 200));
  assert.deepEqual([await other.verdict(), await other.verdict("fork")], ["verified", "verified"]);
});

Deno.test("E13: a model of another API of the provider reads the text, and the window comes back with the other", async () => {
  const wire = caseOf("openai breakpoints");
  await using server = await wire.start({ reply: answers });
  const session = openSession(wire, server, definitionFor(wire, { models: ["openai/gpt-4o"] }));
  await converse(session, 3);
  assert.ok((await summariesOf(session)).length > 0);
  await session.run({ input: "And you?", model: "openai/gpt-4o", until: "step" });
  assert.match(server.requests.at(-1)?.path ?? "", /chat\/completions$/);
  assert.match(server.requests.at(-1)?.text ?? "", /EARLIER IN THIS CONVERSATION\\nBlue so far\./);
  await session.run({ input: "And now?", until: "step" });
  const again = bodiesOf(server).findLast(({ input }) => input !== undefined) ?? assert.fail();
  assert.ok(hasItem(again));
  assert.doesNotMatch(JSON.stringify(again), /EARLIER IN THIS CONVERSATION/);
  assert.ok(server.requests.every(({ status }) => status === 200));
  assert.equal(await session.verdict(), "verified");
});

/** A server without what is refused. */
function refusing(isRefused: (path: string, body: string) => Response | undefined): WireCase {
  return {
    ...WIRE,
    fetch: (server) => async (input, init) => {
      const url = String(input).replace("https://api.openai.com/v1", server.url);
      return isRefused(new URL(url).pathname, String(init?.body)) ?? await fetch(url, init);
    },
  };
}

function refusal(status: number, message: string, code: string | null = null): Response {
  const error = { message, type: "invalid_request_error", param: null, code };
  return Response.json({ error }, { status });
}

const REFUSALS: readonly (readonly [string, () => Response])[] = [
  ["404", () => refusal(404, "Invalid URL (POST /v1/responses/compact)")],
  ["400", () => refusal(400, "Compaction is not available.")],
];

for (const [status, refuse] of REFUSALS) {
  Deno.test(`E13: a server that answers ${status} to the request is asked once: the model summarises, with a warning`, async () => {
    let asked = 0;
    const wire = refusing((path) => COMPACT.test(path) ? (asked++, refuse()) : undefined);
    await using server = await wire.start({ reply: answers });
    const session = openSession(wire, server, definitionFor(wire));
    const warnings = await converse(session, 9);
    assert.ok(warnings.includes("compaction_degraded") && !warnings.includes("compaction_failed"));
    assert.equal(asked, 1, "it is known from then on");
    const made = await summariesOf(session);
    assert.ok(made.length > 1);
    assert.ok(
      made.every(({ text, meta, record }) =>
        text === "Blue so far." && !meta && record?.continues === "model"
      ),
    );
    const failures = (await entriesOf(session)).filter((entry): entry is FailureEntry =>
      entry.type === "failure"
    );
    assert.deepEqual(failures.map(({ record }) => record.continues), ["provider"]);
    assert.equal(await session.verdict(), "verified");
  });
}

Deno.test("E13: without its text there is no summary: what the API has made is named, paid for and dropped, and the next step asks again", async () => {
  let isBroken = true;
  await using server = await WIRE.start({
    reply: (request) => {
      const isAsk = /Answer with the summary only/.test(JSON.stringify(request.body));
      return isAsk && isBroken ? { status: 400, error: { message: "No." } } : answers(request);
    },
  });
  const session = openSession(WIRE, server, definitionFor(WIRE));
  const warnings = await converse(session, 4);
  assert.ok(warnings.includes("compaction_failed") && !warnings.includes("compaction_degraded"));
  assert.deepEqual(await summariesOf(session), []);
  const [failure] = (await entriesOf(session)).filter((entry): entry is FailureEntry =>
    entry.type === "failure"
  );
  assert.deepEqual(failure?.record.earlier?.map(({ why, continues }) => [why, continues]), [
    ["summary", "provider"],
    ["failure", undefined],
  ]);
  const plans = (await entriesOf(session)).map((entry) =>
    entry.type === "assistant" ? entry.usage.inputTokens : 0
  );
  const spent = plans.reduce((sum, each) => sum + each, 300 * compactsIn(server).length);
  assert.equal((await session.store.read(THREAD))?.header.counters.inputTokens, spent);
  isBroken = false;
  await converse(session, 2);
  assert.ok((await summariesOf(session)).some(({ meta }) => meta?.provider === "openai"));
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: a request that only failed is asked again by the next step, and says nothing of the server", async () => {
  let fails = 3;
  await using server = await WIRE.start({
    reply: (request) => request.compacts && fails-- > 0 ? { status: 401 } : answers(request),
  });
  const session = openSession(WIRE, server, definitionFor(WIRE));
  const warnings = await converse(session, 6);
  assert.ok(warnings.includes("compaction_failed") && !warnings.includes("compaction_degraded"));
  assert.ok((await summariesOf(session)).some(({ meta }) => meta?.provider === "openai"));
  assert.equal(await session.verdict(), "verified");
});

for (const text of ["for item cmp_34b7bd could not be verified.", "gAAA...DQ== could not be verified."]) {
  Deno.test(`E13: an item that the server cannot read any more gives way to the text: encrypted content ${text}`, async () => {
    let isLost = false;
    const wire = refusing((_, body) =>
      isLost && body.includes('"type":"compaction"')
        ? refusal(400, `The encrypted content ${text}`, "invalid_encrypted_content")
        : undefined
    );
    await using server = await wire.start({ reply: answers });
    const session = openSession(
      wire,
      server,
      definitionFor(wire, { compaction: { afterEntries: 12, by: "provider" } }),
    );
    await converse(session, 4);
    assert.equal((await summariesOf(session)).length, 1);
    isLost = true;
    await session.run({ input: "And now?", until: "step" });
    assert.match(server.requests.at(-1)?.text ?? "", /EARLIER IN THIS CONVERSATION\\nBlue so far\./);
    session.statuses();
    await session.run({ input: "And then?", until: "step" });
    assert.ok(session.statuses().every((status) => status === 200), "it is known from then on");
    assert.equal(await session.verdict(), "verified");
  });
}

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const VARIANTS: readonly (readonly [what: string, isSealed: boolean, more: Partial<AgentDefinition>])[] = [
  ["answers in a schema", true, {
    output: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
  }],
  ["the driver react", true, { driver: "react" }],
  ["a window in tokens", true, { compaction: { afterTokens: 400, by: "provider" } }],
  ["inputs that a summary has in a blob", true, {}],
  ["a budget", true, { limits: { tokens: 500_000 } }],
  ["pinned answers", true, {}],
  ["tools that were withdrawn", true, {}],
  ["a limit of the answer, and instructions for summaries", true, {
    settings: { api: "responses", maxOutputTokens: 2_000 },
    compaction: { afterEntries: 8, by: "provider", instructions: "Keep the colours." },
  }],
  ["Chat Completions", false, { settings: { api: "chat" } }],
];

for (const [what, isSealed, more] of VARIANTS) {
  Deno.test(`E13: of a conversation with ${what} the ${isSealed ? "API" : "model"} makes the summary, and no request is refused`, async () => {
    await using server = await WIRE.start({
      reply: (request) => {
        const reply = answers(request);
        if (reply.text !== "It is blue.") return reply;
        if ("output" in more) return { ...reply, text: '{"answer":"blue"}' };
        const decision = { thought: "", type: "final_answer", tool: null, args: null, answer: "Blue." };
        return "driver" in more ? { ...reply, text: JSON.stringify(decision) } : reply;
      },
    });
    const definition = definitionFor(WIRE, more);
    const first = openSession(WIRE, server, definition, undefined, [budgets()]);
    if (what.startsWith("inputs")) await first.run({ input: "Blue? ".repeat(12_000) });
    await converse(first, 3);
    if (what === "pinned answers") await first.run({ input: "Keep it.", pins: { add: [1], remove: [] } });
    const isWithdrawn = what === "tools that were withdrawn";
    const { tools = [] } = definition;
    const session = openSession(
      WIRE,
      server,
      { ...definition, tools: isWithdrawn ? [] : tools },
      first.store,
      [budgets()],
    );
    const warnings = await converse(session, 5);
    assert.ok(server.requests.every(({ status }) => status === 200));
    assert.equal(compactsIn(server).length > 0, isSealed);
    assert.equal(warnings.includes("compaction_degraded"), !isSealed);
    const summaries = await summariesOf(session);
    assert.ok(summaries.length > 0);
    assert.ok(summaries.every(({ meta }) => (meta !== undefined) === isSealed));
    assert.equal(await session.verdict(), "verified");
  });
}

Deno.test("E13: a conversation with media is summarised by the model, and by the API once the media have left it", async () => {
  await using server = await WIRE.start({ reply: answers });
  const session = openSession(WIRE, server, definitionFor(WIRE), undefined, [media()]);
  const source = { type: "data", base64: PIXEL, bytes: 70 } as const;
  const image = { type: "image", mediaType: "image/png", source } as const;
  const { warnings } = await session.run({ inputs: [[{ type: "text", text: "What is this?" }, image]] });
  const codes = [...warnings.map(({ code }) => code), ...await converse(session, 8)];
  assert.ok(codes.includes("compaction_degraded") && !codes.includes("compaction_failed"));
  assert.ok(
    server.requests.every(({ status, path, text }) =>
      status === 200 && !(COMPACT.test(path) && text.includes(PIXEL))
    ),
  );
  const [first, ...more] = await summariesOf(session);
  assert.equal(first?.meta, undefined);
  assert.ok(more.some(({ meta }) => meta !== undefined));
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: the task of a run is known again where a text takes the place of the encrypted window within the run", async () => {
  let isRefused = false;
  const wire = refusing((path) => COMPACT.test(path) && isRefused ? refusal(404, "Not Found") : undefined);
  await using server = await wire.start({
    reply: (request) => {
      isRefused ||= request.history.length > 0 && hasItem(bodiesOf(server).at(-1) ?? assert.fail());
      const called = server.requests.length < 30;
      if (request.choice.kind === "none" || !called) return answers(request);
      return { reasoning: "Hm.", calls: [{ name: "look", arguments: '{"at":"sky"}' }] };
    },
  });
  const limits = { stepsPerRun: 40, repeatedCalls: 100 };
  const session = openSession(wire, server, definitionFor(wire, { limits }));
  await session.run({ input: "Find the greenest leaf." });
  const summaries = await summariesOf(session);
  assert.ok(summaries[0]?.meta !== undefined && summaries.at(-1)?.meta === undefined);
  const last = server.requests.at(-1)?.text ?? "";
  assert.match(last, /EARLIER IN THIS CONVERSATION/);
  assert.match(last, /greenest leaf/);
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13, E12: a budget that leaves less than a window may cost makes no request for it, and the run goes on", async () => {
  await using server = await WIRE.start({ reply: answers });
  const session = openSession(WIRE, server, definitionFor(WIRE, { limits: { tokens: 30_000 } }), undefined, [
    budgets(),
  ]);
  const warnings: string[] = [];
  for (let turn = 0; turn < 20 && compactsIn(server).length < 20; turn++) {
    const result = await session.attempt({ input: `Question ${turn}?` });
    warnings.push(...result.warnings.map(({ code }) => code));
    if (result.error !== undefined) break;
  }
  assert.ok(warnings.includes("compaction_failed"));
  assert.ok(!warnings.includes("compaction_degraded"));
  assert.ok(server.requests.every(({ status }) => status === 200));
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: OpenAI and Azure may have summaries by the API, and servers of their protocol have none", () => {
  const agent = (model: string) =>
    defineAgent({ name: "a", model, compaction: { afterEntries: 8, by: "provider" } });
  createDeps({ plugins: [summaries()], registry: PROVIDERS, env: {}, agents: [agent("openai/gpt-5.6-sol")] });
  createDeps({ plugins: [summaries()], registry: PROVIDERS, env: {}, agents: [agent("azure/gpt-5.6-sol")] });
  for (const provider of ["compatible", "groq", "openrouter", "xai"]) {
    assert.throws(
      () =>
        createDeps({
          plugins: [summaries()],
          registry: PROVIDERS,
          env: {},
          agents: [agent(`${provider}/m`)],
        }),
      /writes no summaries/,
    );
  }
});

Deno.test("the server takes the fields of the endpoint alone, and items that it has made", async () => {
  await using server = await serveOpenAI({ reply: () => ({}) });
  const body = { model: "gpt-5", input: [user] };
  const answer: unknown = await (await send(server, "/responses/compact", body)).json();
  assert.ok(isRecord(answer) && Array.isArray(answer.output));
  assert.deepEqual([answer.object, answer.output.map(({ type }) => type)], [
    "response.compaction",
    ["message", "compaction"],
  ]);
  const next = { ...body, store: false, input: [...answer.output, user] };
  assert.equal((await post(server, "/responses", next)).status, 200);
  for (const field of ["tools", "stream", "store", "tool_choice", "max_output_tokens"]) {
    const { status, error } = await post(server, "/responses/compact", { ...body, [field]: null });
    assert.deepEqual([status, error.code, error.param], [400, "unknown_parameter", field]);
  }
  for (
    const item of [
      { type: "compaction", id: "cmp_1", encrypted_content: "gAAA" },
      { ...answer.output.at(-1), id: "cmp_2" },
    ]
  ) {
    const { status, error } = await post(server, "/responses", { ...next, input: [item, user] });
    assert.deepEqual([status, error.code], [400, "invalid_encrypted_content"]);
    assert.match(
      String(error.message),
      /^The encrypted content for item cmp_\d could not be verified\. Reason: /,
    );
  }
});

// C4: the places of system messages in a conversation with Claude. A body of ours is legal; broken in one rule alone it is refused with
// the API's words; and the bodies of random conversations break none.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import { findCarried } from "../../../src/kernel/history/tool_changes.ts";
import { aRequest, drain, drainFailing } from "../../providers/_support.ts";
import { anthropic } from "../anthropic/case.ts";
import { lintRequest } from "../anthropic/lint.ts";
import { providerOf, send } from "../ask.ts";
import { bedrock } from "../bedrock/case.ts";
import type { WireCase } from "../case.ts";
import { isRecord } from "../openai/reply.ts";
import { anyMoves, type Conversation, DECLARED, toConversation, toolNamed } from "./_conversation.ts";

const MODEL = "claude-opus-5-5";
const BETAS = "inline-tools-2026-09-15,mid-conversation-system-clear-at-2026-08-21";

type Body = Record<string, unknown> & { messages: Record<string, unknown>[] };

/** A body of ours with a notice behind an input, one behind results, and one for one turn. */
async function goodBody(): Promise<Body> {
  const server = await anthropic.start();
  await using _ = server;
  const body = JSON.parse(
    await providerOf(anthropic, server).body(aRequest({
      model: MODEL,
      tools: DECLARED,
      cacheBreakpoints: true,
      messages: [
        { role: "user", text: "Look." },
        { role: "notice", text: "Be brief." },
        {
          role: "assistant",
          blocks: [{ type: "call", id: "call_1", name: "look", args: '{"at":"sky"}' }],
        },
        { role: "tool", callId: "call_1", name: "look", text: "blue", failed: false },
        {
          role: "notice",
          text: "No more smells.",
          tools: { withdrawn: ["smell"], added: [toolNamed("taste")] },
        },
        { role: "assistant", blocks: [{ type: "text", text: "Blue." }] },
        { role: "user", text: "And now?" },
        { role: "notice", text: "One word.", until: "next_input" },
      ],
    })),
  );
  return body;
}

function lint(body: unknown, betas = BETAS) {
  return lintRequest({ path: "/v1/messages", body, headers: new Headers({ "anthropic-beta": betas }) });
}

const SYSTEM = { role: "system", content: [{ type: "text", text: "Be kind." }] };
const MUST_FOLLOW =
  /role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool/;
const MUST_PRECEDE = /role 'system' must precede an 'assistant' message or end the array/;

interface Rule {
  readonly rule: string;
  readonly breaks: (body: Body) => unknown;
  readonly betas?: string;
  readonly text: RegExp;
  readonly code?: string;
}

/** Index of the message with this text in it. */
function placeOf({ messages }: Body, text: string): number {
  const found = messages.findIndex((message) => JSON.stringify(message).includes(text));
  return found < 0 ? assert.fail(text) : found;
}

function blocksOf(body: Body, text: string): Record<string, unknown>[] {
  const content = body.messages[placeOf(body, text)]?.content;
  return Array.isArray(content) ? content : assert.fail(text);
}

const insert = (at: string, message: object) => (body: Body) =>
  body.messages.splice(placeOf(body, at) + 1, 0, { ...message });

const RULES: readonly Rule[] = [
  {
    rule: "it does not stand first",
    breaks: ({ messages }) => messages.unshift({ ...SYSTEM }),
    text: /^messages\.0: role 'system' must follow/,
  },
  { rule: "it does not follow an answer", breaks: insert("Blue.", SYSTEM), text: MUST_FOLLOW },
  {
    rule: "it does not part a call from its result",
    breaks: insert('"tool_use"', SYSTEM),
    text: MUST_FOLLOW,
  },
  {
    rule: "no user's message follows it",
    breaks: insert("Be brief.", { role: "user", content: "Hm." }),
    text: MUST_PRECEDE,
  },
  {
    rule: "none follows the last of several either",
    breaks: (body) =>
      body.messages.splice(placeOf(body, "Be brief.") + 1, 0, { ...SYSTEM }, {
        role: "user",
        content: "Hm.",
      }),
    text: MUST_PRECEDE,
  },
  {
    rule: "a cleared one is no exception",
    breaks: insert("One word.", { role: "user", content: "Hm." }),
    text: MUST_PRECEDE,
  },
  {
    rule: "older models have none",
    breaks: (body) => Object.assign(body, { model: "claude-sonnet-5" }),
    text: /^role 'system' is not supported on this model$/,
  },
  {
    rule: "it has content",
    breaks: (body) => blocksOf(body, "Be brief.").splice(0),
    text: /must have non-empty content/,
  },
  {
    rule: "tools change under a beta",
    breaks: () => {},
    betas: "mid-conversation-system-clear-at-2026-08-21",
    text:
      /content\.0: Input tag 'tool_removal' found using 'type' does not match any of the expected tags: 'text'/,
  },
  {
    rule: "a tool is defined under the newer beta",
    breaks: () => {},
    betas: "mid-conversation-tool-changes-2026-07-01,mid-conversation-system-clear-at-2026-08-21",
    text: /tool_addition\.tool: Input tag 'tool_definition' found using 'type' does not match/,
  },
  {
    rule: "a tool that is withdrawn is declared or defined",
    breaks: (body) => Object.assign(blocksOf(body, "No more")[0] ?? {}, { tool: named("hum") }),
    text: /Tool 'hum' is not declared/,
    code: "tool_reference_unresolved",
  },
  {
    rule: "a tool that is added by its name is declared or defined",
    breaks: (body) => Object.assign(blocksOf(body, "No more")[1] ?? {}, { tool: named("hum") }),
    text: /Tool 'hum' is not declared/,
    code: "tool_reference_unresolved",
  },
  {
    rule: "a tool that is there is not added by its name",
    breaks: (body) => Object.assign(blocksOf(body, "No more")[1] ?? {}, { tool: named("listen") }),
    text: /Tool 'listen' is offered already/,
  },
  {
    rule: "a definition is that of a tool",
    breaks: (body) => {
      const definition = { name: "taste", input_schema: { type: "string" } };
      Object.assign(blocksOf(body, "No more")[1] ?? {}, { tool: { type: "tool_definition", definition } });
    },
    text: /definition\.custom\.input_schema\.type: Input should be 'object'/,
  },
  {
    rule: "clear_at has a beta",
    breaks: () => {},
    betas: "inline-tools-2026-09-15",
    text: /^messages\.\d+\.clear_at: Extra inputs are not permitted$/,
  },
  {
    rule: "clear_at is of system messages",
    breaks: (body) =>
      Object.assign(body.messages[placeOf(body, "And now?")] ?? {}, { clear_at: "next_user_message" }),
    text: /clear_at is only permitted on role 'system' messages$/,
  },
  {
    rule: "clear_at has two values",
    breaks: (body) => Object.assign(body.messages.at(-1) ?? {}, { clear_at: "soon" }),
    text: /clear_at: Input should be 'next_user_message' or 'never'$/,
  },
  {
    rule: "what counts for one turn is text",
    breaks: (body) => blocksOf(body, "One word.").unshift({ type: "tool_removal", tool: named("listen") }),
    text: /a turn-scoped system message supports text blocks only \(clear_at: 'next_user_message'\)$/,
  },
  {
    rule: "what counts for one turn is not cached",
    breaks: (body) => {
      Object.assign(body, { system: "You are terse." }); // four marks in all
      Object.assign(blocksOf(body, "One word.")[0] ?? {}, { cache_control: { type: "ephemeral" } });
    },
    text: /cache_control is not permitted on a turn-scoped system message/,
  },
  {
    rule: "a beta is known",
    breaks: () => {},
    betas: `${BETAS},mid-conversation-songs-2026-01-01`,
    text: /^Unexpected value\(s\) `mid-conversation-songs-2026-01-01` for the `anthropic-beta` header/,
  },
];

function named(name: string) {
  return { type: "tool_reference", name };
}

Deno.test("C4: a body of ours with notices of every kind is legal", async () => {
  assert.equal(lint(await goodBody())?.message, undefined);
});

for (const { rule, breaks, betas, text, code } of RULES) {
  Deno.test(`C4: the simulated Claude notices a body that breaks one rule of system messages alone: ${rule}`, async () => {
    const body = await goodBody();
    breaks(body);
    const refusal = lint(body, betas) ?? assert.fail("the body was taken");
    assert.equal(refusal.status, 400);
    assert.match(refusal.message, text);
    const error = isRecord(refusal.body) && isRecord(refusal.body.error) ? refusal.body.error : {};
    assert.deepEqual(error.details, code && { error_code: code });
  });
}

/** A request of the conversation, the part before one of its answers as text. */
function requestFor(
  provider: Provider,
  { messages, added }: Conversation,
  parts: Partial<ModelRequest>,
  split: number,
): ModelRequest {
  const request = aRequest({ tools: DECLARED, added, messages, ...parts });
  const answers = messages.flatMap(({ role }, index) => role === "assistant" && index > 0 ? [index] : []);
  const at = answers[split % Math.max(1, answers.length)];
  const writer = at === undefined ? undefined : provider.historyWriter(request);
  if (at === undefined || writer === undefined) return request;
  const before = messages.slice(0, at);
  return {
    ...request,
    older: {
      key: writer.key,
      text: writer.write(before),
      messages: () => before,
      carried: findCarried(before),
    },
    messages: messages.slice(at),
  };
}

const LACKS = { temperature: "deprecated", topP: "deprecated" };

Deno.test("C4: no conversation with notices breaks a rule of Claude, whole or with its beginning as text (property)", async () => {
  let offered: string[] = [];
  await using server = await anthropic.start({
    reply: (request) => {
      offered = request.tools;
      return { text: "Hm.", reasoning: "" };
    },
  });
  const provider = providerOf(anthropic, server);
  await fc.assert(
    fc.asyncProperty(anyMoves, fc.nat(), fc.boolean(), async (moves, split, cacheBreakpoints) => {
      const conversation = toConversation(moves);
      const parts = { model: MODEL, lacks: LACKS, cacheBreakpoints };
      const whole = aRequest({ tools: DECLARED, ...conversation, ...parts });
      const parted = requestFor(provider, conversation, parts, split);
      assert.equal(await provider.body(parted), await provider.body(whole));
      await drain(send(anthropic, server, provider, parted));
      assert.equal(server.requests.at(-1)?.status, 200);
      assert.deepEqual(offered.toSorted(), conversation.offered.toSorted());
    }),
    { numRuns: 150 },
  );
  assert.deepEqual(server.complaints, []);
});

Deno.test("C4: nor where tools are named alone, or notices have text alone (property)", async () => {
  await using server = await anthropic.start();
  const provider = providerOf(anthropic, server);
  const some = fc.constantFrom(
    { inline_tools: "no" },
    { tool_changes: "no", inline_tools: "no" },
    { clear_at: "no" },
    { tool_changes: "no", inline_tools: "no", clear_at: "no" },
  );
  await fc.assert(
    fc.asyncProperty(anyMoves, some, async (moves, lacks) => {
      const { offered: _, ...conversation } = toConversation(moves);
      const parts = { model: MODEL, lacks: { ...LACKS, ...lacks } };
      await drain(
        send(anthropic, server, provider, aRequest({ tools: DECLARED, ...conversation, ...parts })),
      );
      const { headers, text } = server.requests.at(-1) ?? assert.fail();
      const betas = headers.get("anthropic-beta") ?? "";
      assert.equal(betas.includes("clear-at"), text.includes('"clear_at"'));
      const changes = /"type":"tool_(?:addition|removal)"/.test(text);
      // Where a new tool can only be named, nothing is written of it, and the beta stands there for nothing.
      assert.ok(!changes || /tool-changes|inline-tools/.test(betas));
      if ("tool_changes" in lacks) {
        assert.deepEqual([changes, /tool-changes|inline-tools/.test(betas)], [false, false]);
      }
      assert.equal(betas.includes("inline-tools"), text.includes("tool_definition"));
    }),
    { numRuns: 80 },
  );
});

Deno.test("C4: what a release before wrote is noticed: a user's message right behind a notice", async () => {
  await using server = await anthropic.start();
  const messages = [
    { role: "user" as const, text: "Look." },
    { role: "notice" as const, text: "Be brief." },
    { role: "user" as const, text: "And now?" },
  ];
  const request = aRequest({ model: MODEL, lacks: LACKS, messages });
  const provider = providerOf(anthropic, server);
  await drain(send(anthropic, server, provider, request));
  const { error } = await drainFailing(
    send(anthropic, server, provider, { ...request, noticePlaces: "as_told" }),
  );
  assert.match(error.message, MUST_PRECEDE);
});

Deno.test("C4: notices of Claude at Bedrock are text in the same places (property)", async () => {
  await using server = await bedrock.start();
  const wire: WireCase = { ...bedrock, model: "us.anthropic.claude-opus-5-5-v1:0" };
  const provider = providerOf(wire, server);
  const { lacks } = provider.capabilities(wire.model, {});
  await fc.assert(
    fc.asyncProperty(anyMoves, async (moves) => {
      const { messages } = toConversation(moves);
      await drain(
        send(wire, server, provider, aRequest({ model: wire.model, tools: DECLARED, lacks, messages })),
      );
      assert.doesNotMatch(server.requests.at(-1)?.text ?? "", /toolAddition|toolRemoval|clear/);
    }),
    { numRuns: 80 },
  );
});

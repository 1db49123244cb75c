// P6, P8: histories of any provider, as Converse takes them: for each family of models, with tools and without.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Block } from "../../../src/core/entry.ts";
import type { Message } from "../../../src/core/model/provider.ts";
import { createBedrockProvider } from "../../../src/providers/bedrock/provider.ts";
import { aRequest, weatherTool } from "../../providers/_support.ts";
import { API_KEY, REGION } from "./api.ts";
import { lintBedrock } from "./lint.ts";

const CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const NOVA = "amazon.nova-pro-v1:0";
const LLAMA = "us.meta.llama3-3-70b-instruct-v1:0";
const MISTRAL = "mistral.mistral-large-2407-v1:0";

const provider = createBedrockProvider({ region: REGION, credentials: { apiKey: API_KEY } });

function dialectOf(model: string, hasTools: boolean) {
  const writer = provider.historyWriter(aRequest({ model, tools: hasTools ? [weatherTool] : [] }));
  return writer ?? assert.fail("Bedrock has a writer.");
}

function write(model: string, messages: readonly Message[], hasTools = true) {
  const written = JSON.parse(`[${dialectOf(model, hasTools).write(messages)}]`);
  const spec = { name: "get_weather", inputSchema: { json: { type: "object" } } };
  const body = { messages: written, ...hasTools && { toolConfig: { tools: [{ toolSpec: spec }] } } };
  const path = `/model/${encodeURIComponent(model)}/converse`;
  assert.equal(lintBedrock({ path, body })?.message, undefined);
  return written;
}

const call = (id: string, args = '{"city":"Paris"}', name = "get_weather"): Block => ({
  type: "call",
  id,
  name,
  args,
});
const result = (callId: string, text = "18 °C", failed = false): Message => ({
  role: "tool",
  callId,
  name: "get_weather",
  text,
  failed,
});
const user = (text: string): Message => ({ role: "user", text });
const assistant = (...blocks: Block[]): Message => ({ role: "assistant", blocks });
const said = (text: string): Block => ({ type: "text", text });

const TWO_CALLS = [
  user("Weather?"),
  assistant(said("I look."), call("call_a"), call("call_b")),
  result("call_a"),
  result("call_b", "No such city", true),
  user("And now?"),
];

Deno.test("P7: Claude gets results first, failures flagged, and the user's next words in the same message", () => {
  assert.deepEqual(write(CLAUDE, TWO_CALLS), [
    { role: "user", content: [{ text: "Weather?" }] },
    {
      role: "assistant",
      content: [
        { text: "I look." },
        { toolUse: { toolUseId: "call_a", name: "get_weather", input: { city: "Paris" } } },
        { toolUse: { toolUseId: "call_b", name: "get_weather", input: { city: "Paris" } } },
      ],
    },
    {
      role: "user",
      content: [
        { toolResult: { toolUseId: "call_a", content: [{ text: "18 °C" }] } },
        { toolResult: { toolUseId: "call_b", content: [{ text: "No such city" }], status: "error" } },
        { text: "And now?" },
      ],
    },
  ]);
});

Deno.test("P7: Llama gets words and tool blocks in turns of their own, and failures as text", () => {
  const toolUse = (toolUseId: string) => ({
    toolUse: { toolUseId, name: "get_weather", input: { city: "Paris" } },
  });
  assert.deepEqual(write(LLAMA, TWO_CALLS), [
    { role: "user", content: [{ text: "Weather?" }] },
    { role: "assistant", content: [{ text: "I look." }] },
    { role: "user", content: [{ text: "(continue)" }] },
    { role: "assistant", content: [toolUse("call_a"), toolUse("call_b")] },
    {
      role: "user",
      content: [
        { toolResult: { toolUseId: "call_a", content: [{ text: "18 °C" }] } },
        { toolResult: { toolUseId: "call_b", content: [{ text: '{"error":"No such city"}' }] } },
      ],
    },
    { role: "assistant", content: [{ text: "(no answer)" }] },
    { role: "user", content: [{ text: "And now?" }] },
  ]);
});

Deno.test("C3: without tools the same history is text, legal for every model", () => {
  for (const model of [CLAUDE, NOVA, LLAMA, MISTRAL]) {
    assert.deepEqual(write(model, TWO_CALLS, false), [
      { role: "user", content: [{ text: "Weather?" }] },
      {
        role: "assistant",
        content: [{
          text:
            'I look.\n[tool call: get_weather({"city":"Paris"})]\n[tool call: get_weather({"city":"Paris"})]',
        }],
      },
      {
        role: "user",
        content: [
          { text: "[tool result: get_weather]\n18 °C" },
          { text: "[tool result: get_weather]\nNo such city" },
          { text: "And now?" },
        ],
      },
    ]);
  }
  assert.notEqual(dialectOf(CLAUDE, false).key, dialectOf(CLAUDE, true).key);
});

Deno.test("P7: ids for Mistral are nine letters and digits, the same for call and result", () => {
  const text = JSON.stringify(write(MISTRAL, TWO_CALLS));
  const ids = [...text.matchAll(/"toolUseId":"([^"]*)"/g)].map(([, id]) => id);
  assert.ok(ids.every((id) => /^[a-zA-Z0-9]{9}$/.test(id ?? "")), ids.join(" "));
  assert.deepEqual(ids.slice(0, 2), ids.slice(2));
  assert.notEqual(ids[0], ids[1]);
});

Deno.test("P8: illegal names of the history have their aliases, and arguments are objects", () => {
  const [, { content }] = write(CLAUDE, [
    user("Go."),
    assistant(
      call("call_a", "{", "GitHub.SetStarred"),
      call("call_b", '{"__proto__":{"a":1},"n":1}'),
      call("call_c", "[1]"),
    ),
    result("call_a"),
    result("call_b"),
    result("call_c"),
  ]);
  assert.match(content[0].toolUse.name, /^GitHub_SetStarred_/);
  assert.deepEqual(content[0].toolUse.input, { rawInvalidInput: "{" });
  assert.equal(JSON.stringify(content[1].toolUse.input), '{"__proto__":{"a":1},"n":1}');
  assert.deepEqual(content[2].toolUse.input, { rawInvalidInput: "[1]" });
});

Deno.test("P5: signed and sealed reasoning goes back in place, to the model that had it", () => {
  const meta = (data: { signature: string } | { redactedContent: string }, model = CLAUDE) => ({
    provider: "bedrock",
    model,
    data,
  });
  const thoughts = (model?: string): Block[] => [
    { type: "reasoning", text: "Hm.", meta: meta({ signature: "s1" }, model) },
    { type: "reasoning", text: "", meta: meta({ redactedContent: "c2VjcmV0" }, model) },
    { type: "reasoning", text: "unsigned" },
  ];
  const history = (
    model?: string,
  ) => [user("Hi"), assistant(...thoughts(model), call("call_a")), result("call_a")];
  const [, own] = write(CLAUDE, history());
  assert.deepEqual(own.content.slice(0, 2), [
    { reasoningContent: { reasoningText: { text: "Hm.", signature: "s1" } } },
    { reasoningContent: { redactedContent: "c2VjcmV0" } },
  ]);
  assert.equal(own.content.length, 3);
  const [, foreign] = write(CLAUDE, history("anthropic.claude-3-7-sonnet-20250219-v1:0"));
  assert.equal(foreign.content.length, 1);
  const [, alone] = write(CLAUDE, [user("Hi"), assistant(...thoughts())]);
  assert.deepEqual(alone.content.at(-1), { text: "(no answer)" });
});

Deno.test("P7: what is blank or missing is said in words, so that the roles alternate", () => {
  const written = write(CLAUDE, [
    user(" "),
    assistant(said("\n")),
    assistant(said("Hello."), call("call_a")),
    result("call_a", ""),
    assistant(said("Bye.")),
  ]);
  assert.deepEqual(written.map(({ content }: { content: unknown[] }) => content[0]), [
    { text: "(empty)" },
    { text: "(no answer)" },
    { text: "(continue)" },
    { text: "Hello." },
    { toolResult: { toolUseId: "call_a", content: [{ text: "(empty)" }] } },
    { text: "Bye." },
    { text: "(continue)" },
  ]);
});

const texts = fc.oneof(fc.constantFrom("", " ", "Hi."), fc.string({ maxLength: 8 }));
const turn = fc.record({
  text: texts,
  reasoning: fc.constantFrom(undefined, "signed", "unsigned", "foreign"),
  calls: fc.array(
    fc.record({
      name: fc.constantFrom("get_weather", "GitHub.SetStarred", "a b"),
      args: fc.constantFrom("{}", "", "null", '{"a":1}', "{", '"x"'),
      text: texts,
      failed: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  next: fc.option(texts, { nil: undefined }),
});

Deno.test("P7: any history passes the rules, and written in parts it is the same as at once", () => {
  fc.assert(
    fc.property(
      fc.array(turn, { maxLength: 6 }),
      fc.constantFrom(CLAUDE, NOVA, LLAMA, MISTRAL),
      fc.boolean(),
      fc.nat(),
      (turns, model, hasTools, cut) => {
        const messages: Message[] = [user("Hi.")];
        turns.forEach(({ text, reasoning, calls, next }, number) => {
          const signed = {
            provider: reasoning === "foreign" ? "anthropic" : "bedrock",
            model,
            data: { signature: "s" },
          };
          const blocks: Block[] = [
            ...reasoning === undefined ? [] : [{
              type: "reasoning" as const,
              text: "Hm.",
              ...reasoning !== "unsigned" && { meta: signed },
            }],
            said(text),
            ...calls.map(({ name, args }, index) => call(`call_${number}_${index}`, args, name)),
          ];
          messages.push(assistant(...blocks));
          calls.forEach((each, index) =>
            messages.push(result(`call_${number}_${index}`, each.text, each.failed))
          );
          if (next !== undefined) messages.push(user(next));
        });
        write(model, messages, hasTools);

        const dialect = dialectOf(model, hasTools);
        const starts = messages.flatMap(({ role }, index) => role === "assistant" ? [index] : []);
        const at = starts[cut % Math.max(1, starts.length)] ?? messages.length;
        const parts = [messages.slice(0, at), messages.slice(at)].map((part) => dialect.write(part));
        assert.equal(parts.filter((part) => part !== "").join(","), dialect.write(messages));
      },
    ),
    { numRuns: 400 },
  );
});

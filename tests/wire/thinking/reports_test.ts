// Faults with Claude's thinking that users reported in public, each driven through real steps against the simulated server: none of
// them happens here. The reference is the thread that reports the fault.
import assert from "node:assert/strict";
import { isRecord } from "../openai/reply.ts";
import type { ParsedRequest, Reply } from "../openai/reply.ts";
import { caseOf, openSession, thinksAndCalls, tool } from "./_session.ts";

const TOOLS = { tools: [tool("look"), tool("listen")] };
const BOUND =
  "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. " +
  'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".';
const DAMAGED = "messages.1.content.0: Invalid `signature` in `thinking` block";
const quoted = (text: string) =>
  JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: text } });

/** Refusals as they were reported; each comes where the server of the dialect writes its message. */
const TEXTS: readonly (readonly [reference: string, dialect: string, text: string])[] = [
  [
    "anomalyco/opencode#48637",
    "anthropic",
    `${BOUND} The \`system\` prompt differs from the one this block was created with.`,
  ],
  [
    "kirodotdev/KiroCrew#11513",
    "anthropic",
    `${BOUND} The \`thinking\` block that preceded this one when it was created is missing from this request.`,
  ],
  ["anthropics/claude-code#10627", "anthropic", DAMAGED],
  ["kaitranntt/ccs#415", "anthropic", "messages.1.content.0: Invalid signature in thinking block"],
  ["the vendor's text", "anthropic", "messages.1.content.0: Invalid `data` in `redacted_thinking` block"],
  [
    "the vendor's text",
    "anthropic",
    "messages.3.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. " +
    "These blocks must remain as they were in the original response.",
  ],
  [
    "openclaw#88020",
    "bedrock",
    "The model returned the following errors: messages.39.content.0: Invalid signature in thinking block",
  ],
  [
    "oh-my-pi#10486",
    "bedrock",
    "The model returned the following errors: messages.369.content.0.thinking.signature: Field required",
  ],
  [
    "linanwx/nagobot#21",
    "openrouter",
    '{"message":"messages.7.content.2: Invalid signature in thinking block"}',
  ],
  ["ding113/claude-code-hub#518", "openrouter", quoted(DAMAGED)],
  ["openai/codex#8145", "openai responses", "The encrypted content gAAA...DQ== could not be verified."],
  [
    "Wei-Shaw/sub2api#3138",
    "openai responses",
    "The encrypted content gAAA...DQ== could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
  ],
  ["google-gemini/gemini-cli#13467", "gemini", "Corrupted thought signature."],
  ["decolua/9router#301", "gemini", "Unable to submit request because Thought signature is not valid.."],
  [
    "the text behind LiteLLM",
    "compatible",
    `litellm.BadRequestError: AnthropicException - b'${quoted(BOUND)}'`,
  ],
  ["lbjlaq/Antigravity-Manager#498", "compatible", JSON.stringify(quoted(DAMAGED.replaceAll(" ", "  ")))],
];

for (const [reference, dialect, text] of TEXTS) {
  Deno.test(`${reference}: ${dialect}: the session goes on after "${text.slice(-70)}", where it was dead for good`, async () => {
    const wire = caseOf(dialect);
    let asked = 0;
    const reply = (): Reply =>
      ++asked === 2 ? { status: 400, error: { message: text } } : { reasoning: "Hm.", text: "Blue." };
    await using server = await wire.start({ reply });
    const { run, statuses } = openSession(wire, server, {
      ...TOOLS,
      settings: { ...wire.settings, reasoningEffort: "low" },
    });
    await run({ input: "What colour?" });
    const { warnings } = await run({ input: "And now?" });
    assert.deepEqual(warnings.map(({ code }) => code), ["thinking_left_out"]);
    assert.deepEqual(statuses(), [200, 400, 200]);
    const [, before = "", after = ""] = server.requests.map((request) => request.text);
    const sealed = /"signature":"|"reasoning_details":\[|"encrypted_content":"|"thoughtSignature":"(?!skip_)/;
    // LiteLLM's own thinking_blocks are not read, so a request has none to leave out.
    if (dialect !== "compatible") assert.match(before, sealed);
    assert.doesNotMatch(after, sealed);
  });
}

for (const [effort, thinking] of [["none", { type: "disabled" }], ["high", { type: "adaptive" }]] as const) {
  Deno.test(`UKGovernmentBEIS/inspect_ai#4623: bedrock: Claude Opus 5 under effort ${effort} gets thinking ${thinking.type} and no sampling, where it thought anyway and answered 400`, async () => {
    const wire = { ...caseOf("bedrock"), model: "us.anthropic.claude-opus-5" };
    const reply = (request: ParsedRequest): Reply => thinksAndCalls(request);
    await using server = await wire.start({ reply });
    const { run, statuses } = openSession(wire, server, {
      ...TOOLS,
      settings: { reasoningEffort: effort, temperature: 0.2, topP: 0.9 },
    });
    const { warnings } = await run({ input: "What colour?" });
    assert.deepEqual(statuses(), [200, 200]);
    for (const { body } of server.requests) {
      assert.ok(isRecord(body) && isRecord(body.additionalModelRequestFields));
      const { additionalModelRequestFields: fields, inferenceConfig } = body;
      assert.ok(isRecord(fields.thinking));
      assert.equal(fields.thinking.type, thinking.type);
      assert.deepEqual(inferenceConfig, undefined);
    }
    const dropped = warnings.filter(({ code }) => code === "setting_dropped").map(({ message }) =>
      message.split(" ")[0]
    );
    assert.deepEqual(new Set(dropped), new Set(["temperature", "topP"]));
  });
}

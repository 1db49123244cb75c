// P1, P3, P5, P6: each of the seven efforts reaches a model as one that it takes, the nearest. The simulated servers refuse all
// others. OpenAI's models are in tests/providers/openai/wire_test.ts.
import assert from "node:assert/strict";
import { resolveCapabilities } from "../../src/core/model/capability.ts";
import { isJsonObject, parseJson } from "../../src/core/json.ts";
import { BEDROCK_MODELS } from "../../src/providers/bedrock/models.ts";
import { GPT_EFFORTS, NOVA_EFFORTS } from "../../src/providers/bedrock/thinking.ts";
import { toObject } from "../../src/providers/_wire/json_fields.ts";
import { PROFILES } from "../../src/providers/openai/compatible.ts";
import { MISTRAL_EFFORTS } from "../../src/providers/mistral/models.ts";
import { OPENAI_EFFORTS } from "../../src/providers/openai/efforts.ts";
import { drain } from "../providers/_support.ts";
import { providerOf, requestOf, send } from "./ask.ts";
import { CASES } from "./cases.ts";
import { obedient } from "./obedient.ts";

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** A dash stands for no effort on the wire. */
const WORDS: readonly (readonly [provider: string, model: string, said: string])[] = [
  ["groq", "openai/gpt-oss-120b", "low low low medium high high high"],
  ["groq", "qwen/qwen3-32b", "none - - - - - -"],
  ["groq", "qwen/qwen3.6-27b", "none - - - - - -"],
  ["groq", "qwen/qwen3.8-27b", "none low low medium high high high"],
  ["groq", "llama-3.3-70b-versatile", "- - - - - - -"],
  ["together", "openai/gpt-oss-120b", "low low low medium high high high"],
  ["xai", "grok-4.3", "none low low medium high high high"],
  ["xai", "grok-4.5", "low low low medium high high high"],
  ["xai", "grok-4.6", "low low low medium high xhigh xhigh"],
  ["xai", "grok-4.20-0309-reasoning", "- - - - - - -"],
  ["mistral", "mistral-medium-latest", "none high high high high high high"],
  ["mistral", "mistral-large-4", "low low low medium high high high"],
  ["mistral", "zai-glm-5-3", "low low low low high high max"],
  ["mistral", "zai-glm-5-2", "none high high high high high high"],
  ["mistral", "mistral-large-latest", "- - - - - - -"],
  ["mistral", "mistral-code-latest", "- - - - - - -"],
];

for (const [name, model, said] of WORDS) {
  Deno.test(`${name}: ${model} is sent the nearest effort that it takes`, async () => {
    const wire = CASES.find((each) => each.name === name);
    assert.ok(wire);
    await using server = await wire.start({ reply: (request) => obedient(request) });
    const provider = providerOf(wire, server);
    for (const reasoningEffort of EFFORTS) {
      const { request } = requestOf(wire, provider, { model, settings: { reasoningEffort } });
      await drain(send(wire, server, provider, request));
    }
    const sent = server.requests.map(({ text }) => {
      const body = parseJson(text);
      return isJsonObject(body) && body.reasoning_effort !== undefined ? String(body.reasoning_effort) : "-";
    });
    assert.equal(sent.join(" "), said);
    assert.deepEqual(server.complaints, []);
  });
}

const MYTHOS = ["us.anthropic.claude-mythos-5-v1:0", "us.anthropic.claude-mythos-5-1-v1:0"];

for (const model of [...MYTHOS, "us.anthropic.claude-mythos-preview"]) {
  Deno.test(`bedrock: ${model} thinks adaptively at every effort, and is never asked to stop`, async () => {
    const wire = CASES.find((each) => each.name === "bedrock");
    assert.ok(wire);
    await using server = await wire.start({ reply: (request) => obedient(request) });
    const provider = providerOf(wire, server);
    for (const reasoningEffort of [undefined, ...EFFORTS]) {
      assert.equal(provider.capabilities(model, { reasoningEffort }).thinks, true);
      const { request } = requestOf(wire, provider, { model, settings: { reasoningEffort } });
      await drain(send(wire, server, provider, request));
    }
    const sent = server.requests.map(({ text }) => {
      const body = parseJson(text);
      const fields = isJsonObject(body) ? body.additionalModelRequestFields : undefined;
      return isJsonObject(fields) && isJsonObject(fields.output_config) ? fields.output_config.effort : "-";
    });
    assert.equal(sent.join(" "), "- low low low medium high xhigh max");
  });
}

/** What an effort is in additionalModelRequestFields; a dash stands for nothing. */
const AT_BEDROCK: readonly (readonly [model: string, said: string])[] = [
  ["us.openai.gpt-5.6-sol", "none low low medium high xhigh max"],
  ["global.openai.gpt-6-luna", "none low low medium high xhigh max"],
  ["us.openai.gpt-6-astra", "low low low medium high xhigh max"],
  ["openai.gpt-oss-120b-1:0", "low low low medium high high high"],
  ["us.amazon.nova-2-lite-v1:0", "disabled low low medium high high high"],
  ["amazon.nova-pro-v1:0", "- - - - - - -"],
  ["us.anthropic.claude-opus-5-5-v1:0", "low low low medium high xhigh max"],
  ["us.anthropic.claude-haiku-5-5-v1:0", "disabled low low medium high xhigh max"],
];

for (const [model, said] of AT_BEDROCK) {
  Deno.test(`P3: bedrock: ${model} is sent the nearest effort that it takes, in the field of its family`, async () => {
    const wire = CASES.find((each) => each.name === "bedrock");
    assert.ok(wire);
    await using server = await wire.start({ reply: (request) => obedient(request) });
    const provider = providerOf(wire, server);
    const warned: string[] = [];
    for (const reasoningEffort of EFFORTS) {
      const { request } = requestOf(wire, provider, { model, settings: { reasoningEffort } });
      const { events } = await drain(send(wire, server, provider, request));
      warned.push(...events.flatMap((event) => event.type === "warning" ? [event.warning.code] : []));
    }
    const sent = server.requests.map(({ text }) => {
      const body = parseJson(text);
      const { reasoning, reasoning_effort, reasoningConfig, output_config, thinking } = toObject(
        toObject(body).additionalModelRequestFields,
      );
      const effort = toObject(reasoning).effort ?? reasoning_effort ??
        toObject(reasoningConfig).maxReasoningEffort ?? toObject(output_config).effort ??
        toObject(reasoningConfig).type ?? toObject(thinking).type ?? "-";
      return String(effort);
    });
    assert.equal(sent.join(" "), said);
    assert.deepEqual(server.complaints, []);
    // A model that thinks all the same says so.
    const alwaysThinks = said.startsWith("low");
    assert.equal(warned.includes("thinking_stays"), alwaysThinks);
  });
}

const ROWS = [
  ...GPT_EFFORTS,
  NOVA_EFFORTS,
  ...Object.values(PROFILES).flatMap(({ wire: { efforts } }) => [...efforts.chat, ...efforts.responses]),
  ...OPENAI_EFFORTS.responses,
  ...MISTRAL_EFFORTS,
];

Deno.test("each row of efforts has a date, a source, and efforts from least to most", () => {
  for (const { models, takes, asOf, source } of ROWS) {
    assert.match(asOf, /^20\d\d-\d\d-\d\d$/);
    assert.ok(source.length > 5);
    assert.equal(models.flags, "");
    assert.ok(takes.length > 0);
    assert.deepEqual(takes, EFFORTS.filter((effort) => takes.includes(effort)));
  }
});

Deno.test("bedrock: claude-mythos-5-1 refuses forced choices and claude-mythos-5 takes them", () => {
  const lacks = MYTHOS.map((model) =>
    resolveCapabilities(BEDROCK_MODELS, model, {}).lacks.required !== undefined
  );
  assert.deepEqual(lacks, [false, true]);
});

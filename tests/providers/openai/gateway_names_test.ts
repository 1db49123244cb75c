// C4: what a model lacks holds behind every gateway, under each gateway's spelling of the name.
import assert from "node:assert/strict";
import {
  type CapabilityTable,
  type Feature,
  resolveCapabilities,
} from "../../../src/core/model/capability.ts";
import { ANTHROPIC_CAPABILITIES } from "../../../src/providers/anthropic/capabilities.ts";
import { GEMINI_CAPABILITIES, isSigned } from "../../../src/providers/gemini/models.ts";
import { PROFILES } from "../../../src/providers/openai/compatible.ts";
import { COMPATIBLE_MODELS } from "../../../src/providers/openai/profile.ts";

const TABLES: Readonly<Record<string, CapabilityTable>> = {
  compatible: COMPATIBLE_MODELS,
  openrouter: PROFILES.openrouter.models,
  anthropic: ANTHROPIC_CAPABILITIES,
};

/** How gateways write a Claude, with its version by a dot or a dash. */
const SPELLINGS: Readonly<Record<string, string>> = {
  "OpenRouter": "anthropic/claude-{line}-{dot}",
  "OpenRouter with a variant": "anthropic/claude-{line}-{dot}:beta",
  "OpenRouter's latest": "~anthropic/claude-{line}-{dot}",
  "LiteLLM for Anthropic": "anthropic/claude-{line}-{dash}",
  "LiteLLM with a date": "anthropic/claude-{line}-{dash}-20260922",
  "LiteLLM for Bedrock": "bedrock/anthropic.claude-{line}-{dash}-v1:0",
  "LiteLLM for a profile of Bedrock": "bedrock/converse/us.anthropic.claude-{line}-{dash}-v1:0",
  "LiteLLM for Vertex": "vertex_ai/claude-{line}-{dash}@20260922",
  "Bedrock": "global.anthropic.claude-{line}-{dash}",
  "Portkey": "@bedrock-prod/us.anthropic.claude-{line}-{dash}-v1:0",
  "Vercel": "anthropic/claude-{line}-{dot}",
  "Vercel of 2025": "anthropic/claude-{dot}-{line}",
  "GitHub Copilot": "github_copilot/claude-{line}-{dot}",
  "Databricks": "databricks-claude-{line}-{dash}",
  "Poe": "Claude-{line}-{dot}",
  "a title": "Claude {line} {dot}",
  "Cloudflare": "anthropic/claude-{line}-{dash}",
};

const spell = (form: string, line: string, version: string) =>
  form.replace("{line}", line).replace("{dot}", version).replace("{dash}", version.replace(".", "-"));

const REFUSE_FORCE = [["opus", "5.5"], ["sonnet", "5.5"], ["fable", "5.1"], ["fable", "5.2"], [
  "mythos",
  "5.1",
]] as const;
const TAKE_FORCE = [["opus", "5"], ["sonnet", "5"], ["opus", "4.8"], ["sonnet", "4.6"], [
  "haiku",
  "5.5",
]] as const;

for (const [provider, table] of Object.entries(TABLES)) {
  for (const [gateway, form] of Object.entries(SPELLINGS)) {
    Deno.test(`C4: ${provider}: ${gateway} (${form}): the lines that refuse forced choices are known, the others take them`, () => {
      for (const [line, version] of REFUSE_FORCE) {
        const name = spell(form, line, version);
        assert.deepEqual(lacking(table, name, ["required", "tool"]), ["required", "tool"], name);
        assert.deepEqual(lacking(table, name, ["temperature", "topP"]), ["temperature", "topP"], name);
      }
      for (const [line, version] of TAKE_FORCE) {
        const name = spell(form, line, version);
        assert.deepEqual(lacking(table, name, ["required", "tool"]), [], name);
      }
    });
  }
}

const GPT = [
  "openai/gpt-5",
  "azure/gpt-5",
  "gpt-5-2025-08-07",
  "bedrock/us.openai.gpt-5.6-sol",
  "openai/o4-mini",
];

for (const model of GPT) {
  Deno.test(`C4: ${model} behind a gateway takes no sampling settings while it thinks`, () => {
    for (const table of [COMPATIBLE_MODELS, PROFILES.openrouter.models]) {
      assert.deepEqual(lacking(table, model, ["sampling_thinking"]), ["sampling_thinking"]);
    }
  });
}

Deno.test("C4: what is no model of the family lacks nothing of it", () => {
  for (
    const model of ["mistralai/mistral-large", "openai/gpt-4o", "meta-llama/llama-3.3-70b", "house-model"]
  ) {
    for (const table of [COMPATIBLE_MODELS, PROFILES.openrouter.models]) {
      const features: Feature[] = ["required", "tool", "temperature", "topP", "sampling_thinking", "effort"];
      assert.deepEqual(lacking(table, model, features), [], model);
    }
  }
});

for (const prefix of ["", "models/", "google/", "vertex_ai/", "gemini/", "publishers/google/models/"]) {
  Deno.test(`C4: gemini: the facts of a model hold with the prefix "${prefix}"`, () => {
    assert.equal(isSigned(`${prefix}gemini-3-pro-preview`), true);
    assert.equal(isSigned(`${prefix}gemini-2.5-flash`), false);
    assert.deepEqual(lacking(GEMINI_CAPABILITIES, `${prefix}gemini-2.0-flash`, ["effort"]), ["effort"]);
    assert.deepEqual(lacking(GEMINI_CAPABILITIES, `${prefix}gemma-3-27b-it`, ["tools"]), ["tools"]);
  });
}

function lacking(table: CapabilityTable, model: string, features: readonly Feature[]): readonly Feature[] {
  const { lacks } = resolveCapabilities(table, model, {});
  return features.filter((feature) => lacks[feature] !== undefined);
}

// Bedrock: Claude over ConverseStream, the recordings in binary frames.
import type { WireCase } from "../case.ts";
import { simulate } from "../simulator.ts";
import { API_KEY, bedrockApi, encodeFrame, REGION } from "./api.ts";
import { lintBedrock } from "./lint.ts";

export const bedrock: WireCase = {
  name: "bedrock",
  provider: "bedrock",
  model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
  start: (options) => simulate(bedrockApi, options),
  env: ({ url }) => ({ AWS_BEARER_TOKEN_BEDROCK: API_KEY, AWS_REGION: REGION, BEDROCK_BASE_URL: url }),
  schema: "bedrock.converse.request",
  lintRequest: lintBedrock,
  refuses: [
    { feature: "required", model: "us.anthropic.claude-opus-5-5", choice: { type: "required" } },
    {
      feature: "tool",
      model: "us.anthropic.claude-opus-5-5",
      choice: { type: "tool", name: "get_weather" },
    },
    { feature: "required", model: "us.meta.llama3-3-70b-instruct-v1:0", choice: { type: "required" } },
    {
      feature: "tool",
      model: "us.meta.llama3-3-70b-instruct-v1:0",
      choice: { type: "tool", name: "get_weather" },
    },
    {
      feature: "tool",
      model: "mistral.mistral-large-2407-v1:0",
      choice: { type: "tool", name: "get_weather" },
    },
    { feature: "tools", model: "us.deepseek.r1-v1:0" },
    {
      feature: "forced_thinking",
      model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
      settings: { reasoningEffort: "low" },
      choice: { type: "required" },
    },
    {
      feature: "sampling_thinking",
      model: "us.anthropic.claude-sonnet-4-5",
      settings: { reasoningEffort: "low", temperature: 0.5 },
    },
    { feature: "temperature", model: "us.anthropic.claude-opus-4-8", settings: { temperature: 0.5 } },
    { feature: "topP", model: "us.anthropic.claude-opus-4-8", settings: { topP: 0.5 } },
    { feature: "effort", model: "amazon.nova-pro-v1:0", settings: { reasoningEffort: "low" } },
    { feature: "parallel", model: "amazon.nova-pro-v1:0", parallel: false },
    { feature: "notices", model: "amazon.nova-pro-v1:0", notice: true },
    { feature: "json_schema", model: "us.anthropic.claude-sonnet-4-20250514-v1:0", output: "alone" },
    { feature: "json_schema", model: "global.anthropic.claude-opus-4-8", output: "alone" },
    { feature: "json_schema", model: "amazon.nova-pro-v1:0", output: "alone" },
    {
      feature: "sampling_pair",
      model: "us.anthropic.claude-sonnet-4-5",
      settings: { temperature: 0.5, topP: 0.5 },
    },
    {
      feature: "sampling_thinking",
      model: "us.openai.gpt-5.6-sol",
      settings: { temperature: 0.5 },
      teaches: "temperature",
    },
    { feature: "images", model: "us.meta.llama3-3-70b-instruct-v1:0", media: true },
    { feature: "tool_images", model: "mistral.pixtral-large-2502-v1:0", media: true },
    { feature: "tool_files", model: "mistral.pixtral-large-2502-v1:0", media: true },
  ],
  recordings: [{ files: /^bedrock\//, frame: toFrames, contentType: "application/vnd.amazon.eventstream" }],
};

// A line is `{"<event>": <payload>}`.
function toFrames(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const frames = lines.flatMap((line) => {
    const entries: [string, unknown][] = Object.entries(JSON.parse(line));
    return entries.map(([event, payload]) => encodeFrame(event, payload));
  });
  const bytes = new Uint8Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let offset = 0;
  for (const frame of frames) {
    bytes.set(frame, offset);
    offset += frame.length;
  }
  return bytes;
}

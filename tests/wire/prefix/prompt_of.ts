// What of a request a model reads, in its order: the part before the conversation, and the conversation. Vendors cache it by prefix,
// and the newest models of Claude bind their thinking to it.

import { withDefinitions } from "../anthropic/binding.ts";
import { isRecord } from "../openai/reply.ts";

export interface Prompt {
  /** Instructions, tools and every other field that is not known to stand outside of the prompt. */
  readonly frame: Readonly<Record<string, unknown>>;
  readonly items: readonly unknown[];
}

/** Fields that no vendor counts to the prompt: choices, limits, sampling, delivery. */
const OUTSIDE = new Set([
  "tool_choice",
  "parallel_tool_calls",
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "stream",
  "stream_options",
  "temperature",
  "top_p",
  "top_k",
  "stop",
  "stop_sequences",
  "seed",
  "prompt_cache_key",
  "prompt_cache_options",
  "metadata",
  "store",
  "include",
  "compaction",
  "diagnostics",
  "reasoning",
  "reasoning_effort",
  "thinking",
  "safety_identifier",
  "generationConfig",
  "inferenceConfig",
  "options",
  "keep_alive",
  "additionalModelRequestFields",
  "additionalModelResponseFieldPaths",
  "think",
  "usage",
  "user",
  "provider", // where OpenRouter sends a request to
]);

const MARKERS = new Set(["cache_control", "cachePoint", "prompt_cache_breakpoint"]);

/** Where the schema of answers stands. */
const FORMS = new Set(["response_format", "format", "text", "output_config", "outputConfig"]);

/** The prompt of a body of any dialect. `hasSchema`: the vendor counts the schema of answers to it. */
export function promptOf(body: unknown, hasSchema: boolean): Prompt {
  if (!isRecord(body)) throw new TypeError("a body is an object");
  if (isRecord(body.inputs)) return promptOf(body.inputs, hasSchema); // the binding of Workers AI
  const { messages, input, contents, toolConfig, ...rest } = body;
  const items = [messages, input, contents].find(Array.isArray) ?? [];
  const frame = Object.fromEntries(
    Object.entries(rest).filter(([key]) => FORMS.has(key) ? hasSchema : !OUTSIDE.has(key)),
  );
  // Efforts stand beside the schema, and are no part of the prompt.
  if (isRecord(frame.output_config)) frame.output_config = frame.output_config.format ?? null;
  if (isRecord(frame.text)) frame.text = frame.text.format ?? null;
  // Bedrock has its tools beside the choice, Gemini the choice alone.
  if (isRecord(toolConfig) && toolConfig.tools !== undefined) frame.toolConfig = toolConfig.tools;
  if (frame.tool_config !== undefined) delete frame.tool_config;
  // A deferred tool is shown where a result refers to it.
  const tools = Array.isArray(frame.tools) ? frame.tools : [];
  if (tools.some(isDeferred)) frame.tools = tools.filter((tool) => !isDeferred(tool));
  const shown = items.map((item: unknown) =>
    isRecord(item) && Array.isArray(item.content)
      ? { ...item, content: item.content.map((block: unknown) => withDefinitions(block, tools)) }
      : item
  );
  const plain = withoutMarkers({ frame, items: shown });
  if (!isRecord(plain) || !isRecord(plain.frame) || !Array.isArray(plain.items)) {
    throw new TypeError("no prompt");
  }
  return { frame: plain.frame, items: plain.items };
}

function isDeferred(tool: unknown): boolean {
  return isRecord(tool) && tool.defer_loading === true;
}

/** Where `after` does not begin with `before`; undefined where it does. The last item of `before` may have grown at its end. */
export function breakBetween(before: Prompt, after: Prompt): string | undefined {
  for (const key of new Set([...Object.keys(before.frame), ...Object.keys(after.frame)])) {
    const [old, now] = [JSON.stringify(before.frame[key]), JSON.stringify(after.frame[key])];
    if (old !== now) return `${key}: ${around(old ?? "", now ?? "")}`;
  }
  for (const [index, old] of before.items.entries()) {
    const now = after.items[index];
    const isSame = JSON.stringify(old) === JSON.stringify(now) ||
      index === before.items.length - 1 && hasGrown(old, now);
    if (!isSame) return `item ${index}: ${around(JSON.stringify(old), JSON.stringify(now) ?? "gone")}`;
  }
  return undefined;
}

/** The same with more at its end. */
function hasGrown(old: unknown, now: unknown): boolean {
  if (typeof old === "string") {
    const [first] = Array.isArray(now) ? now : [];
    return typeof now === "string" ? now.startsWith(old) : isRecord(first) && first.text === old;
  }
  if (Array.isArray(old)) {
    return Array.isArray(now) &&
      old.every((each, index) =>
        index === old.length - 1
          ? hasGrown(each, now[index])
          : JSON.stringify(each) === JSON.stringify(now[index])
      );
  }
  if (!isRecord(old) || !isRecord(now)) return old === now;
  return Object.keys({ ...old, ...now }).every((key) =>
    GROWING.has(key) ? hasGrown(old[key], now[key]) : JSON.stringify(old[key]) === JSON.stringify(now[key])
  );
}

const GROWING = new Set(["content", "parts", "text"]);

function around(old: string, now: string): string {
  let at = 0;
  while (at < old.length && old[at] === now[at]) at++;
  const from = Math.max(0, at - 40);
  return `…${old.slice(from, at + 80)} | …${now.slice(from, at + 80)}`;
}

/** A content of one text, which is another spelling of the text: the one that a marker stands on is written so. */
function isOneText(content: unknown): content is [{ text: string }] {
  return Array.isArray(content) && content.length === 1 && isRecord(content[0]) && content[0].type === "text";
}

function withoutMarkers(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((each) => !(isRecord(each) && Object.keys(each).join() === "cachePoint"))
      .map(withoutMarkers);
  }
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !MARKERS.has(key));
  return Object.fromEntries(
    kept.map((
      [key, each],
    ) => [key, key === "content" && isOneText(each) ? each[0].text : withoutMarkers(each)]),
  );
}

// The rules of POST /v1/messages: the refusal that the real API would answer a request with.
import { type Choice, type HistoryEntry, isRecord } from "../openai/reply.ts";
import type { CapturedRequest } from "../openai/reply.ts";
import { WireRefusal } from "../refusal.ts";
import { checkBound, isBound, toConversation } from "./binding.ts";
import { checkCompaction } from "./compaction.ts";
import { readEdit } from "./context_management.ts";
import { readHistory } from "./history.ts";
import { checkModel, type Thinks } from "./models.ts";
import { checkKeys, invalid, missing, notOf, refuse, stringAt } from "./refusals.ts";
import { readBetas } from "./system_messages.ts";
import { checkTools } from "./tools.ts";

/** A legal request. */
export interface ReadRequest {
  readonly body: Record<string, unknown>;
  readonly model: string;
  /** The tools that there are at the end of the conversation. */
  readonly tools: string[];
  readonly choice: Choice;
  readonly parallel: boolean;
  readonly thinks: Thinks;
  readonly history: HistoryEntry[];
}

/** A body alone is taken as sent with every beta. */
export type LintedRequest =
  & Pick<CapturedRequest, "path" | "body">
  & Partial<Pick<CapturedRequest, "headers">>;

/** The API's refusal, undefined for a legal request. */
export function lintRequest(request: LintedRequest): WireRefusal | undefined {
  try {
    readRequest(request);
    return undefined;
  } catch (refusal) {
    if (refusal instanceof WireRefusal) return refusal;
    throw refusal;
  }
}

const KEYS = [
  "model",
  "max_tokens",
  "messages",
  "system",
  "tools",
  "tool_choice",
  "stream",
  "thinking",
  "output_config",
  "temperature",
  "top_p",
  "top_k",
  "stop_sequences",
  "metadata",
  "cache_control",
  "service_tier",
  "compaction",
  "context_management",
  "diagnostics",
];

/** The request; throws the API's refusal. */
export function readRequest({ path, body, headers }: LintedRequest): ReadRequest {
  if (path !== "/v1/messages") throw refuse(404, "not_found_error", "Not Found");
  if (!isRecord(body)) throw invalid("The request body is not valid JSON");
  checkKeys(body, KEYS, "");
  const model = stringAt(body.model, "model");
  const most = body.max_tokens;
  if (most === undefined) throw missing("max_tokens");
  if (typeof most !== "number" || !Number.isInteger(most)) throw notOf("max_tokens", "integer");
  if (most < 1) throw invalid("max_tokens: must be greater than or equal to 1");
  checkSystem(body.system);
  if (isRecord(body.diagnostics)) checkKeys(body.diagnostics, ["previous_message_id"], "diagnostics");
  checkCache(body);
  const { names: declared, deferred } = checkTools(body.tools, model);
  const { choice, parallel } = readChoice(body.tool_choice, declared);
  checkThinking(body.thinking, most);
  for (const key of ["temperature", "top_p"]) {
    const value = body[key];
    if (value === undefined) continue;
    if (typeof value !== "number") throw notOf(key, "number");
    if (value < 0 || value > 1) throw invalid(`${key}: range: 0..1`);
  }
  const thinks = checkModel(body);
  checkCompaction(body, model);
  readEdit(body);
  const betas = headers === undefined ? undefined : readBetas(headers);
  const rules = { model, thinks, betas, tools: declared, deferred };
  const { history, offered: tools } = readHistory(body.messages, rules);
  const broken = isBound(model) ? checkBound(toConversation(body)) : undefined;
  if (broken) throw invalid(`${broken.path}: ${broken.text}`);
  return { body, model, tools, choice, parallel, thinks, history };
}

function checkSystem(system: unknown): void {
  if (system === undefined || typeof system === "string") return;
  if (!Array.isArray(system)) throw notOf("system", "list");
  system.forEach((block: unknown, index) => {
    const path = `system.${index}`;
    if (!isRecord(block)) throw notOf(path, "dictionary");
    checkKeys(block, ["type", "text", "cache_control"], path);
    if (stringAt(block.text, `${path}.text`).trim() === "") {
      throw invalid("system: text content blocks must contain non-whitespace text");
    }
  });
}

function checkCache(body: Record<string, unknown>): void {
  const found = marksIn(body);
  if (found > 4) {
    throw invalid(`A maximum of 4 blocks with cache_control may be provided. Found ${found}.`);
  }
}

function marksIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + marksIn(each), 0);
  if (!isRecord(value)) return 0;
  return Object.entries(value).reduce((sum, [key, each]) => {
    if (key !== "cache_control") return sum + (key === "input" || key === "input_schema" ? 0 : marksIn(each));
    if (!isRecord(each) || each.type !== "ephemeral") {
      throw invalid("cache_control.type: Input should be 'ephemeral'");
    }
    checkKeys(each, ["type", "ttl"], "cache_control");
    return sum + 1;
  }, 0);
}

function readChoice(choice: unknown, tools: readonly string[]): { choice: Choice; parallel: boolean } {
  if (choice === undefined) return { choice: { kind: tools.length > 0 ? "auto" : "none" }, parallel: true };
  if (!isRecord(choice)) {
    throw invalid("tool_choice: Input should be a valid dictionary or object to extract fields from");
  }
  if (tools.length === 0) throw invalid("tool_choice may only be specified while providing tools.");
  const { type, name, disable_parallel_tool_use: single } = choice;
  if (type !== "auto" && type !== "any" && type !== "tool" && type !== "none") {
    const tags = "'any', 'auto', 'none', 'tool'";
    throw invalid(
      `tool_choice: Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags}`,
    );
  }
  const own = type === "tool" ? ["name"] : [];
  const flags = type === "none" ? [] : ["disable_parallel_tool_use"];
  checkKeys(choice, ["type", ...own, ...flags], `tool_choice.${type}`);
  if (type === "tool" && !tools.includes(stringAt(name, "tool_choice.tool.name"))) {
    throw invalid(`tool_choice.tool.name: Tool '${name}' not found in provided tools`);
  }
  const parallel = single !== true;
  switch (type) {
    case "auto":
    case "none":
      return { choice: { kind: type }, parallel };
    case "any":
      return { choice: { kind: "required" }, parallel };
    case "tool":
      return { choice: { kind: "named", name: String(name) }, parallel };
  }
}

function checkThinking(thinking: unknown, most: number): void {
  if (thinking === undefined) return;
  if (!isRecord(thinking)) throw notOf("thinking", "dictionary");
  const { type, budget_tokens: budget } = thinking;
  const path = `thinking.${type}`;
  switch (type) {
    case "adaptive":
      return checkKeys(thinking, ["type", "display"], path);
    case "disabled":
    case "between_tools":
      return checkKeys(thinking, ["type"], path);
    case "enabled":
      checkKeys(thinking, ["type", "budget_tokens", "display"], path);
      if (typeof budget !== "number") throw missing(`${path}.budget_tokens`);
      if (budget < 1024) {
        throw invalid(`${path}.budget_tokens: Input should be greater than or equal to 1024`);
      }
      if (budget >= most) {
        const where =
          "https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size";
        throw invalid(
          `\`max_tokens\` must be greater than \`thinking.budget_tokens\`. Please consult our documentation at ${where}`,
        );
      }
      return;
    default:
      throw invalid(
        `thinking: Input tag '${type}' found using 'type' does not match any of the expected tags`,
      );
  }
}

// A case from a real thread: what the user said, what each tool returned, and which calls were made.

import { isJsonObject, type Json, parseUntrustedJson } from "../../core/json.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import { SEARCH_TOOLS } from "../../core/tool/tool_selection.ts";
import type { ToolErrorKind } from "../../core/tool/tool_error.ts";
import type { EntryView } from "../../core/contract/entries.ts";
import { type EvaluationData, evaluationDataSchema } from "../data/evaluation.ts";
import { EVALUATION_SCHEMA, parseData } from "../data/schema.ts";
import type { StubSource } from "../data/stub.ts";
import { createRedactor, type Redactor } from "./redact.ts";

/** How a thread is recorded. */
export interface RecordOptions {
  /** By default {@link createRedactor}; the identity for a case as it was. */
  readonly redact?: Redactor | undefined;
  /** Stubs fit any arguments, and not only those that were recorded. */
  readonly anyArguments?: boolean | undefined;
}

type ToolView = Extract<EntryView, { type: "tool" }>;

/** Failures that come again by themselves: the executor finds them before a stub is called. */
const FOUND_BEFORE: ReadonlySet<ToolErrorKind> = new Set(["invalid_arguments", "unknown_tool"]);

/**
 * The evaluation with the one case of a thread. Its stubs return what the tools returned, in their order; its gate is that the same
 * tools are called in the same order, its score that no others are. What a person denied is denied again.
 *
 * @throws {AgentError} invalid_request - the thread has no input
 */
export function recordThread(
  { id, agent }: { readonly id: string; readonly agent: string },
  entries: readonly EntryView[],
  { redact = createRedactor(), anyArguments = false }: RecordOptions = {},
): EvaluationData {
  const ends = new Map(entries.flatMap((entry) => entry.type === "tool" ? [[entry.callId, entry]] : []));
  const calls = entries.flatMap((entry) =>
    entry.type === "assistant" ? entry.blocks.filter((block) => block.type === "call") : []
  );
  const inputs = entries.flatMap((entry) =>
    entry.type === "user" && entry.resultOf === undefined ? [entry.text] : []
  );
  const stubs = new Map<string, { readonly stub: StubSource; readonly outcomes: StubSource["outcomes"] }>();
  for (const { id, name, args } of calls) {
    const end = ends.get(id);
    const outcome = end && !isSearch(end) && toStubOutcome(end, redact);
    if (!outcome) continue;
    const given = parseUntrustedJson(args);
    const when = anyArguments || !isJsonObject(given) ? undefined : { const: redact(given) };
    const key = canonicalJson([name, when ?? null]);
    const kept = stubs.get(key);
    if (kept !== undefined) kept.outcomes.push(outcome);
    else {
      const outcomes = [outcome];
      stubs.set(key, { outcomes, stub: { tool: name, when, outcomes } });
    }
  }
  const made = calls.filter(({ id }) => ends.get(id)?.outcome !== "skipped").map(({ name }) => ({ name }));
  const decided = [...ends.values()].flatMap(({ approval }) => approval?.decisions ?? []);
  const isDenied = decided.length > 0 && decided.every(({ approved }) => !approved);
  const name = redact(id);
  const data = {
    schema: EVALUATION_SCHEMA,
    kind: "agent",
    name: `recorded ${name}`,
    agent,
    cases: [{
      id: name,
      input: inputs.map((input) => redact(input)),
      stubs: [...stubs.values()].map(({ stub }) => stub),
      gates: [{ type: "trajectory", match: "in_order", calls: made }],
      scores: [{ type: "trajectory", match: "exact", calls: made }],
      approvals: isDenied ? "deny" : undefined,
    }],
  };
  return parseData(evaluationDataSchema, data, `Thread ${id}`);
}

/** A search of the catalogue runs in an evaluation as well, and has no stub. A tool of the agent with its name finds no tools. */
function isSearch({ name, output }: ToolView): boolean {
  return name === SEARCH_TOOLS && isJsonObject(output) && Array.isArray(output.tools);
}

/** What the tool returned or threw; undefined where it did not run. */
function toStubOutcome(
  { outcome, output, error }: ToolView,
  redact: Redactor,
): StubSource["outcomes"][number] | undefined {
  if (outcome === "completed") return { output: redact<Json>(output) };
  const hasFailed = outcome === "failed" || outcome === "unknown";
  if (!hasFailed || error === undefined || FOUND_BEFORE.has(error.kind)) return undefined;
  const { kind, message, hint, retryAfterMs } = error;
  return {
    error: {
      kind: isThrown(kind) ? kind : "failed",
      message: redact(message),
      hint: hint === undefined ? undefined : redact(hint),
      retryAfterMs: retryAfterMs === undefined ? undefined : Math.round(retryAfterMs),
    },
  };
}

function isThrown(
  kind: ToolErrorKind,
): kind is "retryable" | "context_required" | "rate_limited" | "fatal" | "failed" {
  return ["retryable", "context_required", "rate_limited", "fatal", "failed"].includes(kind);
}

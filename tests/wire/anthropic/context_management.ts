// Context editing as the API documents it (platform.claude.com build-with-claude/context-editing, 2026-11): old results of tools are left
// out on the server, and the answer says how many. What the client sends stays the same.
import { isRecord } from "../openai/reply.ts";
import { checkKeys, invalid, notOf } from "./refusals.ts";

const BETA = "context-management-2025-06-27";
const EDIT = "clear_tool_uses_20250919";

interface Edit {
  readonly trigger: number;
  readonly keep: number;
  readonly atLeast: number;
  readonly except: readonly unknown[];
}

/** What the request asks for; undefined for nothing. Refuses what the API refuses. */
export function readEdit({ context_management: config }: Record<string, unknown>): Edit | undefined {
  if (config === undefined) return undefined;
  if (!isRecord(config)) throw notOf("context_management", "dictionary");
  checkKeys(config, ["edits"], "context_management");
  const [edit, ...more] = Array.isArray(config.edits) ? config.edits : [];
  if (!isRecord(edit) || edit.type !== EDIT || more.length > 0) {
    throw invalid(`context_management.edits.0: Input should be '${EDIT}'`);
  }
  const known = ["type", "trigger", "keep", "clear_at_least", "exclude_tools", "clear_tool_inputs"];
  checkKeys(edit, known, "context_management.edits.0");
  return {
    trigger: valueOf(edit.trigger, "input_tokens") ?? 100_000,
    keep: valueOf(edit.keep, "tool_uses") ?? 3,
    atLeast: valueOf(edit.clear_at_least, "input_tokens") ?? 0,
    except: Array.isArray(edit.exclude_tools) ? edit.exclude_tools : [],
  };
}

/** The beta goes with the field. */
export function checkEditingBeta(body: Record<string, unknown>, headers: Headers): void {
  if (body.context_management === undefined) return;
  if (headers.get("anthropic-beta")?.split(",").includes(BETA)) return;
  throw invalid("context_management: Extra inputs are not permitted");
}

/** The `context_management` of the answer; undefined for a request without edits. */
export function appliedTo(
  body: Record<string, unknown>,
): { readonly applied_edits: readonly object[] } | undefined {
  const edit = readEdit(body);
  if (edit === undefined) return undefined;
  const messages: unknown[] = Array.isArray(body.messages) ? body.messages : [];
  const blocks = messages.filter(isRecord)
    .flatMap(({ content }) => Array.isArray(content) ? content.filter(isRecord) : []);
  const excepted = new Set(
    blocks.filter(({ type, name }) => type === "tool_use" && edit.except.includes(name)).map(({ id }) => id),
  );
  const results = blocks.filter(({ type, tool_use_id: id }) => type === "tool_result" && !excepted.has(id));
  const cleared = results.slice(0, Math.max(0, results.length - edit.keep));
  const tokens = tokensIn(cleared);
  if (tokensIn(body) <= edit.trigger || cleared.length === 0 || tokens < edit.atLeast) {
    return { applied_edits: [] };
  }
  return { applied_edits: [{ type: EDIT, cleared_tool_uses: cleared.length, cleared_input_tokens: tokens }] };
}

function tokensIn(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

function valueOf(value: unknown, type: string): number | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value) || value.type !== type || typeof value.value !== "number" || value.value < 1) {
    throw invalid(`context_management.edits.0: Input should be a valid ${type}`);
  }
  return value.value;
}

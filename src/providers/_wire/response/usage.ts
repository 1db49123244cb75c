// The usage of an answer that ended before its usage came, or from a server that reports none.

import { estimateUsage } from "../../../kernel/history/estimated_usage.ts";
import type { ModelBlock, ModelRequest, ModelResult } from "../../../core/model/provider.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";

const USAGE_MISSING: Warning = {
  code: "usage_missing",
  message: "The provider reported no usage; it is estimated by size.",
};

/**
 * The result with a usage that budgets can count, and a warning when it is an estimate.
 *
 * | reported | answer | usage |
 * |---|---|---|
 * | 0 in, 0 out | any | both estimated |
 * | 20 in, 0 out | has text, reasoning or a call | 20 in, out estimated |
 * | 20 in, 0 out | empty | as reported |
 * | 0 in, 9 out | any | as reported: Ollama counts no prompt that its cache held |
 */
export function withUsage(
  result: ModelResult,
  request: ModelRequest,
): { readonly result: ModelResult; readonly warnings: readonly Warning[] } {
  const { usage, blocks } = result;
  const answered = blocks.map(toText).join("");
  const isComplete = usage.outputTokens > 0 || (usage.inputTokens > 0 && answered === "");
  if (isComplete) return { result, warnings: [] };
  const { inputTokens, outputTokens, estimated } = estimateUsage(request, answered);
  return {
    result: {
      ...result,
      usage: { ...usage, inputTokens: usage.inputTokens || inputTokens, outputTokens, estimated },
    },
    warnings: [USAGE_MISSING],
  };
}

function toText(block: ModelBlock): string {
  return block.type === "call" ? block.name + block.args : block.text;
}

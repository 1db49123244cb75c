// Checks of how an agent's history is compacted and its outputs are shortened, across the parts of a definition.

import type { Limits } from "../../core/agent.ts";
import type { Compaction } from "../../core/history/compaction.ts";
import { READ_OUTPUT, type Tool } from "../../core/tool.ts";
import type { Finding } from "../_invalid.ts";

/** The parts of a definition that decide, defaults included. */
export interface HistoryParts {
  readonly compaction: Compaction | undefined;
  readonly limits: Pick<Limits, "historyEntries" | "historyTokens" | "outputChars">;
  readonly tools: readonly Pick<Tool, "name" | "promptChars">[];
}

/** Everything that is wrong with them. */
export function historyFindings({ compaction, limits, tools }: HistoryParts): Finding[] {
  return [
    ...compaction === undefined ? [] : compactionFindings(compaction, limits),
    ...readingFindings(limits, tools),
  ];
}

/** True for an agent that has the tool `read_output`: one that shortens outputs, and has tools that may give long ones. */
export function readsOutputs({ limits, tools }: Pick<HistoryParts, "limits" | "tools">): boolean {
  return tools.length > 0 &&
    (limits.outputChars !== undefined || tools.some(({ promptChars }) => promptChars !== undefined));
}

/** The name is that of the tool of ours. */
function readingFindings(limits: HistoryParts["limits"], tools: HistoryParts["tools"]): Finding[] {
  const index = tools.findIndex(({ name }) => name === READ_OUTPUT);
  if (index < 0 || !readsOutputs({ limits, tools })) return [];
  return [{
    pointer: `/tools/${index}/name`,
    detail: `is ${READ_OUTPUT}, which an agent that shortens outputs has of its own`,
    fix: "rename the tool, or leave limits.outputChars and promptChars out.",
  }];
}

/** An entry must be summarised before it leaves the window, and something must be left to summarise. */
function compactionFindings(compaction: Compaction, limits: HistoryParts["limits"]): Finding[] {
  const { afterEntries, afterTokens, keepEntries, keepTokens } = compaction;
  const { historyEntries, historyTokens } = limits;
  if (afterEntries === undefined && afterTokens === undefined) {
    return [{
      pointer: "/compaction/afterEntries",
      detail: "is missing, and afterTokens is too",
      fix: "write one of them, or leave compaction out.",
    }];
  }
  return [
    ...checkKept("Entries", keepEntries, afterEntries),
    ...checkKept("Tokens", keepTokens, afterTokens),
    ...reachFindings("Entries", afterEntries, historyEntries),
    ...reachFindings("Tokens", afterTokens, historyTokens),
    ...makerFindings(compaction),
  ];
}

type Unit = "Entries" | "Tokens";

function checkKept(unit: Unit, keep: number | undefined, after: number | undefined): Finding[] {
  if (keep === undefined || after === undefined || keep < after) return [];
  return [{
    pointer: `/compaction/keep${unit}`,
    detail: "keeps as much as there is",
    fix: `write a number below after${unit}, ${after}.`,
  }];
}

function reachFindings(unit: Unit, after: number | undefined, limit: number | undefined): Finding[] {
  if (after === undefined || limit === undefined || after < limit) return [];
  return [{
    pointer: `/compaction/after${unit}`,
    detail: `is not reached in a window of ${limit} ${unit.toLowerCase()}`,
    fix: `write a number below ${limit}, or raise limits.history${unit}.`,
  }];
}

const OF_MODELS = ["model", "summarize", "keepEntries", "keepTokens"] as const;

/** An API that summarises takes the whole of the last request, and is the one that was asked last. */
function providerFindings(compaction: Compaction): Finding[] {
  return OF_MODELS.filter((part) => compaction[part] !== undefined).map((part) => ({
    pointer: `/compaction/${part}`,
    detail: "is there, but by says that the provider makes the summary, of all but the newest answer",
    fix: "keep one of the two.",
  }));
}

function makerFindings(compaction: Compaction): Finding[] {
  const { model, instructions, summarize, by } = compaction;
  if (by === "provider") return providerFindings(compaction);
  if (summarize === undefined || model === undefined && instructions === undefined) return [];
  const part = model === undefined ? "instructions" : "model";
  return [{
    pointer: `/compaction/${part}`,
    detail: "is for a model, but the function summarize makes the summary",
    fix: "keep one of the two.",
  }];
}

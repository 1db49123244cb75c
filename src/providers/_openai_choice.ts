// A tool choice for OpenAI and its imitators: which tools are sent, which choice the wire names, and how it is held.

import { AgentError, unreachable } from "../core/error.ts";
import type { ChoiceRequest } from "../core/provider.ts";
import type { ToolSpec } from "../core/tool.ts";
import type { Enforcement, ToolChoice, Warning } from "../core/tool_choice.ts";

export interface ToolPlan {
  readonly tools: readonly ToolSpec[];
  /** What the wire says; undefined leaves the field out (no tools: any choice would be a 400). */
  readonly choice: ToolChoice | undefined;
  /** The value of `parallel_tool_calls`; undefined leaves it out. */
  readonly parallel: boolean | undefined;
  readonly enforcement: Enforcement;
  readonly because: string;
  readonly warnings: readonly Warning[];
}

/** What the server at hand can do about tool choices. */
export interface ChoiceSupport {
  /** Knows `allowed_tools`: OpenAI itself does, compatible servers do not. */
  readonly allowedTools: boolean;
  readonly parallelFlag: boolean;
}

/** Throws `tool_unknown` for a choice that names a tool which is not there. */
export function planTools(request: ChoiceRequest, support: ChoiceSupport): ToolPlan {
  const { choice, tools } = request;
  const warnings: Warning[] = [];
  if (tools.length === 0) {
    return {
      tools,
      choice: undefined,
      parallel: undefined,
      enforcement: "none",
      because: "there are no tools",
      warnings,
    };
  }
  if (request.parallel === false && !support.parallelFlag) {
    const message = `Model ${request.model} has no flag against parallel calls; surplus calls are skipped.`;
    warnings.push({ code: "parallel_unsupported", message });
  }
  const native: ToolPlan = {
    tools,
    choice,
    parallel: support.parallelFlag ? request.parallel : undefined,
    enforcement: "native",
    because: "the API has this choice",
    warnings,
  };
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return native;
    case "tool":
      checkOffered(choice.name, tools);
      return native;
    case "allowed":
      for (const name of choice.names) checkOffered(name, tools);
      if (support.allowedTools) return native;
      return {
        tools: tools.filter((tool) => choice.names.includes(tool.name)),
        choice: { type: choice.mode },
        parallel: native.parallel,
        enforcement: "filtered",
        because: "compatible servers have no allowed_tools, so only the allowed tools are sent",
        warnings,
      };
    default:
      return unreachable(choice);
  }
}

function checkOffered(name: string, tools: readonly ToolSpec[]): void {
  if (tools.some((tool) => tool.name === name)) return;
  const offered = tools.map((tool) => tool.name).join(", ");
  throw new AgentError("tool_unknown", `The tool choice names ${name}; the tools are ${offered}.`, {
    details: { tool: name },
  });
}

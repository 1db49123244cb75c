// Why a tool that was made while the deployment runs is none.

import { toolFindings } from "./_tool_check.ts";

/** The first thing that is wrong with a tool; undefined for one in order. */
export function whyNoTool(tool: unknown): string | undefined {
  const [first] = toolFindings(tool);
  return first && `${first.pointer} ${first.detail}`.trim();
}

// Versions of tools as a request brings them, checked one by one.

import { readToolVersion } from "../../../agents/tool_version/check.ts";
import { listVariables, type ToolVersion } from "../../../agents/tool_version/tool_version.ts";
import { AgentError, type Problem } from "../../../core/error.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { Sha256 } from "../../../core/ports.ts";
import { limitProblems } from "../../../http/problems.ts";

/**
 * Reads the tools of a request.
 *
 * @param variables The environment variables that tools of catalogues may name: who publishes a tool says where they are sent.
 * @throws {AgentError} invalid_request - with a pointer and what to write for each wrong place, at most 20
 */
export async function readTools(
  tools: readonly JsonObject[],
  variables: readonly string[],
  sha256: Sha256,
): Promise<readonly ToolVersion[]> {
  const read = await Promise.all(tools.map((tool) => readToolVersion(tool, sha256)));
  const problems = read.flatMap((each, index): Problem[] => {
    const findings = each.ok ? variableFindings(each.tool, variables) : each.findings;
    return findings.map(({ pointer, detail, fix }) => ({
      pointer: `/tools/${index}${pointer}`,
      detail: `${detail}; ${fix}`,
    }));
  });
  if (problems.length === 0) return read.flatMap((each) => each.ok ? [each.tool] : []);
  const { first, more } = limitProblems(problems);
  const places = first.map(({ pointer, detail }) => `${pointer} ${detail}`).join(" ");
  throw new AgentError("invalid_request", `The tools are wrong: ${places}${more}`, { problems: first });
}

function variableFindings(tool: ToolVersion, variables: readonly string[]) {
  return listVariables(tool).filter((name) => !variables.includes(name)).map((name) => ({
    pointer: "/source",
    detail: `names the variable ${name}, which tools of catalogues may not read`,
    fix: `remove it, or deploy with catalogues({ variables: ["${name}"] }).`,
  }));
}

// The checks across the models of an agent.

import type { AgentModels } from "../core/agent.ts";
import type { Finding } from "./_invalid.ts";

/** What is wrong between the models that a definition names. */
export function modelFindings({ model, models, fallbackModel }: Partial<AgentModels>): Finding[] {
  const findings: Finding[] = [];
  if (model !== undefined && model === fallbackModel) {
    const detail = "is the agent's own model, which has failed by then";
    findings.push({ pointer: "/fallbackModel", detail, fix: "name another, or leave it out." });
  }
  if (models !== undefined && model === undefined) {
    const detail = "goes with model, which answers requests that name none";
    findings.push({ pointer: "/models", detail, fix: "add model, or leave it out." });
  }
  return findings;
}

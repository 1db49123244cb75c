// The checks across the models of an agent.

import type { AgentDefinition } from "./define_agent.ts";
import type { Finding } from "./_invalid.ts";

/** What is wrong between the models that a definition names. */
export function modelFindings(definition: AgentDefinition): Finding[] {
  return [...fallbackFindings(definition), ...modelsFindings(definition)];
}

function fallbackFindings({ model, fallbackModel }: AgentDefinition): Finding[] {
  if (model === undefined || model !== fallbackModel) return [];
  const detail = "is the agent's own model, which has failed by then";
  return [{ pointer: "/fallbackModel", detail, fix: "name another, or leave it out." }];
}

function modelsFindings({ model, models }: AgentDefinition): Finding[] {
  if (models === undefined || model !== undefined) return [];
  const detail = "goes with model, which answers requests that name none";
  return [{ pointer: "/models", detail, fix: "add model, or leave it out." }];
}

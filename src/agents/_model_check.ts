// The checks across the models of an agent.

import type { Finding } from "./_invalid.ts";

/** The models that a definition names. */
export interface ModelNames {
  readonly model?: string;
  readonly models?: readonly string[];
  readonly fallbackModel?: string;
}

/** What is wrong between the models that a definition names. */
export function modelFindings(definition: ModelNames): Finding[] {
  return [...fallbackFindings(definition), ...modelsFindings(definition)];
}

function fallbackFindings({ model, fallbackModel }: ModelNames): Finding[] {
  if (model === undefined || model !== fallbackModel) return [];
  const detail = "is the agent's own model, which has failed by then";
  return [{ pointer: "/fallbackModel", detail, fix: "name another, or leave it out." }];
}

function modelsFindings({ model, models }: ModelNames): Finding[] {
  if (models === undefined || model !== undefined) return [];
  const detail = "goes with model, which answers requests that name none";
  return [{ pointer: "/models", detail, fix: "add model, or leave it out." }];
}

// From a place in an agent to the place in its file, for problems that are found in the complete agent.

import type { AgentSource } from "../agent_source.ts";
import { CONFIG, toSnake } from "./file_schema.ts";
import { type Path, pathText, type Position, YamlText } from "./text.ts";

/** A place in a file. */
export interface YamlPlace extends Position {
  /** `spec.planner.config.tool_descriptions[1].name` */
  readonly path: string;
}

/** The place in a file of a JSON Pointer into its AgentSource; for a missing part, the place of its nearest parent. */
export function locateInYaml(text: string, pointer: string): YamlPlace {
  const path = yamlPath(pointer.split("/").slice(1));
  return { ...new YamlText(text).positionOf(path), path: pathText(path) };
}

const GATEWAYS: Path = ["resources", "inference_gateways"];

const PLACES: Readonly<Record<string, Path>> = {
  name: ["metadata", "name"],
  description: ["metadata", "description"],
  model: GATEWAYS,
  models: GATEWAYS,
  fallbackModel: GATEWAYS,
  capabilities: GATEWAYS,
  settings: GATEWAYS,
  gatewayToolChoice: GATEWAYS,
  examples: ["metadata", "examples"],
  instructions: ["spec", "instructions"],
  tools: [...CONFIG, "tool_descriptions"],
  toolChoice: [...CONFIG, "tool_choice"],
  policy: [...CONFIG, "policy"],
  onUnsupported: [...CONFIG, "on_unsupported"],
  hold: [...CONFIG, "hold"],
  onViolation: [...CONFIG, "on_violation"],
  tokenEfficient: [...CONFIG, "token_efficient"],
  execution: [...CONFIG, "execution"],
  driver: ["spec", "planner", "type"],
  historyForm: [...CONFIG, "history_form"],
  output: ["spec", "output"],
  maxRetries: [...CONFIG, "max_retries"],
  finalViaInference: [...CONFIG, "final_via_inference"],
  plan: ["spec", "plan"],
  orchestrate: ["spec", "orchestrate"],
  limits: ["spec", "limits"],
  price: ["spec", "price"],
  compaction: ["spec", "compaction"],
  clearToolResults: ["spec", "clear_tool_results"],
  reminder: ["spec", "reminder"],
  throwOnToolFailure: ["spec", "throw_on_tool_failure"],
  stopOnToolBlock: ["spec", "stop_on_tool_block"],
  onContextRequired: ["spec", "on_context_required"],
  plugins: ["spec", "plugins"],
  webhooks: ["spec", "webhooks"],
  schedules: ["spec", "schedules"],
  approvalTtlMs: ["spec", "approval_ttl_ms"],
  toolSources: ["spec", "mcp"],
  selection: ["spec", "selection"],
} satisfies Record<keyof AgentSource, Path>;

/** Parts whose own keys a file has in snake case. */
const SNAKE_CASE: ReadonlySet<string> = new Set([
  "limits",
  "price",
  "compaction",
  "clearToolResults",
  "reminder",
]);

/** True for the parts of a tool or a template whose names a file writes in another way. */
function isRenamedPart(part: string | number | undefined): boolean {
  return part === "needsApproval" || part === "approvalTtlMs" || part === "promptChars" ||
    part === "toolChoice";
}

function yamlPath([first = "", ...rest]: readonly string[]): Path {
  if (first === "limits" && rest[0] === "parallelCalls") return [...CONFIG, "max_parallel_tool_calls"];
  const place = Object.hasOwn(PLACES, first) ? PLACES[first] ?? [] : [];
  if (place === GATEWAYS) return place;
  const steps = rest.map((step) => /^\d+$/.test(step) ? Number(step) : step);
  return [
    ...place,
    ...SNAKE_CASE.has(first) || isRenamedPart(steps[1])
      ? steps.map((step) => typeof step === "number" ? step : toSnake(step))
      : steps,
  ];
}

// The workers of an orchestrator in YAML.

import { type OrchestrateDefinition, orchestrateFindings } from "../orchestrate/definition.ts";
import { omitUndefined } from "../_keys.ts";
import type { AgentFile } from "./file_schema.ts";
import { type Reading, reportFindings } from "./report.ts";

/** What the file directs; problems are reported. That the workers exist is checked when a deployment is built. */
export function readOrchestrate(
  { spec: { orchestrate } }: AgentFile,
  reading: Reading,
): OrchestrateDefinition | undefined {
  if (orchestrate === undefined) return undefined;
  const { workers, parallel, depth, phases } = orchestrate;
  const read = Object.entries(workers).map(([name, worker]) => {
    const { agent, description, limits, tool_choice: toolChoice } = worker;
    const set = limits && omitUndefined({
      steps: limits.steps,
      tokens: limits.tokens,
      calls: limits.calls,
      usd: limits.usd,
      wallMs: limits.wall_ms,
      stepsPerRun: limits.steps_per_run,
    });
    return [name, omitUndefined({ agent, description, limits: set, toolChoice })] as const;
  });
  const definition: OrchestrateDefinition = omitUndefined({
    workers: Object.fromEntries(read),
    parallel,
    depth,
    phases,
  });
  const findings = orchestrateFindings(definition).map((finding) => ({
    ...finding,
    pointer: finding.pointer.replace(/\/toolChoice(?=\/|$)/, "/tool_choice"),
  }));
  reportFindings(["spec", "orchestrate"], findings, reading);
  return findings.length === 0 ? definition : undefined;
}

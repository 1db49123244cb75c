// The schedules of an agent in YAML.

import type { Schedule } from "../../core/schedule/schedule.ts";
import type { CallableTools } from "../../core/tool/callable_tools.ts";
import { scheduleFindings } from "../schedules/check.ts";
import { omitUndefined } from "../_keys.ts";
import type { AgentFile } from "./file_schema.ts";
import { type Reading, reportFindings } from "./report.ts";

/** The schedules of the file; problems are reported. Their expressions and time zones are checked when a deployment is built. */
export function readSchedules(
  { spec: { schedules } }: AgentFile,
  agent: CallableTools,
  reading: Reading,
): readonly Schedule[] | undefined {
  if (schedules === undefined) return undefined;
  const read = schedules.map(({ tool_choice: toolChoice, ...schedule }): Schedule =>
    omitUndefined({ ...schedule, toolChoice })
  );
  const findings = scheduleFindings(read, agent).map((finding) => ({
    ...finding,
    pointer: finding.pointer.replace(/\/toolChoice$/, "/tool_choice"),
  }));
  reportFindings(["spec", "schedules"], findings, reading);
  return findings.length === 0 ? read : undefined;
}

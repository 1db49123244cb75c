// The schedules of a deployment's agents, checked when the door is opened.

import { scheduleFindings } from "../../agents/schedules/check.ts";
import { runChoice } from "../../agents/webhooks/run_choice.ts";
import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { Schedule } from "../../core/schedule/schedule.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { readTimetable, type Timetable } from "./timetable.ts";

/** A schedule of a deployment. */
export interface OpenSchedule {
  readonly agent: string;
  readonly tenant: string;
  readonly schedule: Schedule;
  readonly timetable: Timetable;
  readonly toolChoice: ToolChoice | undefined;
}

/**
 * The schedules of all agents.
 *
 * @param tenant The only tenant of the deployment; undefined where there may be several.
 * @throws {AgentError} agent_invalid - a schedule is wrong; the agent and the schedule are named
 * @throws {AgentError} config_invalid - it is not clear whose threads a schedule makes
 */
export function openSchedules(
  agents: Iterable<Agent>,
  { tenant, now }: { readonly tenant: string | undefined; readonly now: number },
): readonly OpenSchedule[] {
  return Array.from(agents).flatMap((agent) => {
    const { schedules = [] } = agent;
    const problems = scheduleFindings(agent.schedules, agent).map(({ pointer, detail, fix }) =>
      `/schedules${pointer} ${detail}; ${fix}`
    );
    if (problems.length > 0) {
      throw new AgentError(
        "agent_invalid",
        `Agent ${JSON.stringify(agent.name)} is wrong: ${problems.join(" ")}`,
      );
    }
    return schedules.map((schedule) =>
      open(agent.name, schedule, { tenant: schedule.tenant ?? tenant, now })
    );
  });
}

function open(
  agent: string,
  schedule: Schedule,
  { tenant, now }: { readonly tenant: string | undefined; readonly now: number },
): OpenSchedule {
  const named = `Schedule ${JSON.stringify(schedule.name)} of agent ${JSON.stringify(agent)}`;
  const read = readTimetable(schedule, now);
  if (!read.ok) throw new AgentError("agent_invalid", `${named} has a wrong ${read.part}: ${read.detail}.`);
  if (tenant === undefined) {
    const fix = "give it a tenant, since the deployment may have several.";
    throw new AgentError("config_invalid", `${named} does not say whose threads it makes: ${fix}`);
  }
  return { agent, tenant, schedule, timetable: read.timetable, toolChoice: runChoice(schedule.toolChoice) };
}

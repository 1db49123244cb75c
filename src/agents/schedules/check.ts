// What is wrong with the schedules of an agent, but for their expressions and time zones, which the door `schedules()` reads.

import * as z from "zod/mini";
import type { Schedule } from "../../core/schedule/schedule.ts";
import { listFindings } from "../_checked.ts";
import { type Finding, within } from "../_invalid.ts";
import type { CallableTools } from "../../core/tool/callable_tools.ts";
import { runChoiceFindings } from "../webhooks/run_choice.ts";
import { scheduleSchema } from "./schema.ts";

/** Most schedules of an agent. */
const MOST_SCHEDULES = 64;

const listSchema = z.array(scheduleSchema).check(z.minLength(1), z.maxLength(MOST_SCHEDULES));

/** A time with its offset: without one its meaning would depend on the machine. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

const FIELDS = /^\s*\S+(?:\s+\S+){4,5}\s*$/;

/** Everything that is wrong with schedules, given what their agent has tools from; empty when the door can read them. */
export function scheduleFindings(
  schedules: readonly Schedule[] | undefined,
  agent: CallableTools,
): Finding[] {
  if (schedules === undefined) return [];
  const shape = listFindings(listSchema, schedules);
  if (shape.length > 0) return shape;
  const names = schedules.map(({ name }) => name);
  return schedules.flatMap((schedule, index) =>
    within(`/${index}`, [
      ...(names.indexOf(schedule.name) === index ? [] : [taken(schedule.name)]),
      ...timingFindings(schedule),
      ...runChoiceFindings(schedule.toolChoice, agent),
    ])
  );
}

function taken(name: string): Finding {
  const detail = `${JSON.stringify(name)} is taken by an earlier schedule`;
  return { pointer: "/name", detail, fix: "rename one of them." };
}

/** Date.parse takes the 30th of February for a day in March. */
function isTime(text: string): boolean {
  const day = text.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (!ISO_TIME.test(text) || Number.isNaN(Date.parse(text)) || Number.isNaN(midnight)) return false;
  return new Date(midnight).toISOString().startsWith(day);
}

function timingFindings({ cron, at, timezone }: Schedule): Finding[] {
  if ((cron === undefined) === (at === undefined)) {
    const detail = cron === undefined ? "has no time" : "has both cron and at";
    return [{
      pointer: "",
      detail,
      fix: 'write cron, such as "0 3 * * *", or at, such as "2026-12-01T09:00:00Z".',
    }];
  }
  if (cron !== undefined) {
    if (FIELDS.test(cron)) return [];
    const detail = `${JSON.stringify(cron)} has not five or six fields`;
    return [{
      pointer: "/cron",
      detail,
      fix: 'write minute, hour, day, month and weekday, such as "0 3 * * *".',
    }];
  }
  const found: Finding[] = [];
  if (at !== undefined && !isTime(at)) {
    const detail = `${JSON.stringify(at)} is no time with an offset`;
    found.push({ pointer: "/at", detail, fix: 'write one such as "2026-12-01T09:00:00Z".' });
  }
  if (timezone !== undefined) {
    const detail = "goes with cron; at has its offset";
    found.push({ pointer: "/timezone", detail, fix: "leave it out." });
  }
  return found;
}

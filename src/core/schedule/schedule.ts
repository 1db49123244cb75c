// Schedules: the times of unattended runs of an agent, and their inputs. Plain data of the agent; the plugin `schedules()` reads
// it.

import type { Json, JsonObject } from "../json.ts";
import type { ToolChoice } from "../tool_choice.ts";

/** Which threads the runs of a schedule have. `new`: one for each run. `kept`: one for all runs. */
export const SCHEDULE_THREADS = ["new", "kept"] as const;

/** What becomes of runs whose time passed while the deployment was down. `once`: one run for all of them. `never`: none. */
export const MISSED_RUNS = ["once", "never"] as const;

/** One schedule of an agent. It has either `cron` or `at`. */
export interface Schedule {
  /** Unique within the agent. */
  readonly name: string;
  /**
   * Five or six fields, as cron has them: minute, hour, day of the month, month, day of the week; a sixth field before them is the
   * second. The cron pump runs once a minute, so a schedule runs once a minute at most.
   */
  readonly cron?: string;
  /** A time in ISO 8601 with its offset, such as `2026-12-01T09:00:00Z`: the schedule runs once. */
  readonly at?: string;
  /** Of `cron`, such as `Europe/Berlin`; UTC by default. */
  readonly timezone?: string;
  /** What the agent reads. */
  readonly input: string;
  /** `new` by default. */
  readonly thread?: typeof SCHEDULE_THREADS[number];
  /** `once` by default. */
  readonly missed?: typeof MISSED_RUNS[number];
  /** The tool choice of each run, in any spelling. */
  readonly toolChoice?: ToolChoice | Json;
  /** Of the threads that it makes. */
  readonly metadata?: JsonObject;
  /** Whose threads it makes; the only tenant of the deployment by default. */
  readonly tenant?: string;
}

// The threads of schedules.

import type { Sha256 } from "../../core/ports.ts";
import { THREAD_ID } from "../../core/text/id.ts";
import type { OpenSchedule } from "./open_schedules.ts";

/** Characters of a digest in an id: 132 bits. */
const DIGEST = 22;

/**
 * The thread of a run: `sch:<agent>:<schedule>`, and `:<run>` where each run has a thread of its own. Names that are too long for
 * an id have their digest in it.
 */
export async function toThreadId(
  { agent, schedule: { name, thread } }: Pick<OpenSchedule, "agent" | "schedule">,
  run: string,
  { sha256 }: { readonly sha256: Sha256 },
): Promise<string> {
  const rest = thread === "kept" ? "" : `:${run}`;
  const id = `sch:${agent}:${name}${rest}`;
  return THREAD_ID.test(id) ? id : `sch:${(await sha256(`${agent}:${name}`)).slice(0, DIGEST)}${rest}`;
}

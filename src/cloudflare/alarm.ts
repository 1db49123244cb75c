// The alarm of a store: a request of its object, by which the Worker runs what is due.

import { ALARM_HEADER, ALARM_URL } from "../core/store/alarm.ts";
import type { Defer } from "../core/ports.ts";
import type { AppDeps } from "../deps/create_deps.ts";
import { REPAIR_MS } from "../kernel/due_times.ts";

/** True for a request that an alarm has sent, or that pretends so. */
export function isAlarm({ url, headers }: Request): boolean {
  return url === ALARM_URL && headers.has(ALARM_HEADER);
}

/**
 * Runs what the alarm hands over, and responds when all of it has come to its end: until then the invocation goes on, and for a while when the
 * object ends before. 403 for a token that the object has not given, 410 where threads are in a store without alarms.
 */
export async function answerAlarm(
  request: Request,
  { store, wakes, clock }: AppDeps,
  defer: Defer,
): Promise<Response> {
  if (store.claimAlarm === undefined) return new Response(null, { status: 410 });
  const token = request.headers.get(ALARM_HEADER) ?? "";
  const claimed = await store.claimAlarm(await request.text(), token, clock() + REPAIR_MS);
  if (claimed === undefined) return new Response(null, { status: 403 });
  const going: Promise<unknown>[] = [];
  const keep = (work: Promise<unknown>) => {
    defer(work);
    going.push(work.catch(() => {})); // what fails has logged why
  };
  await wakes.pump({ defer: keep }, claimed);
  for (const work of going) await work; // more are added meanwhile
  return new Response(null, { status: 204 });
}

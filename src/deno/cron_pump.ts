// The cron pump of a server process: it repairs lost wake-ups and the runs of processes that have ended. On Deno Deploy, which ends
// processes that serve nothing, the platform starts it; elsewhere a timer of this process does.

import { failureFields } from "../core/error.ts";
import type { Defer, Log } from "../core/ports.ts";
import type { Wakes } from "../core/wake.ts";

/** Milliseconds between two runs of the pump. */
const PUMP_MS = 60_000;

/** What the pump of a process runs with. */
export interface CronPumpOptions {
  readonly wakes: Pick<Wakes, "pump">;
  readonly log: Log;
  /** Keeps what the pump starts from ending with the process. */
  readonly defer: Defer;
  /** True from when on nothing more is to begin. */
  readonly isStopping: () => boolean;
}

/** The part of Deno.cron that is used. It is not there without the platform's, or without `--unstable-cron`. */
type Cron = (name: string, schedule: string, handler: () => Promise<void>) => Promise<void>;

/**
 * Registers the pump with the platform, where it has crons: only while the main module is loaded. False where there is none, and
 * the process runs the pump by itself.
 */
export function registerCron(options: CronPumpOptions, isDeployed: boolean): boolean {
  const cron: unknown = isDeployed ? Reflect.get(Deno, "cron") : undefined;
  if (!isCron(cron)) return false;
  cron("treadle-pump", "* * * * *", () => runToEnd(options))
    .catch((thrown: unknown) => options.log("error", "the cron of the pump ended", failureFields(thrown)));
  return true;
}

/** The platform may end the process when the handler has returned, so it waits for what the pump has woken. */
async function runToEnd(options: CronPumpOptions): Promise<void> {
  const pending = new Set<Promise<unknown>>();
  await runPump({
    ...options,
    defer(promise) {
      const settled: Promise<unknown> = promise.catch(() => {}).finally(() => pending.delete(settled));
      pending.add(settled);
    },
  });
  while (pending.size > 0) await Promise.all(pending);
}

function isCron(value: unknown): value is Cron {
  return typeof value === "function";
}

/** Runs the pump now and every minute. The timer does not keep the process alive. */
export function startPump(options: CronPumpOptions): void {
  options.defer(runPump(options));
  const timer = setInterval(() => {
    if (options.isStopping()) clearInterval(timer);
    else options.defer(runPump(options));
  }, PUMP_MS);
  Deno.unrefTimer(timer);
}

/** A run that fails is logged: the next one does its work. */
export async function runPump({ wakes, log, defer }: CronPumpOptions): Promise<void> {
  try {
    await wakes.pump({ defer });
  } catch (thrown) {
    log("warn", "the cron pump failed; it runs again in a minute", failureFields(thrown));
  }
}

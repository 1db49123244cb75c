/** Waiting for what no event announces, and the cost of a computation: both so that a loaded machine does not change the verdict. */
import { cpuUsage } from "node:process";

/** A test that waits for what never comes fails after this, instead of hanging. No load makes a machine this slow. */
export const LONGEST_WAIT_MS = 120_000;
const INTERVAL_MS = 5;

/**
 * Resolves when the condition holds. `describe` tells what there is instead when it has not come true after two minutes.
 *
 * @throws Error with that description
 */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  describe: () => unknown = () => "the condition",
): Promise<void> {
  const startedAt = performance.now();
  while (!await condition()) {
    if (performance.now() - startedAt > LONGEST_WAIT_MS) {
      throw new Error(`Not within ${LONGEST_WAIT_MS / 1000} s: ${JSON.stringify(describe())}`);
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

/** The longest wait of an action on a page, after which `holds` shows what stands there instead: Playwright's own. */
const LONGEST_SETTLING_MS = 30_000;

/**
 * Tries an assertion about a page again until it holds: what a page shows of an action comes when its requests and its drawing have ended,
 * which is later than the action.
 *
 * @throws what the assertion threw last, after half a minute or `longestMs`
 */
export async function holds(
  assertion: () => Promise<void>,
  longestMs: number = LONGEST_SETTLING_MS,
): Promise<void> {
  const startedAt = performance.now();
  while (true) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() - startedAt > longestMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

/** Whether a request gets an answer, whatever it is: a server that starts has no port yet. */
export async function answers(send: () => Promise<Response>): Promise<boolean> {
  const response = await send().catch(() => undefined);
  await response?.body?.cancel();
  return response !== undefined;
}

/** Milliseconds of CPU that this process used while `run` ran: waiting for a busy core is not among them. */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = cpuUsage();
  await run();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

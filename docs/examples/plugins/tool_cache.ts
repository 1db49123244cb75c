// A cache and retries for tools: the same call of a run gives its output again without the tool, and a call that fails for a while is
// tried again. The cache stands in the state of the run, so that it is there on whatever machine the next step runs.

import { definePlugin, ToolError } from "@treadle/treadle";
import * as z from "zod/mini";

/** Outputs that a run remembers, and characters of the call and the output of one. */
const REMEMBERED = 8;
const CHARACTERS = 200;

/** The state of a plugin has at most 4,096 bytes, and a character at most 4. */
const BYTES = 3_500;

const SEEN = z.object({ seen: z.array(z.tuple([z.string(), z.string()])) });

export interface CachedTool {
  /** Remembers outputs for the run; only for tools whose output does not change meanwhile, is whole at once and has no media. False by default. */
  readonly cache?: boolean;
  /** How often a call is tried again that failed with `retryable` or threw no ToolError; 0 by default. */
  readonly retries?: number;
  /** Milliseconds before the first retry, doubled for each next one; 200 by default. */
  readonly backoffMs?: number;
}

/** Caches and repeats the calls of the named tools. A `once` tool is never called twice, whatever is set. */
export const toolCache = (tools: Readonly<Record<string, CachedTool>>) =>
  definePlugin({
    name: "tool-cache",
    slices: { run: { schema: SEEN, initial: { seen: [] } } },
    compile: () => ({
      async wrapToolCall(call, run, { run: { seen } }) {
        const { cache = false, retries = 0, backoffMs = 200 } = tools[call.name] ?? {};
        const hit = cache ? seen.find(([key]) => key === keyOf(call)) : undefined;
        if (hit !== undefined) return JSON.parse(hit[1]);
        for (let retry = 0;; retry++) {
          try {
            return await run();
          } catch (thrown) {
            const isFinal = thrown instanceof ToolError && thrown.kind !== "retryable";
            if (isFinal || retry >= retries || call.effect === "once" || call.signal.aborted) throw thrown;
            await pause(backoffMs * 2 ** retry, call.signal);
          }
        }
      },
      observed(calls, { run: { seen } }) {
        const more = calls.filter(({ name, outcome, isExpected }) =>
          outcome === "completed" && !isExpected && tools[name]?.cache === true
        ).map((call): [string, string] => [keyOf(call), JSON.stringify(call.output)]);
        const known = new Map([...seen, ...more.filter((pair) => pair.join("").length <= CHARACTERS)]);
        return more.length === 0 ? undefined : { run: { seen: newest([...known]) } };
      },
    }),
  });

function keyOf({ name, args }: { name: string; args: object }): string {
  return JSON.stringify([name, args]);
}

/** The last pairs, as many as the state has room for. */
function newest(pairs: [string, string][]): [string, string][] {
  const kept = pairs.slice(-REMEMBERED);
  while (new TextEncoder().encode(JSON.stringify(kept)).length > BYTES) kept.shift();
  return kept;
}

/** Ends early when the step is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}

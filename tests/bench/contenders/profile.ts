// The CPU profile of this process: which functions the samples met, and on whose account.

import type { Profiler } from "node:inspector/promises";

export interface HotFunction {
  readonly name: string;
  /** File and line of this project or of a package; the line is that of the JavaScript that TypeScript became. */
  readonly place: string;
  readonly microseconds: number;
}

export interface Profile {
  /** What was on top of the stack, hottest first. */
  readonly self: readonly HotFunction[];
  /** The function of this project nearest to the top of the stack, hottest first: what it spends in the runtime is its. */
  readonly account: readonly HotFunction[];
}

/** What the last so many milliseconds of a CPU profile say. */
export function summarize(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  lastMs: number,
): Profile {
  const spent = new Map<number, number>();
  let left = lastMs * 1000;
  for (let index = samples.length - 1; index >= 0 && left > 0; index--) {
    const [id, delta] = [samples[index] ?? -1, timeDeltas[index] ?? 0];
    spent.set(id, (spent.get(id) ?? 0) + delta);
    left -= delta;
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const self = new Map<string, HotFunction>();
  const account = new Map<string, HotFunction>();
  for (const node of nodes) {
    const { id, callFrame } = node;
    const microseconds = spent.get(id) ?? 0;
    if (microseconds === 0 || IDLE.has(callFrame.functionName)) continue;
    add(self, callFrame, microseconds);
    let owner: Profiler.ProfileNode | undefined = node;
    while (owner && !/\/(src|tests)\//.test(owner.callFrame.url)) {
      owner = byId.get(parents.get(owner.id) ?? -1);
    }
    add(account, owner?.callFrame ?? NOBODY, microseconds);
  }
  return { self: hottest(self), account: hottest(account) };
}

/** V8 has `(program)` for the time in which no JavaScript runs, waits included. */
const IDLE: ReadonlySet<string> = new Set(["(idle)", "(program)"]);

const NOBODY = { functionName: "(the runtime)", url: "", lineNumber: -1 };

function add(
  functions: Map<string, HotFunction>,
  { functionName, url, lineNumber }: Pick<
    Profiler.ProfileNode["callFrame"],
    "functionName" | "url" | "lineNumber"
  >,
  microseconds: number,
): void {
  const place = url === "" ? "" : `${shortPath(url)}:${lineNumber + 1}`;
  const key = `${functionName} ${place}`;
  const known = functions.get(key)?.microseconds ?? 0;
  const name = functionName || "(anonymous)";
  functions.set(key, { name, place, microseconds: known + microseconds });
}

function hottest(functions: ReadonlyMap<string, HotFunction>): HotFunction[] {
  return [...functions.values()].sort((left, right) => right.microseconds - left.microseconds);
}

function shortPath(url: string): string {
  return url.replace(/^file:.*\/node_modules\//, "npm/").replace(/^file:.*?\/(src|tests)\//, "$1/");
}

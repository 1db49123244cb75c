// The CPU profile of this process: which functions the samples met, by self time.

import { Session } from "node:inspector/promises";

export interface HotFunction {
  readonly name: string;
  /** `file:line`, of this project or of a package. */
  readonly place: string;
  /** Share of the samples that met code. */
  readonly share: number;
}

/** Starts to sample; what it returns stops and tells, hottest first. */
export async function startProfile(): Promise<() => Promise<HotFunction[]>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 200 });
  await session.post("Profiler.start");
  return async () => {
    const { profile } = await session.post("Profiler.stop");
    session.disconnect();
    const hits = new Map<string, { name: string; place: string; count: number }>();
    let total = 0;
    for (const { callFrame, hitCount = 0 } of profile.nodes) {
      if (callFrame.functionName === "(idle)") continue;
      total += hitCount;
      const place = `${shortPath(callFrame.url)}:${callFrame.lineNumber + 1}`;
      const key = `${callFrame.functionName} ${place}`;
      const known = hits.get(key) ?? { name: callFrame.functionName || "(anonymous)", place, count: 0 };
      known.count += hitCount;
      hits.set(key, known);
    }
    return [...hits.values()].sort((left, right) => right.count - left.count)
      .map(({ name, place, count }) => ({ name, place, share: count / total }));
  };
}

function shortPath(url: string): string {
  return url.replace(/^file:.*?\/(src|tests|functions)\//, "$1/").replace(/^file:.*\/node_modules\//, "npm/");
}

// Many steps at once on one core.

import { mulberry32 } from "../../support/mulberry32.ts";
import { postStep } from "../lab/client.ts";
import { Lab } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";
import type { Child } from "../lab/process.ts";
import { median, shuffled } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";
import type { Layout } from "../lab/templates.ts";

const HISTORY = 10;

/** The contender has one core to itself, everything else the other. */
const SERVERS_CORE = 0;
const CONTENDER_CORE = 1;

interface Runner {
  readonly label: string;
  readonly layout: Layout;
  readonly child: Child;
  readonly url: string;
}

interface Rate {
  readonly stepsPerSecond: number;
  /** Of the contender's core. */
  readonly busy: number;
  readonly stepsPerCpuSecond: number;
}

export const throughput: Part = {
  title: "Steps per second on one core",
  note:
    `Over HTTP as a stream, ${HISTORY} steps of history, so many requests in flight. The contender is pinned to one ` +
    "core; store, model and client share another and may be the brake, so what counts is the steps that a second of the " +
    "contender's CPU makes.",
  async measure(quick) {
    await using lab = await Lab.open(SERVERS_CORE);
    const runner = async (
      label: string,
      layout: "floor" | "treadle",
      historyCache?: string,
    ): Promise<Runner> => {
      const child = await lab.contender({ name: layout, layout, historyCache, core: CONTENDER_CORE });
      const { url } = await child.ask("serve");
      return { label, layout, child, url };
    };
    const runners = [await runner("floor", "floor"), await runner("Treadle, cold", "treadle", "0")];
    const { rounds, steps, warmUp } = quick
      ? { rounds: 3, steps: 300, warmUp: 1000 }
      : { rounds: 7, steps: 600, warmUp: 3000 };
    for (let done = 0; done < warmUp; done += 500) {
      for (const each of runners) await rateOf(lab, each, 32, 500);
    }

    const rows: string[][] = [];
    for (const inFlight of [1, 32, 128]) {
      const random = mulberry32(inFlight);
      const all = new Map<string, Rate[]>();
      for (let round = 0; round < rounds; round++) {
        for (const each of shuffled(runners, random)) {
          all.set(each.label, [...all.get(each.label) ?? [], await rateOf(lab, each, inFlight, steps)]);
        }
      }
      const of = (label: string, key: keyof Rate) => median((all.get(label) ?? []).map((rate) => rate[key]));
      for (const { label } of runners) {
        const ratio = of(label, "stepsPerCpuSecond") / of("floor", "stepsPerCpuSecond");
        rows.push([
          ...[String(inFlight), label, of(label, "stepsPerSecond").toFixed(0)],
          ...[
            (of(label, "busy") * 100).toFixed(0),
            of(label, "stepsPerCpuSecond").toFixed(0),
            ratio.toFixed(2),
          ],
        ]);
      }
    }
    return toTable(
      ["in flight", "contender", "steps/s", "core busy %", "steps per CPU second", "ratio"],
      rows,
    );
  },
};

async function rateOf(
  lab: Lab,
  { layout, child, url }: Runner,
  inFlight: number,
  steps: number,
): Promise<Rate> {
  const threads = await lab.templates.copies(layout, HISTORY, steps);
  const left = [...threads];
  const work = async () => {
    for (let thread = left.pop(); thread !== undefined; thread = left.pop()) await postStep(url, thread);
  };
  const cpuBefore: number = await child.ask("cpu");
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  const wallMs = performance.now() - start;
  const cpuMs = await child.ask("cpu") - cpuBefore;
  await lab.templates.remove(layout, HISTORY, threads);
  return {
    stepsPerSecond: steps / wallMs * 1000,
    busy: cpuMs / wallMs,
    stepsPerCpuSecond: steps / cpuMs * 1000,
  };
}

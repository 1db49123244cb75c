// Wall and CPU of one step in process, at growing histories: the floor, Treadle in an isolate that knows nothing of the
// thread (cold) and in one that ran its last step (warm), and what people do today.

import { Lab, type RunFigures } from "../lab/lab.ts";
import type { Child } from "../lab/process.ts";
import { median, seededRandom, shuffled } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";
import type { Layout } from "../lab/templates.ts";

export interface StepOptions {
  readonly histories: readonly number[];
  readonly rounds: number;
  /** Steps of one contender in one round. */
  readonly steps: number;
  readonly warmUp: number;
}

export const STEP_OPTIONS: StepOptions = {
  histories: [1, 10, 50, 200, 1000],
  rounds: 9,
  steps: 30,
  warmUp: 600,
};
export const QUICK_STEP_OPTIONS: StepOptions = { ...STEP_OPTIONS, rounds: 3, steps: 15, warmUp: 200 };

interface Entrant {
  readonly label: string;
  readonly layout: Layout;
  readonly child: Child;
  /** The thread's last step ran in the same isolate. */
  readonly warm: boolean;
}

interface Figures {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Against the floor of the same round. */
  readonly wallRatio: number;
  readonly cpuRatio: number;
}

export async function stepPart(options: StepOptions): Promise<string> {
  await using lab = await Lab.open();
  const entrants: Entrant[] = [
    { label: "floor", layout: "floor", child: await lab.contender({ name: "floor" }), warm: false },
    {
      ...{ label: "Treadle cold", layout: "treadle", warm: false },
      child: await lab.contender({ name: "treadle", historyCache: "0" }),
    },
    {
      ...{ label: "Treadle warm", layout: "treadle", warm: true },
      child: await lab.contender({ name: "treadle" }),
    },
    { label: "AI SDK", layout: "ai_sdk", child: await lab.contender({ name: "ai_sdk" }), warm: false },
  ];
  for (const entrant of entrants) await round(lab, entrant, 10, options.warmUp);

  const rows: string[][] = [];
  for (const history of options.histories) {
    const figures = await measure(lab, entrants, history, options);
    for (const { label } of entrants) rows.push(toRow(history, label, figures.get(label)));
  }
  return toTable(["history", "contender", "wall ms", "CPU ms", "wall / floor", "CPU / floor"], rows);
}

/** The entrants take turns, in another order every round; the first round is thrown away. */
async function measure(
  lab: Lab,
  entrants: readonly Entrant[],
  history: number,
  { rounds, steps }: StepOptions,
): Promise<Map<string, Figures>> {
  const random = seededRandom(history);
  const all = new Map<string, { wall: number[]; cpu: number[]; wallRatio: number[]; cpuRatio: number[] }>();
  for (let index = -1; index < rounds; index++) {
    const taken = new Map<string, { wall: number; cpu: number }>();
    for (const entrant of shuffled(entrants, random)) {
      const { wallMs, cpuMs } = await round(lab, entrant, history, steps);
      taken.set(entrant.label, { wall: median(wallMs), cpu: cpuMs / steps });
    }
    const floor = taken.get("floor");
    if (index < 0 || !floor) continue;
    for (const [label, { wall, cpu }] of taken) {
      const kept = all.get(label) ?? { wall: [], cpu: [], wallRatio: [], cpuRatio: [] };
      kept.wall.push(wall);
      kept.cpu.push(cpu);
      kept.wallRatio.push(wall / floor.wall);
      kept.cpuRatio.push(cpu / floor.cpu);
      all.set(label, kept);
    }
  }
  return new Map(
    [...all].map(([label, { wall, cpu, wallRatio, cpuRatio }]) => [label, {
      wallMs: median(wall),
      cpuMs: median(cpu),
      wallRatio: median(wallRatio),
      cpuRatio: median(cpuRatio),
    }]),
  );
}

/** One step on each of `steps` new threads; a warm isolate has run one on each of them before, which is not counted. */
async function round(
  lab: Lab,
  { layout, child, warm }: Entrant,
  history: number,
  steps: number,
): Promise<RunFigures> {
  const start = warm ? Math.max(1, history - 1) : history;
  const threads = await lab.templates.copies(layout, start, steps);
  if (warm) await child.ask("run", { threads });
  const figures = await child.ask("run", { threads });
  await lab.templates.remove(layout, start, threads);
  return figures;
}

function toRow(history: number, label: string, figures: Figures | undefined): string[] {
  if (!figures) return [String(history), label];
  const { wallMs, cpuMs, wallRatio, cpuRatio } = figures;
  return [
    String(history),
    label,
    wallMs.toFixed(2),
    cpuMs.toFixed(2),
    wallRatio.toFixed(2),
    cpuRatio.toFixed(2),
  ];
}

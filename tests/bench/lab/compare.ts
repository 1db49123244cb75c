// Contenders taking turns: round after round in an order that changes, medians over the rounds, ratios within a round, so
// that a machine that is busy now and then is as unfair to one as to the other.

import { mulberry32 } from "../../support/mulberry32.ts";
import type { Lab, RunFigures } from "./lab.ts";
import { median, shuffled } from "./statistics.ts";
import { toTable } from "./table.ts";
import type { Layout } from "./templates.ts";

export interface Entrant {
  readonly label: string;
  readonly layout: Layout;
  /** The thread's last step is to have run in the same isolate. */
  readonly warm: boolean;
  /** Runs one step on each of these threads, one after the other. */
  run(threads: readonly string[]): Promise<RunFigures>;
}

export interface CompareOptions {
  readonly histories: readonly number[];
  readonly rounds: number;
  /** Steps of one contender in one round. */
  readonly steps: number;
  /** Steps that each has run before it is measured: the steady state of an isolate takes some thousand. */
  readonly warmUp: number;
  /** The contenders do not ask the model with as many tools. */
  readonly toolsDiffer?: true;
}

export const THOROUGH: CompareOptions = {
  histories: [1, 10, 50, 200, 1000],
  rounds: 11,
  steps: 30,
  warmUp: 4000,
};
export const QUICK: CompareOptions = { ...THOROUGH, rounds: 5, steps: 20, warmUp: 2000 };

/** Steps of the warm-up between two turns. */
const WARM_UP_TURN = 250;

/** Medians of what a step costs. */
export interface Figures {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly wallRatio: number;
  readonly cpuRatio: number;
}

/** Measures all entrants at all histories; the first entrant is what the others are compared with. */
export async function compare(
  lab: Lab,
  entrants: readonly Entrant[],
  { histories, rounds, steps, warmUp, toolsDiffer }: CompareOptions,
): Promise<string> {
  if (!toolsDiffer) await assertSameWork(lab, entrants);
  await warmUpOf(lab, entrants, warmUp);
  const rows: string[][] = [];
  for (const history of histories) {
    const figures = await measure(lab, entrants, history, rounds, steps);
    for (const { label } of entrants) rows.push(toRow(history, label, figures.get(label)));
  }
  return toTable(["history", "contender", "wall ms", "CPU ms", "wall ratio", "CPU ratio"], rows);
}

/** What a step of one contender costs at one history. */
export async function figuresAt(
  lab: Lab,
  entrant: Entrant,
  history: number,
  { rounds, steps, warmUp }: CompareOptions,
): Promise<Figures> {
  await warmUpOf(lab, [entrant], warmUp);
  const figures = (await measure(lab, [entrant], history, rounds, steps)).get(entrant.label);
  if (figures === undefined) throw new Error(`${entrant.label} was not measured.`);
  return figures;
}

async function warmUpOf(lab: Lab, entrants: readonly Entrant[], steps: number): Promise<void> {
  for (let done = 0; done < steps; done += WARM_UP_TURN) {
    for (const entrant of entrants) await takeTurn(lab, entrant, 10, WARM_UP_TURN);
  }
}

/** All ask the model with as many messages and tools. */
async function assertSameWork(lab: Lab, entrants: readonly Entrant[]): Promise<void> {
  const requests = [];
  for (const entrant of entrants) {
    await takeTurn(lab, entrant, 10, 1);
    const { messages, tools } = await lab.model.ask("last");
    requests.push({ contender: entrant.label, messages, tools });
  }
  const [first] = requests;
  const others = requests.filter(({ messages, tools }) =>
    messages !== first?.messages || tools !== first?.tools
  );
  if (others.length > 0) throw new Error(`Not the same work: ${JSON.stringify(requests)}`);
}

/** The first round is thrown away. */
async function measure(
  lab: Lab,
  entrants: readonly Entrant[],
  history: number,
  rounds: number,
  steps: number,
): Promise<Map<string, Figures>> {
  const random = mulberry32(history);
  const all = new Map<string, Figures[]>();
  for (let round = -1; round < rounds; round++) {
    const taken = new Map<string, { wallMs: number; cpuMs: number }>();
    for (const entrant of shuffled(entrants, random)) {
      const { wallMs, cpuMs } = await takeTurn(lab, entrant, history, steps);
      taken.set(entrant.label, { wallMs: median(wallMs), cpuMs: cpuMs / steps });
    }
    const base = taken.get(entrants[0]?.label ?? "");
    if (round < 0 || !base) continue;
    for (const [label, { wallMs, cpuMs }] of taken) {
      const kept = all.get(label) ?? [];
      kept.push({ wallMs, cpuMs, wallRatio: wallMs / base.wallMs, cpuRatio: cpuMs / base.cpuMs });
      all.set(label, kept);
    }
  }
  return new Map([...all].map(([label, figures]) => [label, medians(figures)]));
}

/** One step on each of `steps` new threads; a warm isolate has run one on each of them before, which is not counted. */
async function takeTurn(
  lab: Lab,
  { layout, warm, run }: Entrant,
  history: number,
  steps: number,
): Promise<RunFigures> {
  const start = warm ? Math.max(1, history - 1) : history;
  const threads = await lab.templates.copies(layout, start, steps);
  if (warm) await run(threads);
  const figures = await run(threads);
  await lab.templates.remove(layout, start, threads);
  return figures;
}

function medians(figures: readonly Figures[]): Figures {
  const of = (key: keyof Figures) => median(figures.map((figure) => figure[key]));
  return { wallMs: of("wallMs"), cpuMs: of("cpuMs"), wallRatio: of("wallRatio"), cpuRatio: of("cpuRatio") };
}

function toRow(history: number, label: string, figures: Figures | undefined): string[] {
  const { wallMs, cpuMs, wallRatio, cpuRatio } = figures ?? {};
  return [
    String(history),
    label,
    ...[wallMs, cpuMs, wallRatio, cpuRatio].map((value) => value?.toFixed(2) ?? ""),
  ];
}

// `deno task bench`: what a step costs, contenders side by side.
//
//   deno task bench                 every part
//   deno task bench step store      some of them
//   --quick                         fewer rounds: coarse figures in a minute
//   --against=0cf63d3,d846e060      step and run: these commits beside the present one, each in a work tree of its own
//   --compare                       step: the floor and Treadle alone, and a warning for each ratio that has grown since the
//                                   last commit with results
//   --write                         into docs/benchmarks.md as well, of some parts only those, and the README's figures;
//                                   the rows of step into tests/bench/results
//   --profile [--against=...]       instead: where a step behind HTTP goes, here or at those commits; floor is one of them

import type { Part } from "./lab/part.ts";
import { commit, machine, writePage } from "./lab/page.ts";
import { growthsSince, lastResults, type StepRow, writeResults } from "./lab/results.ts";
import { accuracy } from "./parts/accuracy.ts";
import { caches } from "./parts/caches.ts";
import { choice } from "./parts/choice.ts";
import { inProcess } from "./parts/in_process.ts";
import { lists } from "./parts/lists.ts";
import { objects } from "./parts/objects.ts";
import { peers } from "./parts/peers.ts";
import { plugins } from "./parts/plugins.ts";
import { profile } from "./parts/profile.ts";
import { run } from "./parts/run.ts";
import { selection } from "./parts/selection.ts";
import { size } from "./parts/size.ts";
import { start } from "./parts/start.ts";
import { step } from "./parts/step.ts";
import { store } from "./parts/store.ts";
import { stream } from "./parts/stream.ts";
import { telemetry } from "./parts/telemetry.ts";

const PARTS: Readonly<Record<string, Part>> = {
  step,
  run,
  process: inProcess,
  stream,
  store,
  objects,
  peers,
  choice,
  caches,
  selection,
  accuracy,
  telemetry,
  start,
  size,
  plugins,
  lists,
};
const FLAGS = ["--quick", "--compare", "--write", "--profile"];
const AGAINST = "--against=";

const names = Deno.args.filter((arg) => !arg.startsWith("--"));
const unknown = [
  ...names.filter((name) => !Object.hasOwn(PARTS, name)),
  ...Deno.args.filter((arg) => arg.startsWith("--") && !arg.startsWith(AGAINST) && !FLAGS.includes(arg)),
];
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(" ")}. Switches: ${
      [...FLAGS, `${AGAINST}COMMIT,...`].join(" ")
    }.`,
  );
  Deno.exit(1);
}

if (has("--profile")) {
  console.log(await profile(against()));
} else {
  const head = await machine();
  const sections: string[] = [];
  console.log(head);
  for (const [name, part] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const section = `## ${part.title}\n\n${part.note}\n\n${await part.measure({
      quick: has("--quick"),
      against: against(),
      peers: !has("--compare"),
      record,
    })}`;
    console.log(`\n${section}`);
    sections.push(section);
  }
  if (has("--write")) {
    const measured = `Measured at commit ${await commit()}.`;
    const isWhole = names.length === 0;
    const written = isWhole ? [head, ...sections] : sections.map((section) => `${section}\n\n${measured}`);
    await writePage(written, !isWhole);
  }
}

function against(): string[] {
  return Deno.args.filter((arg) => arg.startsWith(AGAINST)).flatMap((arg) =>
    arg.slice(AGAINST.length).split(",")
  );
}

async function record(rows: readonly StepRow[]): Promise<void> {
  const last = has("--compare") ? await lastResults() : undefined;
  for (const line of last === undefined ? [] : growthsSince(last, rows)) console.log(line);
  if (has("--write")) await writeResults(await commit(), rows);
}

function has(flag: string): boolean {
  return Deno.args.includes(flag);
}

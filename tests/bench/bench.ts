// `deno task bench`: what a step costs, contenders side by side.
//
//   deno task bench                 every part
//   deno task bench step store      some of them
//   --quick                         fewer rounds: coarse figures in a minute
//   --write                         into docs/benchmarks.md as well, of some parts only those, and the README's figures
//   --profile [--warm] [--floor]    instead: where the CPU time of a step goes

import type { Part } from "./lab/part.ts";
import { commit, machine, writePage } from "./lab/page.ts";
import { choice } from "./parts/choice.ts";
import { http } from "./parts/http.ts";
import { profile } from "./parts/profile.ts";
import { size } from "./parts/size.ts";
import { start } from "./parts/start.ts";
import { step } from "./parts/step.ts";
import { store } from "./parts/store.ts";
import { stream } from "./parts/stream.ts";
import { telemetry } from "./parts/telemetry.ts";
import { throughput } from "./parts/throughput.ts";

const PARTS: Readonly<Record<string, Part>> = {
  step,
  http,
  throughput,
  stream,
  store,
  choice,
  telemetry,
  start,
  size,
};
const FLAGS = ["--quick", "--write", "--profile", "--warm", "--floor"];

const names = Deno.args.filter((arg) => !arg.startsWith("--"));
const unknown = [
  ...names.filter((name) => !Object.hasOwn(PARTS, name)),
  ...Deno.args.filter((arg) => arg.startsWith("--") && !FLAGS.includes(arg)),
];
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(" ")}. Switches: ${
      FLAGS.join(" ")
    }.`,
  );
  Deno.exit(1);
}

if (has("--profile")) {
  console.log(await profile({ contender: has("--floor") ? "floor" : "treadle", warm: has("--warm") }));
} else {
  const head = await machine();
  const sections: string[] = [];
  console.log(head);
  for (const [name, part] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const section = `## ${part.title}\n\n${part.note}\n\n${await part.measure(has("--quick"))}`;
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

function has(flag: string): boolean {
  return Deno.args.includes(flag);
}

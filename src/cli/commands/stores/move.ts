// `treadle threads move`: a tenant, from one store to another.

import { Command } from "commander";
import process from "node:process";
import type { MoveReport } from "../../move/move_tenant.ts";
import { examples, print } from "../../output.ts";
import { startProgress } from "../../terminal/progress.ts";
import { formatCount } from "../../terminal/text.ts";
import { readStoreEnv, STORE_FORMS } from "../../project/store_options.ts";
import { pause } from "./_stores.ts";

interface MoveOptions {
  readonly from: string;
  readonly to: string;
  readonly tenant: string;
  readonly remove?: boolean;
  readonly unlock?: boolean;
  readonly envFile?: string;
  readonly json?: boolean;
}

/** The command. It ends with 1 when a thread has not moved. */
export function moveCommand(): Command {
  return new Command("move")
    .description("Moves the threads of a tenant, with all that belongs to them, to another store.")
    .requiredOption("--from <store>", STORE_FORMS)
    .requiredOption("--to <store>", "the same; a file that is not there is made")
    .requiredOption("--tenant <tenant>", "whose threads: the name before a key in TREADLE_API_KEYS")
    .option(
      "--remove",
      "remove each thread from its store once it is in the other; it stays there locked otherwise",
    )
    .option("--unlock", "unlock the threads that have not moved, and move none")
    .option("--env-file <file>", "the file with the variables of both stores")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples({
        "threads move --from sqlite:.data/treadle.sqlite --to upstash --tenant acme": "From a file to Redis:",
        "threads move --from upstash --to https://agents.example.workers.dev --tenant acme":
          "From Redis to Durable Objects:",
      }),
    )
    .action(async ({ json = false, ...options }: MoveOptions) => {
      const report = await run(options);
      print(report, json, toText);
      if ("threads" in report && countLeft(report) > 0) process.exitCode = 1;
    });
}

type Report = MoveReport | { readonly unlocked: readonly string[] };

async function run(
  { from, to, tenant, remove = false, unlock = false, envFile }: MoveOptions,
): Promise<Report> {
  // Stores and their packages are read by this command alone.
  const { openPlace } = await import("../../move/places.ts");
  const { moveTenant, unlockTenant } = await import("../../move/move_tenant.ts");
  const env = readStoreEnv(envFile);
  const places = { from: openPlace(from, env, false), to: openPlace(to, env, true) };
  using line = startProgress(unlock ? "unlocking threads" : "moving threads");
  let count = 0;
  const onThread = () => line.show(`moving threads: ${++count}`);
  const request = { ...places, tenant, remove, now: Date.now, pause, onThread };
  try {
    return unlock ? { unlocked: await unlockTenant(request) } : await moveTenant(request);
  } finally {
    await places.from.close();
    await places.to.close();
  }
}

function countLeft({ threads }: MoveReport): number {
  return LEFT.reduce((sum, outcome) => sum + threads[outcome].length, 0);
}

/** Outcomes of threads that stay. */
const LEFT = ["taken", "busy", "incomplete", "unreadable"] as const;

const REASONS: Readonly<Record<typeof LEFT[number], string>> = {
  taken: "the other store has another thread of this name",
  busy: "a step of it, or of a thread below it, runs: move again",
  incomplete: "a move to this store has stopped in it: finish that one first",
  unreadable: "it cannot be read or written",
};

function toText(report: Report): string {
  if ("unlocked" in report) return `${formatCount(report.unlocked.length, "thread")} unlocked.`;
  const { threads, reasons, definitions, due, days } = report;
  const left = LEFT.flatMap((outcome) =>
    threads[outcome].map((thread) => `${thread} has not moved: ${reasons[thread] ?? `${REASONS[outcome]}.`}`)
  );
  const kept = definitions.kept.map((name) => `${name} stays as the other store has it.`);
  const found = Object.values(threads).flat().length + definitions.copied + kept.length + due + days;
  if (found === 0) return "There is nothing of this tenant in the store.";
  return [
    `${formatCount(threads.moved.length, "thread")} moved, ${threads["moved before"].length} before; ` +
    `${formatCount(definitions.copied, "definition")}, ${formatCount(due, "due item")}, ${
      formatCount(days, "day")
    } of usage.`,
    ...left,
    ...kept,
  ].join("\n");
}

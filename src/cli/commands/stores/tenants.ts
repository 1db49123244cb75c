// `treadle tenants`: a tenant as a whole, in the store that has it.

import { Command } from "commander";
import process from "node:process";
import type { TenantRows } from "../../../core/store/tenant.ts";
import {
  countMoved,
  type Erased,
  eraseTenant,
  isNothing,
  planErasure,
  sumOf,
} from "../../move/erase_tenant.ts";
import { shellWord } from "../../new/shell_word.ts";
import { examples, print } from "../../output.ts";
import { startProgress } from "../../terminal/progress.ts";
import { formatCount } from "../../terminal/text.ts";
import { readStoreEnv, STORE_FORMS } from "../../project/store_options.ts";

interface EraseOptions {
  readonly from: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly envFile?: string;
  readonly json?: boolean;
}

/** The commands about tenants. */
export function tenantsCommand(): Command {
  return new Command("tenants").description("Tenants of a store.").addCommand(eraseCommand());
}

/** The command. It ends with 1 when it only prints what it would erase, and when something was written meanwhile. */
function eraseCommand(): Command {
  return new Command("erase")
    .description(
      "Erases a tenant: threads, definitions, due work, usage and all else that a store has of it.",
    )
    .argument("<tenant>", "the name before a key in TREADLE_API_KEYS")
    .requiredOption("--from <store>", STORE_FORMS)
    .option("--yes", "erase it; without it what would be erased is printed")
    .option("--dry-run", "print what would be erased, and erase nothing")
    .option("--env-file <file>", "the file with the variables of the store")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples({
        "tenants erase acme-test --from sqlite:.data/treadle.sqlite":
          "See what there is of a tenant in a file:",
        "tenants erase acme-test --from upstash --yes": "Erase it from Redis:",
      }),
    )
    .action(async (tenant: string, options: EraseOptions) => {
      process.exitCode = await erase(tenant, options);
    });
}

async function erase(
  tenant: string,
  { from, yes = false, dryRun = false, envFile, json = false }: EraseOptions,
): Promise<number> {
  // Stores and their packages are read by this command alone.
  const { openPlace } = await import("../../move/places.ts");
  const store = openPlace(from, readStoreEnv(envFile), false);
  try {
    if (yes && !dryRun) {
      using line = startProgress(`erasing ${tenant}`);
      const report = await eraseTenant(store, tenant, (count) => line.show(`erasing ${tenant}: ${count}`));
      print({ tenant, from, ...report }, json, toText);
      return isNothing(report.left) ? 0 : 1;
    }
    const rows = await planErasure(store, tenant);
    const file = envFile === undefined ? [] : ["--env-file", envFile];
    const words = ["tenants", "erase", tenant, "--from", from, ...file, "--yes"];
    print({ tenant, from, rows, command: ["treadle", ...words.map(shellWord)].join(" ") }, json, toPlanText);
    return dryRun || isNothing(rows) ? 0 : 1;
  } finally {
    await store.close();
  }
}

interface Place {
  readonly tenant: string;
  readonly from: string;
}

function toPlanText({ rows, command, ...place }: Place & { rows: TenantRows; command: string }): string {
  if (isNothing(rows)) return nothing(place);
  return [
    `Would be erased from ${place.from}: ${toLine(rows)}.`,
    ...toNotes(rows, place),
    `do it: ${command}`,
  ]
    .join("\n");
}

function toText({ erased, left, ...place }: Place & Erased): string {
  if (isNothing(erased) && isNothing(left)) return nothing(place);
  const { tenant, from } = place;
  return [
    `Erased from ${from}: ${toLine(erased)}.`,
    ...toNotes(erased, place),
    ...isNothing(left) ? [] : [
      `Written meanwhile: ${
        toLine(left)
      }. A client, a schedule or a step of ${tenant} goes on: take its keys out of TREADLE_API_KEYS, ` +
      "and run the command again.",
    ],
  ].join("\n");
}

function nothing({ tenant, from }: Place): string {
  return `There is nothing of ${tenant} in ${from}.`;
}

function toLine({ threads, running, definitions, due, days, others }: TenantRows): string {
  const kinds = Object.entries(definitions).sort().map(([kind, count]) => `${kind} ${count}`);
  return [
    formatCount(threads, "thread") + (running === 0 ? "" : ` (${running} with a step in progress)`),
    formatCount(sumOf(definitions), "definition") + (kinds.length === 0 ? "" : ` (${kinds.join(", ")})`),
    formatCount(due, "due item"),
    `${formatCount(days, "day")} of usage`,
    formatCount(others, "other row"),
  ].join(", ");
}

function toNotes(rows: TenantRows, { tenant }: Place): string[] {
  const moved = countMoved(rows);
  const elsewhere = `${
    formatCount(moved, "thread")
  } of these moved to another store: erase ${tenant} there, too.`;
  return [...moved === 0 ? [] : [elsewhere], OUT_OF_REACH];
}

/** What no store has. */
const OUT_OF_REACH =
  "Out of reach: backups and exports, logs and traces, what providers of models and receivers of webhooks have, counters of rate limits " +
  "until their window ends, and the tenant's keys in TREADLE_API_KEYS.";

// The table of prompt caches: vendors, runs and contenders.

import { toTable } from "../lab/table.ts";
import { runAiSdk } from "./ai_sdk.ts";
import { measure, type Measured } from "./measure.ts";
import { runTreadle } from "./treadle.ts";
import { type Vendor, VENDORS } from "./vendors.ts";
import { type RunKind, STEPS } from "./work.ts";

const KINDS: readonly RunKind[] = ["plain", "mixed"];

/** Runs everything, and answers with the table. */
export async function tableOfCaches(): Promise<string> {
  const rows: string[][] = [];
  for (const vendor of VENDORS) {
    for (const kind of KINDS) {
      const treadle = measure(await runTreadle(vendor, kind), vendor.createCache());
      const { sent, refusal } = await runAiSdk(vendor, kind);
      if (refusal === undefined && sent.length !== STEPS) {
        throw new Error(`${vendor.name}: ${sent.length} requests`);
      }
      rows.push(rowOf(vendor, kind, "Treadle", treadle, undefined));
      rows.push(rowOf(vendor, kind, "AI SDK", measure(sent, vendor.createCache()), refusal));
    }
  }
  return toTable(
    ["model", "run", "contender", "input", "% of held", "% of all", "bill", "held and not read"],
    rows,
  );
}

function rowOf(
  { name }: Vendor,
  kind: RunKind,
  contender: string,
  { requests, tokens, held, read, bill, lost }: Measured,
  refusal: string | undefined,
): string[] {
  const row = [name, kind, contender];
  if (refusal !== undefined) {
    return [...row, "", "", "", "", `request ${requests + 1} is a 400: ${inShort(refusal)}`];
  }
  const share = (whole: number) => (100 * read / whole).toFixed(2);
  const count = (amount: number) => Math.round(amount).toLocaleString("en");
  const causes = [...lost].map(([cause, amount]) => `${cause} ${count(amount)}`);
  return [...row, count(tokens), share(held), share(tokens), count(bill), causes.join("; ")];
}

/** The first sentences of a refusal, which say what was refused. */
function inShort(refusal: string): string {
  return refusal.split(". ").slice(0, 2).join(". ").replaceAll("|", "/");
}

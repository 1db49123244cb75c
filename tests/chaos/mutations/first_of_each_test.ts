// Row E3: of each list of defects the first is found; tests/search finds all of them.

import { needsRedis } from "../../support/requires.ts";
import { assertCaseFinds, assertChaosFinds } from "./assert_found.ts";
import { SCRIPT_CONTRACT_MUTATIONS, TABLE_CONTRACT_MUTATIONS } from "./contract_mutations.ts";
import { LEDGER_SCRIPT_MUTATIONS, LEDGER_TABLE_MUTATIONS } from "./ledger_mutations.ts";
import { RUNTIME_MUTATIONS, SCRIPT_MUTATIONS, TABLE_MUTATIONS } from "./mutations.ts";
import { WAKE_SCRIPT_MUTATIONS, WAKE_TABLE_MUTATIONS } from "./wake_mutations.ts";

for (const [mutation] of [SCRIPT_CONTRACT_MUTATIONS, LEDGER_SCRIPT_MUTATIONS, WAKE_SCRIPT_MUTATIONS]) {
  if (mutation) needsRedis(`E3: the suite finds: ${mutation.name}`, () => assertCaseFinds(mutation));
}

for (const [mutation] of [TABLE_CONTRACT_MUTATIONS, LEDGER_TABLE_MUTATIONS, WAKE_TABLE_MUTATIONS]) {
  if (mutation) Deno.test(`E3: the suite finds: ${mutation.name}`, () => assertCaseFinds(mutation));
}

for (const [mutation] of [SCRIPT_MUTATIONS, TABLE_MUTATIONS, RUNTIME_MUTATIONS]) {
  if (mutation) needsRedis(`E3: the chaos finds: ${mutation.name}`, () => assertChaosFinds(mutation));
}

// Row E3: the cases of the conformance suite find what they are there to find. Every test plants one defect, and the case that
// is named for it fails; tests/conformance shows that it holds without the defect.

import { assertCaseFinds } from "../../../chaos/mutations/assert_found.ts";
import {
  SCRIPT_CONTRACT_MUTATIONS,
  TABLE_CONTRACT_MUTATIONS,
} from "../../../chaos/mutations/contract_mutations.ts";
import {
  LEDGER_SCRIPT_MUTATIONS,
  LEDGER_TABLE_MUTATIONS,
} from "../../../chaos/mutations/ledger_mutations.ts";
import { WAKE_SCRIPT_MUTATIONS, WAKE_TABLE_MUTATIONS } from "../../../chaos/mutations/wake_mutations.ts";
import { needsRedis } from "../../../support/requires.ts";

for (const mutation of [...SCRIPT_CONTRACT_MUTATIONS, ...LEDGER_SCRIPT_MUTATIONS, ...WAKE_SCRIPT_MUTATIONS]) {
  needsRedis(`E3: the suite finds: ${mutation.name}`, () => assertCaseFinds(mutation));
}

for (const mutation of [...TABLE_CONTRACT_MUTATIONS, ...LEDGER_TABLE_MUTATIONS, ...WAKE_TABLE_MUTATIONS]) {
  Deno.test(`E3: the suite finds: ${mutation.name}`, () => assertCaseFinds(mutation));
}

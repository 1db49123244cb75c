import { isSearch, livesOf } from "../../support/lives.ts";
import { triedCases } from "../../wire/cases.ts";
import { assertLegalBetween } from "../../wire/histories.ts";

for (const [index, first] of triedCases().entries()) {
  Deno.test(`P7: what ${first.name} has said is legal everywhere, and it takes what the others say`, async (test) => {
    // Each pair speaks in both orders, so that one half of the table is enough for a change.
    for (const second of triedCases().slice(isSearch() ? 0 : index)) {
      await test.step(second.name, () => assertLegalBetween(first, second, livesOf(1)));
    }
  });
}

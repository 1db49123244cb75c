import { livesOf } from "../../support/lives.ts";
import { CASES } from "../../wire/cases.ts";
import { assertLegalBetween } from "../../wire/histories.ts";

for (const first of CASES) {
  Deno.test(`P7: what ${first.name} has said is legal everywhere, and it takes what the others say`, async (test) => {
    for (const second of CASES) {
      await test.step(second.name, () => assertLegalBetween(first, second, livesOf(1)));
    }
  });
}

import { CASES } from "../../../wire/cases.ts";
import { assertVoices } from "../../../wire/voices/assert_voices.ts";

for (const wire of CASES) {
  Deno.test(`C4: ${wire.name}: 500 planted strings stand in results and definitions, and in no other voice`, () =>
    assertVoices(wire));
}

import { caseOf } from "../thinking/_session.ts";
import { assertVoices } from "./assert_voices.ts";

Deno.test("C4: gemini: what is planted in the life of one agent stands in results and definitions alone", () =>
  assertVoices(caseOf("gemini"), ["formed"]));

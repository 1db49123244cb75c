import { caseOf } from "../thinking/_session.ts";
import { assertVoices } from "./assert_voices.ts";

Deno.test("C4: openai chat: what is planted in the life of one agent stands in results and definitions alone", () =>
  assertVoices(caseOf("openai chat"), ["formed"]));

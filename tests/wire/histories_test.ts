import { assertLegalBetween } from "./histories.ts";
import { caseOf } from "./thinking/_session.ts";

const PAIRS = [["openai chat", "anthropic"], ["anthropic", "gemini"], [
  "gemini",
  "openai responses",
]] as const;

for (const [first, second] of PAIRS) {
  Deno.test(`P7: what ${first} has said is legal for ${second}, and the other way round`, () =>
    assertLegalBetween(caseOf(first), caseOf(second), 2));
}

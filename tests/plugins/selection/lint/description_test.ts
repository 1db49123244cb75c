// S9: what a description says is found by its wording; measured on descriptions that were judged by hand.

import assert from "node:assert/strict";
import { readDescription } from "../../../../src/plugins/selection/lint/description.ts";
import { type Answered, DESCRIPTIONS, HELD_BACK, type Judged } from "./_descriptions.ts";
import { cpuMsOf } from "../../../support/eventually.ts";

const QUESTIONS: readonly Answered[] = ["what", "when", "whenNot", "returns"];

/** What is found. A result that the verb alone implies is no answer of its own. */
function found(text: string): readonly Answered[] {
  const said = readDescription(text);
  return QUESTIONS.filter((question) => question === "returns" ? said.returns === 1 : said[question] > 0);
}

/** Questions of descriptions on which detector and reader disagree. */
function disagreements(judged: readonly Judged[]): string[] {
  return judged.flatMap(({ text, answered }) => {
    const read = found(text);
    return QUESTIONS.filter((question) => read.includes(question) !== answered.includes(question))
      .map((question) => `${question}: ${text}`);
  });
}

Deno.test("S9: the detectors agree with a reader on at least 97 % of 40 descriptions of many styles", () => {
  assert.equal(DESCRIPTIONS.length, 40);
  const wrong = disagreements(DESCRIPTIONS);
  assert.ok(wrong.length <= 40 * 4 * 0.03, wrong.join("\n"));
});

Deno.test("S9: they agree on at least 95 % of 20 descriptions that they were not written by", () => {
  assert.equal(HELD_BACK.length, 20);
  const wrong = disagreements(HELD_BACK);
  assert.ok(wrong.length <= 20 * 4 * 0.05, wrong.join("\n"));
});

for (
  const [text, ...answered] of [
    // Words of the four questions that answer none of them.
    ["Check if the user login credentials are valid", "what"],
    ["Apply for a specific job", "what"],
    ["Return a borrowed book to the library", "what"],
    ["Retrieve return instructions for a product", "what"],
    ["Creates a user. Fails if the user is not found, or when the id does not exist.", "what"],
    ["Analyze the emotion expressed in a text or speech", "what"],
    ["Use this tool when a guest wants to book a table, or asks to cancel one.", "when"],
    ["Use it for invoices. This covers salaries, hourly rates of staff, and bonuses.", "when"],
    // The same words where they answer one.
    ["Read several files at once. Each file's content is returned with its path.", "what", "returns"],
    ["Lists a folder. Results clearly distinguish files from folders.", "what", "returns"],
    ["Turns a light on. DEPRECATED: use set_light instead.", "what", "whenNot"],
    ["Lists clinics of a town, not single doctors.", "what", "whenNot"],
    ["Toggle whether captions are shown.", "what"],
    ["Allows users to frobnicate their widgets.", "what"],
    ["Continuously monitor vital signs of a patient", "what"],
  ] as const
) {
  Deno.test(`S9: "${text}" says ${answered.join(", ")}`, () => assert.deepEqual(found(text), answered));
}

Deno.test("S9: a verb of reading implies what is returned, and counts half", () => {
  assert.equal(readDescription("Get the weather of a city").returns, 0.5);
  assert.equal(readDescription("Send the weather of a city").returns, 0);
  assert.equal(readDescription("Get weather").what, 0.5);
});

Deno.test("S9: a description that strangers made to be slow is read in time", async () => {
  const parts = [
    "use this when ",
    "not not ",
    "a ",
    "return the ",
    "only x ",
    "please ",
    "allows you to ",
    "(",
    "\n",
  ];
  const cpuMs = await cpuMsOf(() => parts.forEach((part) => readDescription(part.repeat(200_000))));
  assert.ok(cpuMs < 2_000, `${cpuMs} ms`);
});

// S9: the score of a tool is the sum of what its description, its examples and its parameters say.

import assert from "node:assert/strict";
import fc from "fast-check";
import { toGrade } from "../../../../src/plugins/selection/lint/report.ts";
import { lengthShare, scoreTool, WEIGHTS } from "../../../../src/plugins/selection/lint/score.ts";

const GOOD = {
  name: "search_products",
  description:
    "Searches the product catalogue of the shop by keywords, brand and price. Use this when the user asks which products there are, " +
    "what something costs, or whether it is in stock. Do not use it for orders that were placed; use find_order for them. It does not " +
    'know products of other shops. For example: "Do you have red running shoes under 80 euros?" Returns at most 20 products, the best ' +
    "match first, each with id, name, price in euro cents and the number in stock; an empty list when nothing fits.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", description: "Keywords in the user's language, such as red running shoes" },
      sort: {
        type: "string",
        enum: ["price", "relevance"],
        description: "By price, cheapest first, or by relevance",
      },
    },
    required: ["query"],
  },
};

Deno.test("S9: a description that says everything in 80 to 120 words has 100 points", () => {
  const scored = scoreTool(GOOD);
  assert.ok(scored.words >= 80 && scored.words <= 120, `${scored.words} words`);
  assert.equal(Math.round(scored.score), 100);
  assert.equal(Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0), 100);
});

for (
  const [part, removed] of [
    ["when", / Use this when .*? in stock\./],
    ["whenNot", / Do not use it .*? other shops\./],
    ["returns", / Returns .*$/],
    ["example", / For example: ".*?"/],
  ] as const
) {
  Deno.test(`S9: without ${part} that part has no points`, () => {
    const description = GOOD.description.replace(removed, "");
    assert.notEqual(description, GOOD.description);
    const { aspects, score } = scoreTool({ ...GOOD, description });
    // "Searches" still implies what is returned.
    assert.equal(aspects[part], part === "returns" ? 0.5 : 0);
    assert.ok(score <= 100 - WEIGHTS[part] / 2, String(score));
  });
}

Deno.test("S9: what a tool cannot have counts nothing: one without parameters can have 100 points", () => {
  const { score, aspects } = scoreTool({ ...GOOD, parameters: { type: "object", properties: {} } });
  assert.equal(Math.round(score), 100);
  assert.equal(aspects.parameters, undefined);
});

Deno.test("S9: where the name has the verb and the description the thing, the tool says half of what it does", () => {
  const of = (name: string) =>
    scoreTool({ name, description: "The weather in a city, now.", parameters: {} }).aspects;
  assert.deepEqual([of("get_weather").what, of("get_weather").returns], [0.5, 0.5]);
  assert.deepEqual([of("send_weather").what, of("send_weather").returns], [0.5, 0]);
  assert.deepEqual([of("weather").what, of("get_news").what], [0, 0]);
});

Deno.test("S9: an example of the catalogue counts as one of the description", () => {
  const plain = { name: "get_weather", description: "Get the weather of a city", parameters: {} };
  assert.equal(scoreTool(plain).aspects.example, 0);
  assert.equal(scoreTool({ ...plain, examples: ["Will it rain in Rome?"] }).aspects.example, 1);
});

for (
  const [words, share] of [
    [0, 0],
    [1, 0.1],
    [7, 0.373],
    [10, 0.45],
    [14, 0.547],
    [40, 0.85],
    [80, 1],
    [100, 1],
    [120, 1],
    [
      200,
      0.85,
    ],
    [5_000, 0.3],
  ] as const
) {
  Deno.test(`S9: ${words} words count ${share} of the length`, () =>
    assert.equal(Math.round(lengthShare(words) * 1000) / 1000, share));
}

Deno.test("S9: the curve of the length has no steps: it rises up to 80 words and falls from 120 on", () => {
  for (let words = 1; words < 2_000; words++) {
    const step = lengthShare(words + 1) - lengthShare(words);
    assert.ok(words < 80 ? step >= 0 : words >= 120 ? step <= 0 : step === 0, `${words} words`);
    assert.ok(Math.abs(step) < 0.1, `${words} words`);
  }
});

Deno.test("S9: every score is from 0 to 100, whatever the tool", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), fc.jsonValue(), (description, name, json) => {
      const parameters = { type: "object", properties: JSON.parse(JSON.stringify(json)) };
      const { score } = scoreTool({ name, description, parameters });
      assert.ok(score >= 0 && score <= 100, String(score));
      assert.ok("ABCDF".includes(toGrade(Math.round(score))));
    }),
  );
});

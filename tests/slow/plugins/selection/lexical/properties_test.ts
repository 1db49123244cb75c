// S4: what holds for every catalogue and every query, not only for those of the sets.

import assert from "node:assert/strict";
import fc from "fast-check";
import type {
  Selection,
  SelectionQuery,
  ToolDocument,
} from "../../../../../src/plugins/selection/selector.ts";
import { lexical } from "../../../../../src/plugins/selection/selectors/lexical.ts";
import { NO_IO } from "../../../../plugins/selection/lexical/sets.ts";

const WORDS =
  "get list create send delete weather city user user_id invoice payments Email openPullRequest 天气 予約する 日程を確認 the of information météo"
    .split(" ");

const words = (most: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: most });
const text = words(8).map((chosen) => chosen.join(" "));

const body = fc.record({
  nameWords: fc.array(fc.constantFrom("get", "send", "Weather", "user", "the", "list", "天气"), {
    minLength: 1,
    maxLength: 3,
  }),
  separator: fc.constantFrom("_", "-", "", "."),
  description: text,
  argument: fc.constantFrom("city", "user_id", "openPullRequest"),
  argumentDescription: text,
  examples: fc.array(text, { maxLength: 2 }),
  tags: words(2),
  foreign: fc.boolean(),
});

const catalogue = fc.array(body, { minLength: 1, maxLength: 14 }).map((bodies): ToolDocument[] =>
  bodies.map((
    { nameWords, separator, description, argument, argumentDescription, examples, tags, foreign },
    place,
  ) => ({
    name: `${nameWords.join(separator)}${separator}${place}`,
    description,
    parameters: {
      type: "object",
      properties: { [argument]: { type: "string", description: argumentDescription } },
    },
    examples,
    tags,
    ...(foreign ? { foreign } : {}),
  }))
);

const RUNS = { numRuns: 500 };

function ask(tools: readonly ToolDocument[], query: Partial<SelectionQuery>): Selection {
  const selection = lexical().select({ text: "", most: 8, ...query }, { version: "1", tools }, NO_IO);
  assert(!(selection instanceof Promise));
  return selection;
}

Deno.test("S4: a tool that shares nothing with the query changes no score and no selection (property)", () => {
  const strange: ToolDocument = {
    name: "zzxq_vvkj",
    description: "Qqxz jjvk wwzx.",
    parameters: { type: "object", properties: { kkqj: { type: "string" } } },
  };
  fc.assert(
    fc.property(catalogue, text, fc.boolean(), fc.nat(13), (tools, text, isForeign, place) => {
      const added = isForeign ? { ...strange, foreign: true as const } : strange;
      const more = [...tools.slice(0, place), added, ...tools.slice(place)];
      for (const most of [1, 8]) assert.deepEqual(ask(more, { text, most }), ask(tools, { text, most }));
    }),
    RUNS,
  );
});

Deno.test("S4: the order of the catalogue decides nothing but ties (property)", () => {
  fc.assert(
    fc.property(
      catalogue.chain((tools) =>
        fc.tuple(
          fc.constant(tools),
          fc.shuffledSubarray(tools, { minLength: tools.length, maxLength: tools.length }),
        )
      ),
      text,
      ([tools, shuffled], text) => {
        const scoresOf = (tools: readonly ToolDocument[]) =>
          new Map(ask(tools, { text }).candidates.map(({ name, score }) => [name, score]));
        const [before, after] = [scoresOf(tools), scoresOf(shuffled)];
        assert.deepEqual(after, before);
        const scores = [...after.values()];
        assert.deepEqual(scores, scores.toSorted((left, right) => right - left));
        const order = new Map(shuffled.map(({ name }, place) => [name, place]));
        const placed = [...after].sort((left, right) =>
          right[1] - left[1] || (order.get(left[0]) ?? 0) - (order.get(right[0]) ?? 0)
        );
        assert.deepEqual([...after.keys()], placed.map(([name]) => name));
      },
    ),
    RUNS,
  );
});

Deno.test("S4: a query that is a tool's name finds the tool, whoever describes it (property)", () => {
  fc.assert(
    fc.property(catalogue, fc.nat(13), (tools, at) => {
      const { name } = tools[at % tools.length] ?? assert.fail();
      assert(ask(tools, { text: name }).tools.includes(name));
      assert(ask(tools, { text: ` ${name}\n`, most: 1 }).tools.includes(name));
    }),
    RUNS,
  );
});

Deno.test("S4: most, keep, least and availability hold, and names are unique (property)", () => {
  const query = fc.record({
    text,
    most: fc.integer({ min: 1, max: 10 }),
    least: fc.option(fc.nat(10), { nil: undefined }),
    kept: fc.array(fc.nat(20), { maxLength: 5 }),
    unavailable: fc.array(fc.nat(13), { maxLength: 6 }),
  });
  fc.assert(
    fc.property(catalogue, query, (tools, { text, most, least, kept, unavailable }) => {
      const names = tools.map(({ name }) => name);
      const barred = new Set(unavailable.map((place) => names[place]));
      const keep = kept.map((place) => names[place] ?? `unknown_${place}`);
      const asked = { text, most, least, keep, isAvailable: (name: string) => !barred.has(name) };
      const selection = ask(tools, asked);
      const staying = [...new Set(keep)].filter((name) => names.includes(name) && !barred.has(name));
      assert.deepEqual(selection.tools.slice(0, staying.length), staying);
      assert(selection.tools.length <= Math.max(most, staying.length));
      assert.equal(new Set(selection.tools).size, selection.tools.length);
      for (const name of [...selection.tools, ...selection.candidates.map(({ name }) => name)]) {
        assert(names.includes(name) && !barred.has(name));
      }
      const available = names.filter((name) => !barred.has(name)).length;
      assert(selection.tools.length >= Math.min(least ?? 0, most, available));
      assert.deepEqual(ask(tools, asked), selection);
    }),
    RUNS,
  );
});

Deno.test("S4: servers' tools change nothing among the operator's, and pass none of their better half (property)", () => {
  fc.assert(
    fc.property(catalogue, text, fc.integer({ min: 1, max: 8 }), (tools, text, most) => {
      const own = tools.filter(({ foreign }) => !foreign);
      const isOwn = (name: string) => own.some((tool) => tool.name === name);
      const [alone, mixed] = [ask(own, { text, most }), ask(tools, { text, most })];
      assert.deepEqual(mixed.candidates.filter(({ name }) => isOwn(name)), alone.candidates);
      const half = alone.tools.slice(0, Math.ceil(most / 2));
      assert.deepEqual(mixed.candidates.slice(0, half.length).map(({ name }) => name), half);
    }),
    RUNS,
  );
});

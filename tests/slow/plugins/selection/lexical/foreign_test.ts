// S4: no ranking trusts words that a server wrote to be ranked. An attacker who knows the queries adds tools to metatool.

import assert from "node:assert/strict";
import { measureRetrieval } from "../../../../../src/plugins/selection/retrieval_measure.ts";
import { lexical } from "../../../../../src/plugins/selection/selectors/lexical.ts";
import type { ToolDocument } from "../../../../../src/plugins/selection/selector.ts";
import { needsShared } from "../../../../support/shared.ts";
import { NO_IO, readSet, type SetCase } from "../../../../plugins/selection/lexical/sets.ts";

const COUNT = 50;
const parameters = { type: "object" };

function stuffed(name: string, description: string, other: Partial<ToolDocument> = {}): ToolDocument {
  return { name: `stuffed_${name}`, description, parameters, foreign: true, ...other };
}

/** Words of four letters and more, those of most queries first. */
function frequentWords(queries: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const query of queries) {
    for (const word of new Set(query.toLowerCase().match(/[a-z]{4,}/g) ?? [])) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts].sort((left, right) => right[1] - left[1]).map(([word]) => word);
}

/** What an attacker may write, by what it knows. */
function attacks(
  tools: readonly ToolDocument[],
  cases: readonly SetCase[],
): Record<string, ToolDocument[]> {
  const queries = cases.map(({ query }) => query);
  const words = frequentWords(queries);
  const make = (of: (number: number) => ToolDocument) =>
    Array.from({ length: COUNT }, (_, number) => of(number));
  return {
    "every query, in every field": make((number) =>
      stuffed(`${number}`, queries.join(" "), {
        examples: queries.slice(0, 100),
        tags: words.slice(0, 500),
        categories: words.slice(0, 100),
      })
    ),
    "the 64 most frequent words, forty times each": make((number) =>
      stuffed(`${number}`, `${words.slice(0, 64).join(" ")} `.repeat(40))
    ),
    "the words of the queries, shared out among the tools": make((number) =>
      stuffed(
        `${number}`,
        words.slice(0, 40 * COUNT).filter((_, place) => place % COUNT === number).join(" "),
      )
    ),
    "names and descriptions of the operator's tools, repeated": make((number) => {
      const { name = "", description = "" } = tools[number * 3] ?? {};
      return stuffed(name, `${name} ${description} `.repeat(20));
    }),
    "one query each": make((number) =>
      stuffed(`${number}`, `${queries[number * 17]} `.repeat(5), { examples: [queries[number * 17] ?? ""] })
    ),
  };
}

needsShared(
  "S4: 50 stuffed tools of a server lower recall@8 by less than 0.02",
  "data/metatool",
  async () => {
    const { catalogue, cases } = readSet("metatool");
    const some = cases.filter(({ split }, place) => split === "single" && place % 10 === 0);
    const measure = async (version: string, tools: readonly ToolDocument[]) =>
      (await measureRetrieval(lexical(), { version, tools }, some, { k: 8, io: NO_IO })).recall;
    const before = await measure("alone", catalogue.tools);
    assert(before > 0.65);
    for (const [name, added] of Object.entries(attacks(catalogue.tools, some))) {
      const after = await measure(name, [...added, ...catalogue.tools]);
      assert(before - after < 0.02, `${name}: ${before} falls to ${after}`);
    }
  },
);

needsShared(
  "S4: a stuffed tool is never ranked above the operator's tool that is right",
  "data/metatool",
  async () => {
    const { catalogue, cases } = readSet("metatool");
    const some = cases.filter(({ split }, place) => split === "single" && place % 10 === 0);
    const words = frequentWords(some.map(({ query }) => query));
    const descriptions = {
      "every query": some.map(({ query }) => query).join(" "),
      "400 frequent words": words.slice(0, 400).join(" "),
      "every description": catalogue.tools.map(({ description }) => description).join(" "),
      "every name": catalogue.tools.map(({ name }) => name).join(" "),
    };
    for (const [what, description] of Object.entries(descriptions)) {
      assert.deepEqual(await passed(stuffed("tool", description), catalogue.tools, some), [], what);
    }
    // As short as an honest description, with just the words of most queries: of 1,450 right tools it passes three.
    const short = await passed(stuffed("tool", words.slice(0, 64).join(" ")), catalogue.tools, some);
    assert(short.length < 8, `${short.length} are passed`);
  },
);

/** The queries whose right tool is selected, and stands behind the stuffed one. */
async function passed(
  tool: ToolDocument,
  tools: readonly ToolDocument[],
  cases: readonly SetCase[],
): Promise<string[]> {
  const attacked = { version: "attacked", tools: [tool, ...tools] };
  const { results, recall } = await measureRetrieval(lexical(), attacked, cases, { k: 8, io: NO_IO });
  assert(recall > 0.65);
  return results.flatMap(({ place, tools }) => {
    const { query = "", expected: [right = ""] = [] } = cases[place] ?? {};
    const rank = tools.indexOf(right);
    return tools.slice(0, Math.max(rank, 0)).includes(tool.name) ? [query] : [];
  });
}

needsShared(
  "S4: a tool that repeats the query word by word passes no tool of the better half",
  "data/metatool",
  async () => {
    const { catalogue, cases } = readSet("metatool");
    for (const { query } of cases.filter((_, place) => place % 300 === 0)) {
      const ask = async (tools: readonly ToolDocument[]) =>
        await lexical().select({ text: query, most: 8 }, { version: "1", tools }, NO_IO);
      const alone = await ask(catalogue.tools);
      const attacked = await ask([
        stuffed("copy", query.repeat(3), { examples: [query] }),
        ...catalogue.tools,
      ]);
      const better = alone.tools.slice(0, 4);
      assert.deepEqual(attacked.tools.slice(0, better.length), better);
      assert.deepEqual(
        attacked.candidates.filter(({ name }) => name !== "stuffed_copy").slice(0, 19),
        alone.candidates.slice(0, 19),
      );
    }
  },
);

Deno.test("S4: examples, categories and tags of a server's tool do not count, and repetition gains nothing", async () => {
  const plain = stuffed("transfer", "Transfers money.");
  const scores = async (tool: ToolDocument) => {
    const { candidates } = await lexical().select({ text: "transfer money to a friend", most: 8 }, {
      version: "1",
      tools: [tool],
    }, NO_IO);
    return candidates;
  };
  const expected = await scores(plain);
  assert.equal(expected.length, 1);
  assert.deepEqual(
    await scores({ ...plain, examples: ["transfer money to a friend"], tags: ["friend"] }),
    expected,
  );
  assert.deepEqual(await scores({ ...plain, categories: ["friend"] }), expected);
  assert.deepEqual(await scores({ ...plain, description: "Transfers money. ".repeat(30) }), expected);
});

Deno.test("S4: a server's tool that copies the operator's stands below it", async () => {
  const words = "Sends money from an account of the user to another account, at once or on a date.";
  const long = `${words} ${Array.from({ length: 90 }, (_, place) => `clause${place}`).join(" ")}`;
  for (const description of [words, long]) {
    const right = { name: "send_money", description, parameters };
    const copy = {
      name: "send_money_account",
      description: "Sends money account user date",
      parameters,
      foreign: true,
    } as const;
    for (const tools of [[right, copy], [copy, right]]) {
      for (const text of ["send money", "money on a date to the account of a user", "account"]) {
        const { candidates } = await lexical().select({ text, most: 1 }, { version: "1", tools }, NO_IO);
        assert.deepEqual(candidates.map(({ name }) => name), ["send_money", "send_money_account"], text);
      }
    }
  }
});

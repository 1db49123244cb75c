// S9: pairs of tools that a model can confuse, and the words that tell them apart.

import assert from "node:assert/strict";
import { lintTools } from "../../../../../src/plugins/selection/lint/lint_tools.ts";
import { findNearDuplicates } from "../../../../../src/plugins/selection/lint/near_duplicates.ts";
import type { LintTool } from "../../../../../src/plugins/selection/lint/report.ts";
import { needsShared, sharedPath } from "../../../../support/shared.ts";
import { cpuMsOf } from "../../../../support/eventually.ts";
import { mulberry32 } from "../../../../support/mulberry32.ts";

const tool = (name: string, description: string, rest: Partial<LintTool> = {}): LintTool => ({
  name,
  description,
  parameters: {},
  ...rest,
});

const REST = Array.from(
  { length: 30 },
  (_, index) => tool(`other${index}_x${index}`, `Handle topic${index} of area${index}`),
);

/** The pairs among these, within a catalogue of others. */
function pairsOf(...tools: readonly LintTool[]) {
  return findNearDuplicates([...tools, ...REST], { threshold: 0.75, most: 100 }).pairs;
}

Deno.test("S9: a pair has its similarity, the words that one has and the other lacks, and what to write", () => {
  const [pair] = pairsOf(
    tool("get_exchange_rate", "Get the exchange rate between two currencies"),
    tool("get_historic_exchange_rate", "Get the historic exchange rate between two currencies on a day"),
  );
  assert.deepEqual(pair?.tools, ["get_exchange_rate", "get_historic_exchange_rate"]);
  assert.ok((pair?.similarity ?? 0) > 0.75 && (pair?.similarity ?? 0) < 1);
  assert.deepEqual(pair?.distinguishing, [[], ["historic", "day"]]);
  assert.match(
    pair?.fix ?? "",
    /^Only get_historic_exchange_rate has historic, day: write in get_exchange_rate when/,
  );
});

Deno.test("S9: two tools without a word that tells them apart: withdraw one of them", () => {
  const [pair] = pairsOf(
    tool("countWords", "Count the words of a text"),
    tool("word_count", "Counts words in texts"),
  );
  assert.equal(pair?.similarity, 1);
  assert.match(pair?.fix ?? "", /^No word tells countWords from word_count: withdraw one/);
});

for (
  const [what, first, second] of [
    [
      "delete and get",
      tool("get_invoice", "Get an invoice of a customer"),
      tool("delete_invoice", "Delete an invoice of a customer"),
    ],
    [
      "add and remove",
      tool("add_member", "Add a member to the team"),
      tool("remove_member", "Remove a member from the team"),
    ],
    ["on and off", tool("turn_on_light", "Turn a light on"), tool("turn_off_light", "Turn a light off")],
  ] as const
) {
  Deno.test(`S9: ${what} are told apart by every request, and are no pair`, () =>
    assert.deepEqual(pairsOf(first, second), []));
}

for (
  const [what, first, second] of [
    [
      "generate and create",
      tool("generate_invoice", "Generate an invoice of a customer"),
      tool("create_invoice", "Create an invoice of a customer"),
    ],
    [
      "check and validate",
      tool("check_address", "Check an address of a customer"),
      tool("validate_address", "Validate an address of a customer"),
    ],
  ] as const
) {
  Deno.test(`S9: ${what} mean the same, and are a pair`, () =>
    assert.equal(pairsOf(first, second).length, 1));
}

const takes = (...names: readonly string[]): Partial<LintTool> => ({
  parameters: {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  },
});

for (
  const [first, second] of [
    [
      tool("search_products", "Search for products in the catalog by keyword.", takes("query")),
      tool("search_catalogue", "Find items in the product catalogue by keywords.", takes("keyword", "limit")),
    ],
    [
      tool("search_products", "Finds products that match a query.", takes("query")),
      tool("search_catalogue", "Looks up items in the catalogue by a search term.", takes("search_query")),
    ],
    [
      tool("get_user", "Gets a user by the id.", takes("id")),
      tool("fetch_customer", "Retrieves the profile of a customer by its id.", takes("id")),
    ],
  ] as const
) {
  Deno.test(`S9: ${second.name} paraphrases ${first.name}: the same is done with the same arguments, in other words (${first.description})`, () => {
    assert.equal(pairsOf(first, second).length, 1);
    assert.equal(findNearDuplicates([first, second], { threshold: 0.75, most: 10 }).count, 1, "alone, too");
  });
}

Deno.test("S9: fewer words are enough for no pair whose verbs, arguments or things differ", () => {
  const search = tool("search_products", "Finds products that match a query.", takes("query"));
  const words = "Looks up items in the catalogue by a search term.";
  for (
    const other of [
      tool("price_catalogue", words, takes("query")),
      tool("search_catalogue", words, takes("author")),
      tool("search_catalogue", words),
    ]
  ) assert.deepEqual(pairsOf(search, other), [], JSON.stringify(other));
  const power = tool("get_wind_power", "Get the power of wind at a location", takes("location"));
  const speed = tool("get_wind_speed", "Get the speed of wind at a location", takes("location"));
  assert.deepEqual(pairsOf(power, speed), []);
});

Deno.test("S9: tools are a pair where a prompt can have both: in one agent, or in a catalogue", () => {
  const one = tool("find_order", "Find an order by its number");
  const other = tool("search_order", "Search an order by its number");
  const together = (a?: readonly string[], b?: readonly string[]) =>
    pairsOf({ ...one, ...(a && { agents: a }) }, { ...other, ...(b && { agents: b }) }).length;
  assert.equal(together(["sales", "support"], ["support"]), 1);
  assert.equal(together(["sales"], ["support"]), 0);
  assert.equal(together(["sales"], undefined), 1);
  assert.equal(together(), 1);
});

Deno.test("S9: the index finds every pair that comparing all with all finds", () => {
  const words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda".split(" ");
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const tools = Array.from(
    { length: 150 },
    (_, index) =>
      tool(`t${index % 40}`, Array.from({ length: 3 + next(4) }, () => words[next(words.length)]).join(" ")),
  );
  for (const threshold of [0.5, 0.75, 0.9]) {
    // With a threshold that every pair with a common word passes, all are compared.
    const all = findNearDuplicates(tools, { threshold: 1e-6, most: 1e6 }).pairs.filter(({ similarity }) =>
      similarity >= threshold + 0.001
    );
    const found = findNearDuplicates(tools, { threshold, most: 1e6 }).pairs.filter(({ similarity }) =>
      similarity >= threshold + 0.001
    );
    assert.ok(all.length > 5, `${all.length} pairs from ${threshold} on`);
    assert.deepEqual(found, all);
  }
});

Deno.test("S9: 5,000 tools of which all are alike end in time, and the report says that not all were compared", async () => {
  const tools = Array.from(
    { length: 5_000 },
    () => tool("run_report", "Run the nightly report of a shop"),
  );
  const cpuMs = await cpuMsOf(() => {
    const { compared, pairs } = findNearDuplicates(tools, { threshold: 0.5, most: 50 });
    assert.equal(compared, false);
    assert.equal(pairs.length, 50);
  });
  assert.ok(cpuMs < 10_000, `${cpuMs} ms`);
});

Deno.test("S9: to compare each of 2,000 tools with those that share its words costs no more than twice what reading them costs", async () => {
  const random = mulberry32(1);
  // Few words are in many tools, as in a language.
  const wordsOf = (count: number, vocabulary: number) =>
    Array.from({ length: count }, () => `w${Math.floor(random() ** 2 * vocabulary).toString(36)}x`);
  const verbs = ["get", "list", "create", "update", "delete", "send", "find", "search", "cancel", "export"];
  const tools = Array.from({ length: 2_000 }, (_, index) => {
    const verb = verbs[index % verbs.length] ?? "";
    const description = `${verb} the ${wordsOf(40, 1_200).join(" ")}.`;
    return tool([verb, ...wordsOf(2, 400)].join("_"), description, takes(...wordsOf(3, 60)));
  });
  // In twenties there is next to nothing to compare: what is left is the reading.
  const twenties = Array.from({ length: 100 }, (_, index) => tools.slice(index * 20, index * 20 + 20));
  const [read, whole]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    read.push(await cpuMsOf(() => twenties.forEach((some) => lintTools(some))));
    whole.push(await cpuMsOf(() => assert.equal(lintTools(tools).count, 2_000)));
  }
  const [least, all] = [Math.min(...read), Math.min(...whole)];
  assert.ok(all < 3 * least, `${all} ms for all at once, ${least} ms for a hundred times twenty`);
});

needsShared(
  "S9: seal-tools has near-duplicates, metatool has none; 5,000 tools take less than 5 s",
  "data/seal-tools",
  async () => {
    const read = (set: string): LintTool[] =>
      JSON.parse(Deno.readTextFileSync(sharedPath("data", set, "tools.json")))
        .map(({ name, description, parameters = {} }: LintTool) => ({ name, description, parameters }));
    const seal = read("seal-tools");
    const metatool = read("metatool");
    const { pairs, count } = findNearDuplicates(seal, { threshold: 0.75, most: 1_000 });
    assert.ok(count > 200 && count < 400, `${count} pairs`);
    const has = (a: string, b: string) => pairs.some(({ tools }) => tools.includes(a) && tools.includes(b));
    assert.ok(has("countWords", "wordCount") && has("getMolarMass", "calculateMolarMass"));
    assert.ok(!has("addMember", "removeMember"));
    assert.equal(findNearDuplicates(metatool, { threshold: 0.75, most: 10 }).count, 0);

    const many = [
      ...seal,
      ...metatool,
      ...seal.slice(0, 725).map((each) => ({ ...each, name: `${each.name}_v2` })),
    ];
    assert.equal(many.length, 5_000);
    const cpuMs = await cpuMsOf(() => {
      const found = findNearDuplicates(many, { threshold: 0.75, most: 100 });
      assert.ok(found.compared && found.count >= 725);
    });
    assert.ok(cpuMs < 5_000, `${cpuMs} ms`);
  },
);

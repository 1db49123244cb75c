// Categories as a soft prior: they raise tools and lose none, and what is not known is said.

import assert from "node:assert/strict";
import { AgentError } from "../../../../src/core/error.ts";
import type { ToolDocument, ToolSelector } from "../../../../src/plugins/selection/selector.ts";
import { classifyByChat } from "../../../../src/plugins/selection/selectors/classify_by_chat.ts";
import type { CategoryScore, ToolCategory } from "../../../../src/plugins/selection/categories.ts";
import { type Classify, routed } from "../../../../src/plugins/selection/selectors/routed.ts";
import { createOpenAIEmbedder } from "../../../../src/plugins/selection/embedders/openai.ts";
import { byWords, catalogueOf, ioOf, TOOLS } from "./_catalogue.ts";
import { OPENAI_KEY, startOpenAI } from "./_openai_wire.ts";

const says = (...scores: CategoryScore[]): Classify => () => Promise.resolve(scores);

/** Tools t1 to t60; every third one is of the category `third`. */
const SIXTY: readonly ToolDocument[] = Array.from({ length: 60 }, (_, at) => ({
  name: `t${at + 1}`,
  description: "",
  parameters: {},
  categories: [(at + 1) % 3 === 0 ? "third" : "other"],
}));

/** Ranks the tools in the order of the catalogue, all of them or `count`. */
function inOrder(count = Infinity): ToolSelector {
  return {
    name: "in order",
    settings: {},
    select: ({ most }, { tools }) => ({
      tools: tools.slice(0, Math.min(most, count)).map(({ name }) => name),
      candidates: [],
    }),
  };
}

Deno.test("S5: a category raises its tools by 0.3 of the first rank, and the others stay behind them", async () => {
  const selector = routed({ selector: inOrder(), classify: says({ category: "third", score: 1 }) });
  const { tools, categories, candidates, warnings } = await selector.select(
    { text: "x", most: 20 },
    catalogueOf(SIXTY),
    ioOf(),
  );
  assert.deepEqual([categories, warnings], [["third"], undefined]);
  const expected = SIXTY.map(({ name }, at) => ({
    name,
    score: 1 / (11 + at) + ((at + 1) % 3 === 0 ? 0.3 / 11 : 0),
  })).sort((a, b) => b.score - a.score).slice(0, 20);
  assert.deepEqual(candidates, expected);
  assert.deepEqual(tools, expected.map(({ name }) => name));
  assert(tools.includes("t1") && tools.includes("t2"), "never a cut");
});

Deno.test("S5: the documented places: rank 8 becomes 3, 50 becomes 13, and a tool without a word comes at 27", async () => {
  const onlyAt = (rank: number) =>
    catalogueOf(SIXTY.map((tool, at) => ({ ...tool, categories: [at + 1 === rank ? "right" : "wrong"] })));
  const placeOf = async (rank: number, found = Infinity) => {
    const selector = routed({ selector: inOrder(found), classify: says({ category: "right", score: 1 }) });
    const { tools } = await selector.select({ text: "x", most: 60 }, onlyAt(rank), ioOf());
    return tools.indexOf(`t${rank}`) + 1;
  };
  assert.deepEqual([await placeOf(8), await placeOf(50), await placeOf(60, 59)], [3, 13, 27]);
});

Deno.test("S5: a wrong classification moves tools and loses none", async () => {
  const { tools } = await routed({ selector: byWords(), classify: says({ category: "weather", score: 1 }) })
    .select({ text: "refund the payment to the card", most: 8 }, catalogueOf(), ioOf());
  assert.equal(tools[0], "refundPayment");
});

Deno.test("S5: the right category brings a tool that has no word of the query", async () => {
  const query = { text: "give them their money back", most: 8 };
  const plain = await byWords().select(query, catalogueOf(), ioOf());
  assert(!plain.tools.includes("refundPayment"));
  const { tools } = await routed({ selector: byWords(), classify: says({ category: "billing", score: 0.9 }) })
    .select(query, catalogueOf(), ioOf());
  assert(tools.includes("refundPayment"));
});

const STRANGE: readonly (readonly [what: string, classify: Classify, why: RegExp])[] = [
  ["an unknown category", says({ category: "products", score: 1 }), /named "products", which no tool has/],
  ["a name of every object", says({ category: "__proto__", score: 1 }), /named "__proto__"/],
  ["an empty answer", says(), /named none/],
  ["a score that is none", says({ category: "billing", score: NaN }), /named none/],
  [
    "a failure",
    () => Promise.reject(new AgentError("model_auth", "Wrong key.")),
    /failed \(model_auth: Wrong key\.\)/,
  ],
  ["an exception", () => {
    throw new TypeError("secret");
  }, /failed \(an unexpected error\)/],
  ["no answer in time", () => new Promise(() => {}), /failed \(model_timeout/],
];
for (const [what, classify, why] of STRANGE) {
  Deno.test(`S5: with ${what} the prior is left out with a warning, and no category stands in for it`, async () => {
    const query = { text: "refund the payment to the card", most: 5, least: 4 };
    const none = routed({
      selector: byWords(),
      classify: says({ category: "files", score: 0 }),
      timeoutMs: 30,
    });
    const selector = routed({ selector: byWords(), classify, timeoutMs: 30 });
    const { warnings, ...selection } = await selector.select(query, catalogueOf(), ioOf());
    const { warnings: _, ...without } = await none.select(query, catalogueOf(), ioOf());
    assert.deepEqual(selection, without);
    assert.equal(selection.categories, undefined);
    assert.deepEqual(warnings?.map(({ code }) => code), ["category_unknown"]);
    assert.match(warnings?.[0]?.message ?? "", why);
    assert(!JSON.stringify(warnings).includes("secret"));
  });
}

Deno.test("S5: of known and unknown categories the known ones count; scores beyond 1 are cut", async () => {
  const classify = says(
    { category: "billing", score: 0.4 },
    { category: "strange", score: 1 },
    { category: "files", score: 7 },
  );
  const selector = routed({ selector: byWords(), classify });
  const { categories, warnings, candidates } = await selector.select(
    { text: "zzz", most: 3 },
    catalogueOf(),
    ioOf(),
  );
  assert.deepEqual(categories, ["files", "billing"]);
  assert.deepEqual(warnings?.map(({ code }) => code), ["category_unknown"]);
  assert.equal(candidates[0]?.score, 0.3 / 11);
});

Deno.test("S5: a catalogue without categories says so, and the classifier is not asked", async () => {
  const tools = TOOLS.map(({ categories: _, ...tool }) => tool);
  const selector = routed({ selector: byWords(), classify: () => assert.fail("asked") });
  const { warnings, tools: selected } = await selector.select(
    { text: "refund payment", most: 1 },
    catalogueOf(tools),
    ioOf(),
  );
  assert.deepEqual(selected, ["refundPayment"]);
  assert.match(warnings?.[0]?.message ?? "", /no tool has a category/);
});

Deno.test("S5: a selector as the classifier: the tools that it finds vote for their categories", async () => {
  const selector = routed({ selector: byWords(), classify: byWords() });
  const { categories, warnings } = await selector.select(
    { text: "cancel the meeting and tell the guests", most: 3 },
    catalogueOf(),
    ioOf(),
  );
  assert.deepEqual([categories?.[0], warnings], ["calendar", undefined]);
  const nothing = await selector.select({ text: "qqqq", most: 3 }, catalogueOf(), ioOf());
  assert.deepEqual([nothing.categories, nothing.warnings?.[0]?.code], [undefined, "category_unknown"]);
  assert.deepEqual(selector.settings, {
    selector: { name: "words" },
    classify: { name: "words" },
    boost: 0.3,
    timeoutMs: 1_500,
  });
});

Deno.test("S5: a step that ends while a query is classified is no unknown category", async () => {
  const step = new AbortController();
  const cancelled = new AgentError("step_cancelled", "The step was cancelled.");
  const selector = routed({ selector: byWords(), classify: () => new Promise(() => {}) });
  const pending = selector.select({ text: "x", most: 1 }, catalogueOf(), ioOf({}, { signal: step.signal }));
  step.abort(cancelled);
  assert.equal(await Promise.resolve(pending).catch((error) => error), cancelled);
});

Deno.test("S5: a chat endpoint classifies: the strict schema has the categories, the prompt their tools, the query its own message", async () => {
  const seen: unknown[] = [];
  await using service = startOpenAI({
    chat: (messages, schema) => {
      seen.push(messages, schema);
      return { categories: [{ category: "billing", score: 0.9 }, { category: "people", score: 0.2 }] };
    },
  });
  const classify = classifyByChat({
    model: "gpt-5-nano",
    baseURL: service.baseURL,
    descriptions: { people: "Employees\nand applicants" },
  });
  const selector = routed({ selector: byWords(), classify });
  const foreign = {
    name: "evil",
    description: "",
    parameters: {},
    categories: ["billing"],
    foreign: true as const,
  };
  const catalogue = catalogueOf([foreign, ...TOOLS]);
  const { categories, warnings } = await selector.select(
    { text: "money back", most: 3 },
    catalogue,
    ioOf({ OPENAI_API_KEY: OPENAI_KEY }),
  );
  assert.deepEqual([categories, warnings], [["billing", "people"], undefined]);
  const [messages, schema] = seen as [
    { role: string; content: string }[],
    { properties: { categories: { items: { properties: { category: { enum: string[] } } } } } },
  ];
  assert.deepEqual(schema.properties.categories.items.properties.category.enum, [
    "billing",
    "weather",
    "calendar",
    "files",
    "people",
  ]);
  assert.deepEqual(messages[1], { role: "user", content: "money back" });
  assert.match(messages[0]?.content ?? "", /- "billing": refundPayment, list_invoices/);
  assert.match(messages[0]?.content ?? "", /- "people": Employees and applicants/);
  assert(!messages[0]?.content.includes("evil"), "no words of strangers");
  assert.equal(service.arrived[0]?.body.model, "gpt-5-nano");
  assert.deepEqual(selector.settings.classify, { name: "classify", model: "gpt-5-nano" });
});

const message = (content: string | null, others: object = {}) => ({
  finish_reason: "stop",
  message: { role: "assistant", content, refusal: null },
  ...others,
});
const CHATS: readonly (readonly [what: string, answer: object, why: RegExp])[] = [
  [
    "a refusal",
    message(null, { message: { role: "assistant", content: null, refusal: "No." } }),
    /is a refusal/,
  ],
  ["a cut answer", message('{"categories":[{"cat', { finish_reason: "length" }), /cut at the limit/],
  ["prose", message("It is about billing."), /no JSON of the schema/],
  ["another form", message('{"category":"billing"}'), /no JSON of the schema/],
  ["fields of other types", message('{"categories":[{"category":1,"score":"x"}]}'), /no JSON of the schema/],
];
for (const [what, answer, why] of CHATS) {
  Deno.test(`S5: ${what} of a chat endpoint is model_answer_invalid, and the tools are selected without it`, async () => {
    await using service = startOpenAI({ chat: () => answer });
    const classify = classifyByChat({ model: "m", baseURL: service.baseURL });
    const categories: ToolCategory[] = [{ name: "billing", tools: TOOLS.slice(0, 1) }];
    const io = ioOf({ OPENAI_API_KEY: OPENAI_KEY });
    const error = await classify("x", categories, io).then(() => undefined, (error) => error);
    assert(error instanceof AgentError && error.code === "model_answer_invalid", String(error));
    const selector = routed({ selector: byWords(), classify });
    const { tools, warnings } = await selector.select({ text: "refund payment", most: 1 }, catalogueOf(), io);
    assert.deepEqual(tools, ["refundPayment"]);
    assert.match(warnings?.[0]?.message ?? "", why);
  });
}

Deno.test("S5: beyond 250 categories the schema has no enumeration, and a name that is made up is caught", async () => {
  await using service = startOpenAI({
    chat: () => ({ categories: [{ category: "made up", score: 1 }, { category: "c299", score: 1 }] }),
  });
  const tools = Array.from({ length: 300 }, (_, at) => ({
    name: `t${at}`,
    description: "",
    parameters: {},
    categories: [
      `c${at}`,
      "a name of some length so that the enumeration would be too long".slice(0, 40 + at % 20),
    ],
  }));
  const selector = routed({
    selector: byWords(),
    classify: classifyByChat({ model: "m", baseURL: service.baseURL }),
  });
  const { categories, warnings } = await selector.select(
    { text: "x", most: 3 },
    catalogueOf(tools),
    ioOf({ OPENAI_API_KEY: OPENAI_KEY }),
  );
  assert.deepEqual([categories, warnings?.map(({ code }) => code)], [["c299"], ["category_unknown"]]);
});

Deno.test("S4, E12: requests for vectors and for categories say what they cost, by their price or by that of OpenAI's own models", async () => {
  await using service = startOpenAI({ chat: () => ({ categories: [] }) });
  const { baseURL } = service;
  const spent: number[] = [];
  const spend = (microDollars: number) => void spent.push(microDollars);
  const own = (url: string | URL | Request, init?: RequestInit) =>
    fetch(String(url).replace("https://api.openai.com", service.origin), init);
  const io = { ...ioOf(), env: { OPENAI_API_KEY: OPENAI_KEY }, spend };
  const text = ["x".repeat(1_000)]; // a token for each byte
  await createOpenAIEmbedder().embed(text, { ...io, fetch: own });
  await createOpenAIEmbedder({ model: "text-embedding-3-large" }).embed(text, { ...io, fetch: own });
  await createOpenAIEmbedder({ baseURL }).embed(text, io);
  await createOpenAIEmbedder({ baseURL, price: 3 }).embed(text, io);
  assert.deepEqual(spent.splice(0), [20, 130, 0, 3_000]);
  const price = { input: 1, output: 2 };
  for (const more of [{}, { price }]) await classifyByChat({ model: "m", baseURL, ...more })("x", [], io);
  assert.deepEqual(spent, [10 + 2 * 5]);
  assert.throws(() => createOpenAIEmbedder({ price: -1 }), { code: "config_invalid" });
});

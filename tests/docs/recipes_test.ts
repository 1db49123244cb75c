/** Each block of docs/recipes.md does what stands beside it, with a scripted model in place of a real one. */
import assert from "node:assert/strict";
import {
  type Agent,
  createScriptedProvider,
  createTreadle,
  defineAgent,
  defineTool,
  type Plugin,
  scenario,
  standard,
  type Treadle,
} from "../../src/mod.ts";
import { shares } from "../../src/plugins/shares/mod.ts";
import { createClient, type Thread } from "../../src/react/client/mod.ts";
import type { Scenario } from "../../src/testing/mod.ts";
import { codeOf } from "../support/code_of.ts";
import { blocksOf } from "../support/docs/blocks.ts";
import { readPage } from "../support/docs/markdown.ts";
import { openRecipes, type Recipes } from "./_recipes.ts";

/** What each recipe promises, by its name. A recipe without a row fails, and so does a row without a recipe. */
const PROMISES: Readonly<Record<string, (recipes: Recipes) => Promise<void>>> = {
  async search_first(recipes) {
    const { handbook } = await recipes.load<{ handbook: Agent }>("search_first");
    await using shop = open(handbook, scenario().says("I know it.").next().says("Chapter 3."));
    const { output, calls } = await shop.treadle.run("t1", "Where is it?");
    assert.deepEqual([output, calls.map(({ name }) => name)], ["Chapter 3.", ["search"]]);
  },

  async as_json(recipes) {
    const { reporter } = await recipes.load<{ reporter: Agent }>("as_json");
    const script = scenario().says("It is warm.").says("").next().says('{"city":"Paris","celsius":18}');
    await using desk = open(reporter, script);
    const { output } = await desk.treadle.run("t1", "Paris?");
    assert.deepEqual(JSON.parse(output ?? ""), { city: "Paris", celsius: 18 });
  },

  async question(recipes) {
    const { tailor } = await recipes.load<{ tailor: Agent }>("question");
    const script = scenario().calls("ask_user", { question: "Which size?" }).next().says("It is cut.");
    await using shop = open(tailor, script);
    await shop.treadle.run("t1", "A coat.");
    const { calls: [call] } = await shop.treadle.thread("t1");
    await shop.treadle.approve("t1", call?.id ?? "", { approved: true, answer: "M" });
    const { calls } = await shop.treadle.run("t1");
    assert.equal(calls[0]?.output, "M");
  },

  async two_people(recipes) {
    const { treasurer } = await recipes.load<{ treasurer: Agent }>("two_people");
    const script = scenario().calls("transfer", { amount: 5000 }).next().says("Done.");
    await using bank = open(treasurer, script);
    await bank.treadle.run("t1", "Pay.");
    const { calls: [call] } = await bank.treadle.thread("t1");
    const approve = (by: string) => bank.treadle.approve("t1", call?.id ?? "", { approved: true, by });
    assert.equal((await approve("ann")).missing, 1);
    assert.equal(await codeOf(bank.treadle.run("t1")), "approval_required");
    assert.equal((await approve("bob")).missing, 0);
    assert.deepEqual((await bank.treadle.run("t1")).calls[0]?.output, { transferred: 5000 });
  },

  async at_most(recipes) {
    const { mailer } = await recipes.load<{ mailer: Agent }>("at_most");
    const sends = scenario().calls("send_mail", { text: "a" }).next().calls("send_mail", { text: "b" })
      .next();
    await using post = open(mailer, sends.calls("send_mail", { text: "c" }).next().says("Done."));
    const { steps } = await post.treadle.run("t1", "Write three mails.");
    const { entries } = await post.treadle.history("t1");
    const sent = entries.filter((entry) => entry.type === "tool" && entry.outcome === "completed");
    assert.equal(sent.length, 2, JSON.stringify(steps));
  },

  async user_budget(recipes) {
    const { treadle } = await recipes.load<{ treadle: Treadle }>("user_budget");
    // An input of 300 KB may come to more than 200,000 tokens. No request is sent, so no key is needed.
    const refused = treadle.as({ user: "ann" }).run("t1", "x".repeat(300_000));
    await assert.rejects(refused, /budget user\.tokens of user ann leaves too little/);
    await treadle.close();
  },

  async fallback(recipes) {
    const { steady } = await recipes.load<{ steady: Agent }>("fallback");
    const first = {
      ...createScriptedProvider({ script: scenario().fails("model_overloaded") }),
      name: "anthropic",
    };
    const second = { ...createScriptedProvider({ script: scenario().says("Here I am.") }), name: "openai" };
    const treadle = createTreadle({ agents: [steady], store: "memory", env: {}, providers: [first, second] });
    assert.equal((await treadle.run("t1", "Hello.")).output, "Here I am.");
    await treadle.close();
  },

  async stream(recipes) {
    const { printAnswer } = await recipes.load<{ printAnswer: Print }>("stream");
    await using shop = open(counter, scenario().calls("count").next().says("It is one."));
    const printed: string[] = [];
    const { log } = console;
    console.log = (text: string) => void printed.push(text);
    try {
      await shop.treadle.create({ id: "t1" });
      await printAnswer(shop.treadle, "t1", "Count.");
    } finally {
      console.log = log;
    }
    assert.equal(printed[0], "(count runs)");
    assert.equal(printed.slice(1).join(""), "It is one.");
  },

  async another_answer(recipes) {
    const { askAgain } = await recipes.load<{ askAgain: Ask }>("another_answer");
    await using desk = open(counter, scenario().says("First.").next().says("Second."));
    await desk.treadle.run("t1", "One?");
    assert.equal(await askAgain(desk.treadle, "t1", "Two?"), "Second.");
    assert.equal((await desk.treadle.thread("t1")).version, 1);
  },

  async inbox(recipes) {
    const { approveSmall } = await recipes.load<{ approveSmall: Approve }>("inbox");
    const pay = defineTool({
      name: "pay",
      description: "Pays.",
      parameters: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
      needsApproval: true,
      run: () => null,
    });
    const payer = defineAgent({ name: "payer", model: "scripted/any", tools: [pay] });
    await using desk = open(payer, scenario().calls("pay", { amount: 5 }).calls("pay", { amount: 50 }));
    await desk.treadle.run("t1", "Pay.");
    assert.equal(await approveSmall(desk.treadle, "t1", 10), 1);
  },

  async share(recipes) {
    const { shareAgain } = await recipes.load<{ shareAgain: (thread: Thread) => Promise<string> }>("share");
    const env = { TREADLE_OPEN: "1", TREADLE_APPROVAL_SECRET: "a-secret-of-links-of-32-characters" };
    await using desk = open(counter, scenario().says("One.").next().says("Two."), [shares()], env);
    const send = async (url: string, init?: RequestInit) => await desk.treadle.fetch(new Request(url, init));
    const thread = createClient({ url: "http://localhost", fetch: send }).thread("t1");
    await thread.run("Count.", { agent: "counter" });
    const first = await shareAgain(thread);
    await thread.run("Go on.");
    assert.equal((await (await send(first)).json()).messages.length, 2);
    const second = await shareAgain(thread);
    assert.equal((await (await send(second)).json()).messages.length, 4);
    assert.equal((await send(first)).status, 410);
  },

  async redact(recipes) {
    const { codeName } = await recipes.load<{ codeName: Plugin }>("redact");
    await using desk = open(counter, scenario().says("Project Kestrel flies."), [codeName]);
    assert.equal((await desk.treadle.run("t1", "What of project kestrel?")).output, "[project] flies.");
    assert.doesNotMatch(JSON.stringify(await desk.treadle.history("t1")), /kestrel/i);
  },
};

type Print = (treadle: Treadle, thread: string, input: string) => Promise<void>;
type Ask = (treadle: Treadle, thread: string, input: string) => Promise<string | null>;
type Approve = (treadle: Treadle, thread: string, limit: number) => Promise<number>;

const count = defineTool({ name: "count", description: "Counts.", effect: "pure", run: () => 1 });
const counter = defineAgent({ name: "counter", model: "scripted/any", tools: [count] });

for (const [name, keeps] of Object.entries(PROMISES)) {
  Deno.test(`V4: docs/recipes.md: ${name} does what stands beside it`, async () => {
    await using recipes = await openRecipes("docs/recipes.md");
    await keeps(recipes);
  });
}

Deno.test("docs/recipes.md: every block is a recipe that a test runs", async () => {
  await using recipes = await openRecipes("docs/recipes.md");
  assert.deepEqual(recipes.names.toSorted(), Object.keys(PROMISES).toSorted());
  assert.equal(blocksOf(await readPage("docs/recipes.md")).length, recipes.names.length);
});

/** A deployment of one agent whose model plays a script. */
function open(
  agent: Agent,
  script: Scenario,
  plugins: readonly Plugin[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const treadle = createTreadle({
    agents: [agent],
    store: "memory",
    env,
    plugins: [...standard(), ...plugins],
    providers: [createScriptedProvider({ script })],
  });
  return { treadle, [Symbol.asyncDispose]: () => treadle.close() };
}

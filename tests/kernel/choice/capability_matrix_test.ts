import assert from "node:assert/strict";
import { modelGroups } from "../../../src/kernel/choice/capability_matrix.ts";
import { providersText, withProviders } from "../../../src/tasks/providers.ts";
import { PROMPT_FACTS, promptFactRows } from "../../../src/tasks/providers/prompt_facts.ts";
import { amended, changesInNotices, resolveCapabilities } from "../../../src/core/model/capability.ts";
import { ANTHROPIC_CAPABILITIES } from "../../../src/providers/anthropic/capabilities.ts";
import type { CapabilityTable, Feature } from "../../../src/core/model/capability.ts";
import type { ProviderDefinition } from "../../../src/core/model/provider.ts";
import type { Enforcement } from "../../../src/core/tool_choice/choice_report.ts";
import { loadProviders } from "../../../src/provider_registry.ts";
import { projectRoot } from "../../support/project.ts";

// The order of MODES: auto, none, required, tool, allowed under auto, allowed under required, forced while thinking.
type Held = readonly [
  Enforcement,
  Enforcement,
  Enforcement,
  Enforcement,
  Enforcement,
  Enforcement,
  Enforcement,
];
const ALL = "native";
const EXPECTED: readonly [readonly Feature[], boolean, Held][] = [
  [[], false, [ALL, ALL, ALL, ALL, ALL, ALL, ALL]],
  [["allowed"], false, [ALL, ALL, ALL, ALL, "announced", "announced", ALL]],
  [["tool"], false, [ALL, ALL, ALL, "announced", ALL, ALL, ALL]],
  [["none"], false, [ALL, "announced", ALL, ALL, ALL, ALL, ALL]],
  [["required"], false, [ALL, ALL, "announced", ALL, ALL, "announced", "announced"]],
  [["forced_thinking"], false, [ALL, ALL, ALL, ALL, ALL, ALL, "announced"]],
  [["forced_thinking"], true, [ALL, ALL, "announced", "announced", ALL, "announced", "announced"]],
  [["required", "tool", "allowed"], false, [
    ALL,
    ALL,
    "announced",
    "announced",
    "announced",
    "announced",
    "announced",
  ]],
  [["tools"], false, ["withheld", "withheld", "withheld", "withheld", "withheld", "withheld", "withheld"]],
];
for (const [lacks, thinks, held] of EXPECTED) {
  Deno.test(`C5: a model that lacks ${lacks.join(", ") || "nothing"}${thinks ? " and thinks" : ""} is held as the page says`, () => {
    const [group] = modelGroups({
      lacks: Object.fromEntries(lacks.map((feature) => [feature, "it is so"])),
      models: [],
      thinks: () => thinks,
    });
    assert.deepEqual(Object.values(group?.modes ?? {}), held);
    assert.equal(group?.parallelFlag, !lacks.includes("tools"));
  });
}

const TABLE: CapabilityTable = {
  lacks: { allowed: "no such field" },
  models: [
    {
      models: /^a|b/,
      example: "alpha",
      lacks: ["none"],
      because: "a|b refuse none",
      asOf: "2026-11-01",
      source: "https://x.example",
    },
    {
      models: /^alps/,
      example: "alps",
      lacks: ["parallel"],
      because: "alps refuse the flag",
      asOf: "2026-11-02",
      source: "recorded",
    },
    {
      models: /^c/,
      example: "cold",
      lacks: ["temperature"],
      because: "it is cold",
      asOf: "2026-11-03",
      source: "recorded",
    },
  ],
  thinks: (model) => model === "alps",
};
const definition: ProviderDefinition = {
  name: "own",
  capabilities: TABLE,
  variables: ["X_API_KEY", "X_BASE_URL"],
  create: () => assert.fail("nothing is made for a table"),
};

Deno.test("C4: there is a group for what no row knows, and one for each row, with all that holds for its example", () => {
  const groups = modelGroups(TABLE);
  assert.deepEqual(groups.map(({ row }) => row?.example), [undefined, "alpha", "alps", "cold"]);
  assert.deepEqual(groups.map(({ lacks }) => Object.keys(lacks)), [
    ["compaction", "context_editing", "tool_search", "allowed"],
    ["compaction", "context_editing", "tool_search", "allowed", "none"],
    ["compaction", "context_editing", "tool_search", "allowed", "none", "parallel"],
    ["compaction", "context_editing", "tool_search", "allowed", "temperature"],
  ], "what few APIs have is lacked where the table does not name it");
  assert.deepEqual(groups.map(({ thinks }) => thinks), [false, false, true, false]);
});

Deno.test("C4: the table of docs/providers.md has a line for the others, and for each row that is held otherwise", async () => {
  const lines = (await providersText([["x", definition]])).split("\n").map((line) =>
    line.replaceAll(/ +/g, " ")
  );
  assert.deepEqual(lines.slice(2, 5), [
    "| `x` | others | ✓ | ✓ | ✓ | ✓ | announced | announced | ✓ | ✓ | no such field |",
    "| | like `alpha` | ✓ | announced | ✓ | ✓ | announced | announced | ✓ | ✓ | a\\|b refuse none (2026-11-01) |",
    "| | like `alps` | ✓ | announced | ✓ | ✓ | announced | announced | ✓ | skipped | alps refuse the flag (2026-11-02) |",
  ]);
  assert.equal(lines.at(-1), "| `x` | `X_API_KEY`, `X_BASE_URL` |");
});

Deno.test("C5: docs/providers.md says of every provider what the code does (deno task providers)", async () => {
  const page = await Deno.readTextFile(new URL("docs/providers.md", projectRoot));
  const providers = await loadProviders();
  assert(page === withProviders(page, await providersText(providers)), "run deno task providers");
  for (const [name] of providers) assert(page.includes(`| \`${name}\``), name);
});

Deno.test("C5: a page without the two comments is not written to", () => {
  assert.throws(() => withProviders("# Treadle", "x"), /has no section between/);
});

Deno.test("C4: what is said of servers and prompts is dated and sourced, of a model that has a price, and comes to something", async () => {
  const providers = await loadProviders();
  for (const { provider, models, example, asOf, source } of PROMPT_FACTS) {
    const [, definition] = providers.find(([name]) => name === provider) ?? assert.fail(provider);
    assert.match(example, models);
    assert.equal(models.flags, "");
    assert.match(asOf, /^20\d\d-\d\d-\d\d$/);
    assert.ok(source.length > 10);
    const price = (await definition.prices?.())?.(example) ??
      assert.fail(`${example} has no price`);
    assert.ok((price.cached ?? price.input) < price.input, `${example} is cached for nothing`);
  }
  const rows = await promptFactRows(providers);
  const written = rows.flatMap(([, , cache, , written]) => cache === "prefix" ? [] : [written]);
  assert.deepEqual(new Set(written), new Set(["1.25"]));
});

Deno.test("C4: the first fact that matches a model is the one of its example", () => {
  for (const { provider, example, source } of PROMPT_FACTS) {
    const first = PROMPT_FACTS.find((fact) => fact.provider === provider && fact.models.test(example));
    assert.equal(first?.source, source, example);
    assert.equal(first?.example, example);
  }
});

Deno.test("C4: a model without messages of the application changes no tools and clears no reminders by them", () => {
  const of = (model: string) => resolveCapabilities(ANTHROPIC_CAPABILITIES, model, {}).lacks;
  const features = ["notices", "tool_changes", "inline_tools", "clear_at"] as const;
  for (const feature of features) {
    assert.ok(of("claude-sonnet-5")[feature] !== undefined, feature);
    assert.equal(of("claude-haiku-5-5")[feature], undefined, feature);
  }
  const learned = amended({ lacks: {}, thinks: false }, {}, ["tool_changes"]).lacks;
  assert.deepEqual(Object.keys(learned), ["tool_changes"]);
  assert.equal(changesInNotices(learned), false);
  const declared = amended({ lacks: {}, thinks: false }, { notices: false }, []).lacks;
  assert.deepEqual(Object.keys(declared), features.slice());
});

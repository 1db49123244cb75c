import assert from "node:assert/strict";
import { modelGroups } from "../../src/choice/capability_matrix.ts";
import { providersText, withProviders } from "../../src/cli/providers.ts";
import type { CapabilityTable, Feature } from "../../src/core/model/capability.ts";
import type { ProviderDefinition } from "../../src/core/model/provider.ts";
import type { Enforcement } from "../../src/core/tool_choice/choice_report.ts";
import { loadProviders } from "../../src/registry.ts";
import { projectRoot } from "../support/project.ts";

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
  capabilities: TABLE,
  variables: ["X_API_KEY", "X_BASE_URL"],
  create: () => assert.fail("nothing is made for a table"),
};

Deno.test("C4: there is a group for what no row knows, and one for each row, with all that holds for its example", () => {
  const groups = modelGroups(TABLE);
  assert.deepEqual(groups.map(({ row }) => row?.example), [undefined, "alpha", "alps", "cold"]);
  assert.deepEqual(groups.map(({ lacks }) => Object.keys(lacks)), [
    ["allowed"],
    ["allowed", "none"],
    ["allowed", "none", "parallel"],
    ["allowed", "temperature"],
  ]);
  assert.deepEqual(groups.map(({ thinks }) => thinks), [false, false, true, false]);
});

Deno.test("C4: the table of docs/providers.md has a line for the others, and for each row that is held otherwise", () => {
  const lines = providersText([["x", definition]]).split("\n").map((line) => line.replaceAll(/ +/g, " "));
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
  assert(page === withProviders(page, providersText(providers)), "run deno task providers");
  for (const [name] of providers) assert(page.includes(`| \`${name}\``), name);
});

Deno.test("C5: a page without the two comments is not written to", () => {
  assert.throws(() => withProviders("# Treadle", "x"), /has no section between/);
});

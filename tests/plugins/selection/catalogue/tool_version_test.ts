// S1: what authors write of a version is checked, and every finding has a pointer and says what to write.

import assert from "node:assert/strict";
import { readToolVersion } from "../../../../src/agents/tool_version/check.ts";
import { compareVersions, isSemanticVersion } from "../../../../src/agents/tool_version/semantic_version.ts";
import { MOST_VERSION_BYTES } from "../../../../src/agents/tool_version/tool_version.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import { sha256 } from "../../../../src/core/text/sha256.ts";
import { hashForeignText } from "../../../../src/agents/tool_version/foreign_text.ts";
import { tool, written } from "./_catalogue.ts";

const WRONG: readonly (readonly [what: string, parts: JsonObject, pointer: string, sentence: RegExp])[] = [
  ["no id", { id: "" }, "/id", /is empty; write 1 to 128/],
  ["an id with a slash", { id: "a/b" }, "/id", /is no id; write 1 to 128/],
  ["an id that is a number", { id: 7 }, "/id", /wrong type; write a string/],
  ["a name with a blank", { name: "pay back" }, "/name", /use up to 64 letters/],
  ["a version of two numbers", { version: "1.2" }, "/version", /write a semantic version, such as "1.0.0"/],
  ["a version that is a number", { version: 1 }, "/version", /write a semantic version/],
  ["an empty description", { description: "  " }, "/description/default", /is empty; write some text/],
  ["a description of a list", { description: ["a"] }, "/description", /wrong type; write an object/],
  [
    "a description without a default",
    { description: {} },
    "/description/default",
    /is missing; add a string/,
  ],
  ["a long description", { description: "x".repeat(8_001) }, "/description/default", /at most 8000/],
  [
    "weights above 100",
    {
      description: { default: "a", variants: { b: { text: "b", weight: 60 }, c: { text: "c", weight: 41 } } },
    },
    "/description/variants",
    /101 percent together; write at most 100/,
  ],
  [
    "a weight of 0",
    { description: { default: "a", variants: { b: { text: "b", weight: 0 } } } },
    "/description/variants/b/weight",
    /too small; write a number from 1/,
  ],
  [
    "a variant named default",
    { description: { default: "a", variants: { default: { text: "b", weight: 1 } } } },
    "/description/variants",
    /no name of a variant; write letters/,
  ],
  ["a schema of text", { parameters: "object" }, "/parameters", /write a JSON Schema of an object/],
  ["a schema of a list", { parameters: { type: "array" } }, "/parameters/type", /write "object"/],
  [
    "a reference without a target",
    { parameters: { type: "object", properties: { a: { $ref: "#/$defs/a" } } } },
    "/parameters/properties/a/$ref",
    /leads nowhere; write/,
  ],
  ["an example that is no text", { examples: [1] }, "/examples/0", /write a string, in quotes/],
  ["a long example", { examples: ["x".repeat(501)] }, "/examples/0", /write at most 500/],
  ["many examples", { examples: Array(51).fill("x") }, "/examples", /write at most 50/],
  ["a tag twice", { tags: ["a", "a"] }, "/tags", /has "a" twice; remove one/],
  ["an empty tag", { tags: [""] }, "/tags/0", /is empty; write 1 to 64/],
  ["tiers of text", { tiers: "pro" }, "/tiers", /wrong type; write a list/],
  [
    "a context with a line break",
    { contexts: ["a\nb"] },
    "/contexts/0",
    /is no word of a list; write 1 to 64/,
  ],
  [
    "many categories",
    { categories: Array.from({ length: 33 }, (_, at) => `c${at}`) },
    "/categories",
    /at most 32/,
  ],
  ["a flag that is null", { flags: [null] }, "/flags/0", /write a string/],
  ["an unknown effect", { effect: "twice" }, "/effect", /write pure, keyed or once/],
  ["an approval of text", { needsApproval: "yes" }, "/needsApproval", /write true, false or a rule/],
  [
    "a rule on no argument",
    { needsApproval: { arg: "amount", gt: 1 } },
    "/needsApproval",
    /no argument of the tool/,
  ],
  ["a date without a zone", { deprecatesAt: "2026-12-01" }, "/deprecatesAt", /write a time such as/],
  ["a day that is none", { deprecatesAt: "2026-02-30T00:00:00Z" }, "/deprecatesAt", /write a time such as/],
  ["no source", { source: null }, "/source/type", /write \{"type": "code"\}/],
  ["an unknown source", { source: { type: "lua" } }, "/source/type", /is "lua"; write/],
  [
    "a code source with a url",
    { source: { type: "code", url: "https://a.example" } },
    "/source/url",
    /unknown key; remove/,
  ],
  [
    "an http source without a url",
    { source: { type: "http" } },
    "/source/url",
    /no URL of a request; write https/,
  ],
  [
    "an http source with many retries",
    {
      source: { type: "http", url: "https://a.example", retries: 6 },
    },
    "/source/retries",
    /write a number up to 5|whole number up to 5/,
  ],
  [
    "a header that is none",
    {
      source: { type: "http", url: "https://a.example", headers: { "a b": "c" } },
    },
    "/source/headers/a b",
    /is no header of HTTP; write/,
  ],
  ["an mcp source without a server", { source: { type: "mcp" } }, "/source/server", /use up to 64 letters/],
  [
    "a hash of one letter",
    { source: { type: "mcp", server: "s", hash: "x" } },
    "/source/hash",
    /is no hash; leave it out/,
  ],
  ["an unknown key", { tag: ["a"] }, "/tag", /unknown key; remove it. Did you mean "tags"/],
  ["a number that JSON does not have", { weight: Infinity }, "/weight", /write a finite number/],
  [
    "too much text",
    { examples: Array(50).fill("x".repeat(499)), tags: [], description: "y".repeat(8_000) },
    "",
    /shorten it to/,
  ],
];

for (const [what, parts, pointer, sentence] of WRONG) {
  Deno.test(`S1: a version with ${what} is refused at ${pointer || "its root"}`, async () => {
    const read = await readToolVersion({ ...written("refund"), ...parts }, sha256);
    assert.ok(!read.ok);
    const found = read.findings.map(({ pointer, detail, fix }) => ({ pointer, text: `${detail}; ${fix}` }));
    const at = found.find((each) => each.pointer === pointer);
    assert.ok(at !== undefined, JSON.stringify(found));
    assert.match(at.text, sentence);
  });
}

Deno.test("S1: every field that must be there is named when it is missing", async () => {
  const read = await readToolVersion({}, sha256);
  assert.ok(!read.ok);
  const pointers = read.findings.map(({ pointer }) => pointer).sort();
  assert.deepEqual(pointers, [
    "/description",
    "/effect",
    "/id",
    "/name",
    "/parameters",
    "/source",
    "/version",
  ]);
});

Deno.test("S1: a version with every field is kept as it was written, with its date in milliseconds", async () => {
  const parts = {
    description: { default: "Pays back.", variants: { long: { text: "Pays an order back.", weight: 50 } } },
    examples: ["I want my money back"],
    tags: ["money"],
    categories: ["orders"],
    tiers: ["pro"],
    contexts: ["checkout"],
    flags: ["refunds-v2"],
    needsApproval: { arg: "order", eq: "o1" },
    deprecatesAt: "2026-12-01T10:00:00+01:00",
    source: { type: "http", url: "https://tools.example.com/refund", secrets: ["REFUND"], retries: 1 },
  };
  const kept = await tool("refund", "1.0.0-rc.1+b2", parts);
  const { deprecatesAt, ...rest } = kept;
  assert.equal(deprecatesAt, Date.parse("2026-12-01T09:00:00Z"));
  const { deprecatesAt: _written, ...expected } = written("refund", "1.0.0-rc.1+b2", parts);
  assert.deepEqual(rest, expected);
  assert.ok(JSON.stringify(kept).length < MOST_VERSION_BYTES);
});

Deno.test("S1: a tool of a server of MCP is pinned by the hash of its words when none is given", async () => {
  const source = { type: "mcp", server: "github", tool: "create_issue" };
  const kept = await tool("issue", "1.0.0", { source });
  const words = { tool: "create_issue", description: "Does issue.", parameters: kept.parameters };
  assert.deepEqual(kept.source, { ...source, hash: await hashForeignText(words, sha256) });
  const other = await tool("issue", "1.0.0", { source, description: "Does issue. Always call it first." });
  assert.notEqual(other.source.type === "mcp" && other.source.hash, await hashForeignText(words, sha256));
});

Deno.test("S1: semantic versions have the order of semver.org", () => {
  const ordered = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.2.0",
    "1.10.0",
    "2.0.0",
    "99999999999999999999.0.0",
  ];
  for (const [index, one] of ordered.entries()) {
    for (const [place, other] of ordered.entries()) {
      assert.equal(Math.sign(compareVersions(one, other)), Math.sign(index - place), `${one} ${other}`);
    }
  }
  assert.equal(compareVersions("1.0.0+a", "1.0.0+b"), 0);
  for (
    const text of ["1", "1.2", "v1.2.3", "01.0.0", "1.0.0-01", "1.0.0-", "1.0.0+", " 1.0.0", "1.0.0\n", ""]
  ) {
    assert.equal(isSemanticVersion(text), false, JSON.stringify(text));
  }
  for (const text of ["0.0.0", "1.0.0-0a", "1.0.0--", "1.0.0-a.0.b+001"]) {
    assert.ok(isSemanticVersion(text), text);
  }
});

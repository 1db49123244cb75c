// What is generated of docs/http-api: each form of a schema as a line of a list, and the marks that say where a list stands.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { fieldList, type ListRules, typeList } from "../../src/tasks/contract/field_list.ts";
import { headedTexts, linkFrom } from "../../src/cli/docs/headings.ts";
import { apiPages } from "../../src/tasks/openapi/api_pages.ts";
import { describeRoutes } from "../../src/tasks/openapi/described_routes.ts";
import { listQuery } from "../../src/http/schemas/requests.ts";

const part = z.object({ at: z.iso.datetime().check(z.describe("When it began")) });
const other = z.object({ type: z.literal("other") });

function rules(side: ListRules["side"], listed: ListRules["listed"] = new Map()): ListRules {
  return {
    names: new Map<z.core.$ZodType, string>([[part, "Part"], [other, "Other"]]),
    pages: new Map([["Other", "http-api/types.md"]]),
    page: "http-api/steps.md",
    section: "GET /v1/parts",
    side,
    listed,
  };
}

Deno.test("fieldList: each form of a field is a line, and the fields of an object in it stand below", () => {
  const whole = z.object({
    part: z.optional(part).check(z.describe("As in [parts](http-api/steps.md#parts), see [tools](tools.md)")),
    either: z.array(z.union([part, other])),
    state: z.enum(["open", "done"]),
    error: z.array(z.nullable(z.object({ code: z.string(), count: z.int() }))),
    pair: z.union([z.string(), z.boolean()]).check(z.describe("One | the other")),
  });
  assert.deepEqual(fieldList(whole, rules("answer")).split("\n"), [
    "- `part?` ([`Part`](#part)): As in [parts](#parts), see [tools](../tools.md)",
    "- `either` (list of [`Part`](#part) or [`Other`](types.md#other))",
    "- `state` (`open`, `done`)",
    "- `error` (list of object or null)",
    "  - `code` (text)",
    "  - `count` (number)",
    "- `pair` (text or boolean): One | the other",
  ]);
});

Deno.test("fieldList: the fields of an object are listed once, and what has it again says where", () => {
  const message = z.object({ id: z.string(), role: z.string() });
  const chat = z.object({
    messages: z.array(message),
    waiting: z.array(message).check(z.describe("Those of users")),
  });
  const listed: ListRules["listed"] = new Map();
  assert.deepEqual(fieldList(chat, rules("answer", listed)).split("\n"), [
    "- `messages` (list of objects)",
    "  - `id` (text)",
    "  - `role` (text)",
    "- `waiting` (list of objects, as `messages`): Those of users",
  ]);
  const elsewhere = { ...rules("answer", listed), page: "http-api/chat.md", section: "Chat" };
  assert.equal(
    fieldList(z.object({ last: message }), elsewhere),
    "- `last` (object, as [`messages`](steps.md#get-v1parts))",
  );
});

Deno.test("fieldList: a union of objects is one list; fields that stand elsewhere are left out", () => {
  const union = z.union([
    z.object({ type: z.literal("a"), id: z.string(), size: z.int() }),
    z.object({ type: z.literal("b"), id: z.string() }),
  ]);
  assert.equal(
    fieldList(union, rules("answer"), new Set(["id"])),
    "- `type` (`a`, `b`)\n- `size?` (number)",
  );
  assert.equal(typeList(union, new Set(["id"])), "- `a`: `size`\n- `b`");
  assert.equal(fieldList(z.object({}), rules("answer")), "");
});

Deno.test("fieldList: a field of a request has its bounds and its default, and is refused without a meaning", () => {
  assert.deepEqual(fieldList(listQuery, rules("request")).split("\n"), [
    "- `cursor?` (text, at most 512 characters): `cursor` of the page before",
    "- `limit?` (1 to 100, 20 by default): Most threads of the page",
  ]);
  assert.throws(() => fieldList(z.object({ at: z.string() }), rules("request")), {
    code: "internal",
    message: /^at of a request/,
  });
});

const MARKED = "<!-- fields -->\n\nold\n\n<!-- end -->\n";

/** One page of the folder, as it is written. */
async function written(text: string, routes = describeRoutes()): Promise<string> {
  return (await apiPages(new Map([["http-api/threads.md", text]]), routes)).get("http-api/threads.md") ?? "";
}

Deno.test("apiPages: a list takes the place between its marks, and what is around them stays", async () => {
  const page = await written(`## \`ThreadList\`\n\nBefore \`<!-- end -->\`.\n\n${MARKED}\nBehind.\n`, []);
  assert.match(page, /^## `ThreadList`\n\nBefore `<!-- end -->`\.\n\n<!-- fields -->\n\n- `threads` \(/);
  assert.match(page, /\n- `cursor\?` \(.*\n\n<!-- end -->\n\nBehind\.\n$/);
  assert.doesNotMatch(page, /old/);
});

Deno.test("apiPages: the errors of a route that runs steps are those of the route for steps, and its own", async () => {
  const steps = `## \`POST /v1/threads/:id/steps\`\n\n${MARKED}`;
  const page = await written(`${steps}\n## \`POST /agui\`\n\n${MARKED}\nErrors: \`old\`,\n\`older\`\n`);
  const [, ofSteps = "", ofAgUi = ""] = page.split("\nErrors: ");
  assert.match(ofSteps, /`thread_busy`/);
  assert.match(ofSteps, /`model_\*`/);
  assert.match(ofAgUi, /^those of \[`POST \/v1\/threads\/:id\/steps`\]\(#post-v1threadsidsteps\), `/);
  assert.doesNotMatch(ofAgUi, /old|model_|thread_busy/);
});

Deno.test("apiPages: a section that refers to a route has no lists, and is refused where the two differ", async () => {
  const like = (title: string) => `## \`${title}\`\n\nAs [\`POST /agui\`](#post-agui), with the agent.\n`;
  const same = `## \`POST /agui\`\n\n${MARKED}\n${like("POST /agui/:agent")}`;
  assert.ok((await written(same)).endsWith(`\n${like("POST /agui/:agent")}`));
  await assert.rejects(written(`## \`POST /agui\`\n\n${MARKED}\n${like("POST /v1/threads")}`), {
    code: "internal",
    message: /^POST \/v1\/threads is not as the route that its section refers to/,
  });
});

Deno.test("apiPages: a section without marks for its fields, one with marks for none, and a mark without an end are refused", async () => {
  for (
    const [section, message] of [
      ["## `ThreadList`\n\nWords.\n", /ThreadList of docs\/http-api has fields: mark their place/],
      [`## \`StepEvent\`\n\n${MARKED}`, /StepEvent of docs\/http-api has no fields: remove their marks/],
      [`## \`GET /v1/agents\`\n\n${MARKED}`, /has no fields/],
      ["## `ThreadList`\n\n<!-- fields -->\n\n", /<!-- fields --> of docs\/http-api has no <!-- end -->/],
      [
        "## Routes\n\n<!-- routes -->\n\n<!-- end -->\n",
        /POST \/v1\/threads has no section in docs\/http-api/,
      ],
    ] as const
  ) {
    await assert.rejects(written(section), { code: "internal", message });
  }
});

Deno.test("headedTexts and linkFrom: a comment in a block is no heading; links lead from a folder to another", () => {
  const page = "# One\n\nText.\n\n```sh\n# no heading\n```\n\n## Two `x`\n\nMore.\n";
  assert.deepEqual(headedTexts(page).map(({ title }) => title), ["One", "Two `x`"]);
  assert.match(headedTexts(page)[0]?.text ?? "", /# no heading/);
  assert.equal(linkFrom("http-api.md", "http-api/steps.md"), "http-api/steps.md");
  assert.equal(linkFrom("http-api/steps.md", "concepts/step.md#why"), "../concepts/step.md#why");
});

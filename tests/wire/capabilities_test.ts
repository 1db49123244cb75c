// C4: every row of every capability table is dated, sourced and tied to a wire case: the model of the case refuses what the row
// says, in words that teach it, and answers when it is asked as the row demands.
import assert from "node:assert/strict";
import { FEATURES, type Lacks } from "../../src/core/model/capability.ts";
import type { Message, ModelRequest, Provider } from "../../src/core/model/provider.ts";
import type { ToolSpec } from "../../src/core/tool/tool_spec.ts";
import { enforce } from "../../src/kernel/choice/enforce.ts";
import {
  drain,
  drainFailing,
  lacksIn,
  reasoningOf,
  timeTool,
  weatherTool,
  withNotice,
} from "../providers/_support.ts";
import { definitionOf, DEFINITIONS, providerOf, requestOf, send } from "./ask.ts";
import type { RefusedFeature, WireCase } from "./case.ts";
import { CASES } from "./cases.ts";
import { mediaOf } from "./media/request.ts";
import { obedient } from "./obedient.ts";

const OUTPUT = {
  name: "report",
  schema: { type: "object", properties: { json: { type: "string" } }, required: ["json"] },
};

const SEARCH_TOOL: ToolSpec = {
  name: "search_tools",
  description: "Finds tools.",
  finds: true,
  parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};

const SEARCH: readonly Message[] = [
  {
    role: "assistant",
    blocks: [{ type: "call", id: "call_1", name: SEARCH_TOOL.name, args: '{"query":"weather"}' }],
  },
  {
    role: "tool",
    callId: "call_1",
    name: SEARCH_TOOL.name,
    failed: false,
    text: JSON.stringify({ tools: [weatherTool] }),
  },
];

const ADDITION = { role: "notice", tools: { added: [{ ...weatherTool, name: "get_tide" }] } } as const;

for (const [name, { capabilities }] of DEFINITIONS) {
  Deno.test(`C4: ${name}: each row has a date, a source, an example that it matches, and a wire case a feature`, () => {
    for (const row of capabilities.models) {
      assert.match(row.asOf, /^20\d\d-\d\d-\d\d$/);
      assert.ok(row.source.length > 5 && row.because.length > 5);
      assert.match(row.example, row.models);
      assert.equal(row.models.flags, "");
      for (const feature of row.lacks) {
        assert.ok(FEATURES.includes(feature));
        const refusals = CASES.filter(({ provider }) => provider === name)
          .flatMap(({ refuses, silences = [] }) => [...refuses, ...silences]);
        const proven = refusals.some((each) => each.feature === feature && row.models.test(each.model));
        assert.ok(proven, `no wire case shows that ${row.example} lacks ${feature}`);
      }
    }
  });
}

for (const [name, { capabilities: { breakpoints = [] } }] of DEFINITIONS) {
  if (breakpoints.length === 0) continue;
  Deno.test(`C4: ${name}: models with breakpoints have a date, a source, an example that they match, and a wire case`, () => {
    for (const { models, example, asOf, source } of breakpoints) {
      assert.match(asOf, /^20\d\d-\d\d-\d\d$/);
      assert.ok(source.length > 5);
      assert.match(example, models);
      assert.equal(models.flags, "");
      assert.ok(CASES.some(({ provider, model }) => provider === name && models.test(model)));
    }
  });
}

Deno.test("C4: OpenAI's models have breakpoints from gpt-5.6 on, and none before", () => {
  const { breakpoints = [] } = DEFINITIONS.get("openai")?.capabilities ?? {};
  const have = (model: string) => breakpoints.some(({ models }) => models.test(model));
  const later = [
    "gpt-5.6",
    "gpt-5.6-sol",
    "ft:gpt-5.6-luna:acme::id",
    "openai/gpt-6-astra",
    "gpt-6.1-sol",
    "gpt-5.10",
  ];
  assert.deepEqual([...later, "gpt-daybreak-blue-latest"].filter((model) => !have(model)), []);
  const earlier = ["gpt-5", "gpt-5.5", "gpt-5.1-codex-max", "gpt-4o", "gpt-4.1", "o4-mini", "gpt-audio", ""];
  assert.deepEqual([...earlier, "gpt-rosalind-research"].filter(have), []);
});

for (const wire of CASES) {
  for (const refused of wire.refuses) {
    Deno.test(`C4: ${wire.name}: ${refused.model} refuses ${refused.feature}, which teaches it, and answers without`, async () => {
      await using server = await wire.start({ reply: (request) => obedient(request) });
      const provider = providerOf(wire, server);
      const { error } = await drainFailing(
        send(wire, server, provider, requestWith(wire, provider, refused, without(provider, refused))),
      );
      assert.equal(error.code, "model_invalid_request", error.message);
      assert.ok(
        lacksIn(error).includes(refused.teaches ?? refused.feature),
        `${error.message} teaches ${lacksIn(error).join()}`,
      );

      const known = provider.capabilities(refused.model, refused.settings ?? {}).lacks;
      const taught: Lacks = { ...known, [refused.teaches ?? refused.feature]: "learned" };
      await drain(send(wire, server, provider, requestWith(wire, provider, refused, taught)));
      assert.equal(server.requests.length, 2);
      assert.deepEqual(server.complaints, []);
    });
  }
}

for (const wire of CASES) {
  for (const silenced of wire.silences ?? []) {
    Deno.test(`C4: ${wire.name}: ${silenced.model} is silenced by ${silenced.feature}, and heard when asked as the table says`, async () => {
      await using server = await wire.start({
        reply: (request) => ({ ...obedient(request), reasoning: "Hm." }),
      });
      const provider = providerOf(wire, server);
      const thoughtsUnder = async (lacks: Lacks) => {
        const request = requestWith(wire, provider, silenced, lacks);
        return reasoningOf((await drain(send(wire, server, provider, request))).result);
      };
      assert.equal(await thoughtsUnder(without(provider, silenced)), "");
      const { lacks } = provider.capabilities(silenced.model, silenced.settings ?? {});
      assert.equal(await thoughtsUnder(lacks), "Hm.");
      assert.deepEqual(server.complaints, []);
    });
  }
}

Deno.test("C4: every provider but the scripted one has a wire case", () => {
  const missing = [...DEFINITIONS.keys()].filter((name) => !CASES.some(({ provider }) => provider === name));
  assert.deepEqual(missing, ["scripted"]);
  for (const wire of CASES) assert.ok(definitionOf(wire));
});

/** What is known, but for the feature: as if the table had no such row. */
function without(provider: Provider, { model, settings = {}, feature }: RefusedFeature): Lacks {
  const { [feature]: _, ...rest } = provider.capabilities(model, settings).lacks;
  return rest;
}

function requestWith(
  wire: WireCase,
  provider: Provider,
  refused: RefusedFeature,
  lacks: Lacks,
): ModelRequest {
  const { model, settings, choice = { type: "auto" }, parallel } = refused;
  const tools = refused.search ? [SEARCH_TOOL, timeTool] : [weatherTool, timeTool];
  const { request: plain } = requestOf(wire, provider, { model, tools });
  // A pinned API of the case is no setting of the refused request.
  const request = { ...plain, settings: settings ?? {} };
  const { thinks } = provider.capabilities(model, request.settings);
  const held = enforce({
    choice,
    tools,
    parallel,
    capabilities: { lacks, thinks },
    onUnsupported: "degrade",
    hold: "prefix",
  });
  const legal = {
    ...request,
    choice: held.choice,
    tools: held.tools,
    parallel: held.parallel,
    lacks,
    ...mediaOf(refused),
    ...(refused.compact && lacks.compaction === undefined ? { compact: { instructions: undefined } } : {}),
    ...(refused.search
      ? { messages: [...request.messages, ...SEARCH], found: [{ ...weatherTool, calledBefore: [] }] }
      : {}),
    ...(refused.adds
      ? {
        messages: [...request.messages, { ...ADDITION, text: "There is a tool more." }],
        added: ADDITION.tools.added,
      }
      : {}),
    ...(refused.notice ? { messages: withNotice(request.messages, "Answer in words.", lacks) } : {}),
  };
  if (refused.output === undefined) return legal;
  return {
    ...legal,
    system: "Answer in JSON.",
    output: OUTPUT,
    ...(refused.output === "alone" ? { tools: [] } : {}),
  };
}

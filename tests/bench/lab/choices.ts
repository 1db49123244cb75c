// What the choice path is measured with: every provider of the registry, and two agents.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Agent } from "../../../src/core/agent.ts";
import type { ModelSettings } from "../../../src/core/model/model_settings.ts";
import type { Env } from "../../../src/core/ports.ts";
import type { Provider, ProviderDefinition, ProviderSetup } from "../../../src/core/model/provider.ts";
import { loadProviders } from "../../../src/provider_registry.ts";
import { CASES } from "../../wire/cases.ts";
import type { WireCase } from "../../wire/case.ts";

/** A provider in one of its dialects. */
export interface Dialected {
  readonly name: string;
  readonly provider: Provider;
  readonly model: string;
  readonly settings: ModelSettings;
}

const DEFINITIONS: ReadonlyMap<string, ProviderDefinition> = new Map(await loadProviders());

/** All there are: each wire case, and what the registry has besides. Nothing of a simulated server is asked. */
export async function dialects(stack: AsyncDisposableStack): Promise<Dialected[]> {
  const cased = await Promise.all(CASES.map((wire) => dialectOf(wire, stack)));
  const others = [...DEFINITIONS].filter(([name]) => !CASES.some(({ provider }) => provider === name));
  return [
    ...cased,
    ...others.map(([name, definition]) => ({
      name,
      provider: definition.create(setupOf(plausible(definition.variables))),
      model: "bench-model",
      settings: {},
    })),
  ];
}

async function dialectOf(wire: WireCase, stack: AsyncDisposableStack): Promise<Dialected> {
  const definition = DEFINITIONS.get(wire.provider);
  if (definition === undefined) throw new Error(`The registry has no provider ${wire.provider}.`);
  const server = stack.use(await wire.start());
  const provider = definition.create({
    ...setupOf(wire.env(server)),
    bindings: wire.bindings?.(server) ?? {},
  });
  const { name, model, settings = {} } = wire;
  return { name, provider, model, settings };
}

function setupOf(env: Env): ProviderSetup {
  return { env, clock: Date.now, sleep: () => Promise.resolve(), bindings: {} };
}

/** Values that a provider without a case can be made with. */
function plausible(variables: readonly string[]): Env {
  const value = (name: string) =>
    /URL|HOST|ENDPOINT/.test(name)
      ? "http://127.0.0.1:9/v1"
      : /REGION/.test(name)
      ? "us-east-1"
      : "bench-key-0123456789";
  return Object.fromEntries(variables.map((name) => [name, value(name)]));
}

/** An agent whose plan is made under a choice of its own, and what the model calls then. */
export interface PlanChoice {
  readonly label: string;
  readonly agent: Agent;
  readonly called: readonly string[];
}

const FEW = toolsOf(8);
const MANY = toolsOf(50);

export const ONE_OF_8: PlanChoice = {
  label: "8 tools, one forced",
  agent: defineAgent({
    name: "few",
    tools: FEW,
    toolChoice: { type: "tool", name: "lookup_3", times: "always" },
  }),
  called: ["lookup_3"],
};
export const SOME_OF_50: PlanChoice = {
  label: "50 tools, 5 allowed",
  agent: defineAgent({
    name: "many",
    tools: MANY,
    toolChoice: {
      type: "allowed",
      names: MANY.slice(10, 15).map(({ name }) => name),
      mode: "required",
      times: "always",
    },
  }),
  called: ["lookup_12", "lookup_13"],
};
export const ANY_OF_50: PlanChoice = {
  label: "50 tools, any",
  agent: defineAgent({ name: "any", tools: MANY, toolChoice: { type: "required", times: "always" } }),
  called: ["lookup_12"],
};

function toolsOf(count: number) {
  return Array.from({ length: count }, (_, index) =>
    defineTool({
      name: `lookup_${index}`,
      description: "Looks an order up by its number. Use it before you say anything about an order.",
      parameters: {
        type: "object",
        properties: {
          order: { type: "string", description: "The order's number, such as A-10023." },
          include: { type: "array", items: { type: "string", enum: ["items", "shipping", "payments"] } },
          limit: { type: "integer", minimum: 1, maximum: 100 },
        },
        required: ["order"],
        additionalProperties: false,
      },
      effect: "pure",
      run: () => null,
    }));
}

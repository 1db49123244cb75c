// The module that YAML agents are compiled to, as text.

import type { AgentSource } from "../agents/agent_source.ts";
import type { SelectionSource } from "../agents/yaml/selection_schema.ts";
import type { Policy } from "../core/policy.ts";
import type { McpServerDefinition } from "../plugins/mcp/client/settings.ts";

/** What agents have tools from besides, by their names. */
export interface Besides {
  readonly servers: Readonly<Record<string, readonly McpServerDefinition[]>>;
  readonly selections: Readonly<Record<string, SelectionSource>>;
  /** Of the selections with many tools of the code, the indexes as texts. */
  readonly indexes: Readonly<Record<string, string>>;
}

/** The text of the module. */
export function moduleText(
  sources: readonly AgentSource[],
  policies: readonly Policy[],
  { servers, selections, indexes }: Besides,
): string {
  const parts = [
    ...Object.keys(servers).length > 0 ? [serversPart(servers)] : [],
    ...Object.keys(selections).length > 0 ? [selectionsPart(selections, indexes)] : [],
  ];
  const bound = parts.length > 0
    ? `sources.map((source) =>
    bindAgent({ ...source, ${parts.map(({ added }) => `...${added}`).join(", ")} }, tools)
  )`
    : "sources.map((source) => bindAgent(source, tools))";
  return `// Written by \`treadle agents\` from the YAML files beside it; change those, not this file.
// deno-fmt-ignore-file

import { type Agent, type AgentSource, bindAgent, type Policy, type Tool } from "@treadle/treadle";
${parts.map(({ imported }) => imported).join("")}
const sources: AgentSource[] = ${JSON.stringify(sources, null, 2)};
${parts.map(({ declared }) => declared).join("")}
/** The policies of policies.yaml. */
export const compiledPolicies: Policy[] = ${JSON.stringify(policies, null, 2)};

/** The agents of the YAML files, with the implementations of the tools they name. */
export function compiledAgents(tools: readonly Tool[]): Agent[] {
  return ${bound};
}
`;
}

/** What a module has for agents with tools besides their own. */
interface ModulePart {
  readonly imported: string;
  readonly declared: string;
  /** The fields of an agent. */
  readonly added: string;
}

function serversPart(servers: Besides["servers"]): ModulePart {
  return {
    imported: `import { mcpServer } from "@treadle/treadle/mcp/client";\n`,
    declared: `
const servers: { readonly [agent: string]: readonly Parameters<typeof mcpServer>[0][] } = ${
      JSON.stringify(servers, null, 2)
    };

function serversOf({ name }: AgentSource): Pick<AgentSource, "toolSources"> {
  const own = servers[name];
  return own === undefined ? {} : { toolSources: own.map(mcpServer) };
}
`,
    added: "serversOf(source)",
  };
}

function selectionsPart(selections: Besides["selections"], indexes: Besides["indexes"]): ModulePart {
  const [selector, texts] = Object.keys(indexes).length === 0 ? ["", ""] : [
    ", selector: lexical({ index: indexes[name] })",
    `
/** Of catalogues with many tools, the index: an isolate need not build it. */
const indexes: { readonly [agent: string]: string } = ${JSON.stringify(indexes, null, 2)};
`,
  ];
  return {
    imported: `import { ${
      selector && "lexical, "
    }toolSelection, type ToolSelectionOptions } from "@treadle/treadle/selection";\n`,
    declared: `
type Selected = Omit<ToolSelectionOptions, "tools"> & { readonly tools?: readonly string[] };

const selections: { readonly [agent: string]: Selected } = ${JSON.stringify(selections, null, 2)};
${texts}
function selectionOf({ name }: AgentSource, tools: readonly Tool[]): Pick<AgentSource, "selection"> {
  const own = selections[name];
  if (own === undefined) return {};
  const { tools: names, ...given } = own;
  const places = new Map(names?.map((name, place) => [name, place]));
  const placeOf = ({ name }: Tool) => places.get(name) ?? -1;
  const named = tools.filter((tool) => placeOf(tool) >= 0).sort((one, other) => placeOf(one) - placeOf(other));
  return { selection: toolSelection(names === undefined ? given : { ...given, tools: named${selector} }) };
}
`,
    added: "selectionOf(source, tools)",
  };
}

/** The indexes that a module has. */
export function findIndexes(module: string): Besides["indexes"] {
  const [, text = "{}"] = /^const indexes: .* = (\{[^}]*\});$/m.exec(module) ?? [];
  return JSON.parse(text);
}

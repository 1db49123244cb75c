// Requests of `treadle catalogue` to a deployment, and what came of a change as text.

import type { Transport } from "../../react/client/transport.ts";
import { formatQuery } from "../project/query.ts";
import type { toChangeView, toToolView } from "../../plugins/selection/door/views.ts";

/** What a change came to. */
export type ChangeView = ReturnType<typeof toChangeView>;
/** A tool of a catalogue. */
export type ToolView = ReturnType<typeof toToolView>;

/** Tools, and characters of them, that one request publishes: a body has at most 1 MB and 50,000 values. */
const BATCH_TOOLS = 200;
const BATCH_CHARS = 700_000;

interface Page {
  readonly number: number;
  readonly tools: readonly ToolView[];
  readonly cursor?: string;
}

/** The tools of a catalogue that fit the filters, and the number that they are of. */
export async function listTools(
  transport: Transport,
  name: string,
  wanted: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly number: number; readonly tools: readonly ToolView[] }> {
  const tools: ToolView[] = [];
  let number = 0;
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const search: string = formatQuery({ ...wanted, limit: "100", cursor: cursor || undefined });
    const page: Page = await transport.json(`${toCataloguePath(name)}/tools${search}`);
    tools.push(...page.tools);
    ({ cursor, number } = page);
  }
  return { number, tools };
}

/** Publishes tools, some at once; undefined for none. `expected`: the number of the catalogue, without which nothing is published. */
export async function publishTools(
  transport: Transport,
  name: string,
  tools: readonly object[],
  expected?: number,
): Promise<ChangeView | undefined> {
  let last: ChangeView | undefined;
  const changes: ChangeView["changes"] = [];
  const warnings: ChangeView["warnings"][number][] = [];
  for (const batch of toBatches(tools)) {
    const body = {
      tools: batch,
      expected: expected === undefined ? undefined : last?.number ?? expected,
    };
    last = await transport.json<ChangeView>(`${toCataloguePath(name)}/tools`, { method: "PUT", body });
    changes.push(...last.changes);
    for (const warning of last.warnings ?? []) {
      if (!warnings.some(({ message }) => message === warning.message)) warnings.push(warning);
    }
  }
  return last && { ...last, changes, warnings };
}

function toBatches(tools: readonly object[]): readonly (readonly object[])[] {
  const batches: object[][] = [];
  let chars = 0;
  for (const tool of tools) {
    const length = JSON.stringify(tool).length;
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === BATCH_TOOLS || chars + length > BATCH_CHARS) {
      batches.push([tool]);
      chars = length;
    } else {
      batch.push(tool);
      chars += length;
    }
  }
  return batches;
}

/** The path of a catalogue. */
export function toCataloguePath(name: string): string {
  return `/v1/catalogues/${encodeURIComponent(name)}`;
}

/** A change in lines. */
export function toChangeText({ name, number, changes, warnings = [] }: ChangeView): string {
  if (changes.length === 0) return `${name} is at number ${number} and has this already.`;
  const told = warnings.map(({ code, message }) => `warning ${code}: ${message}`);
  return [`${name} is at number ${number}.`, ...changes.map(toChangeLine), ...told].join("\n");
}

/** One changed tool. */
export function toChangeLine({ id, name, change, from, to }: ChangeView["changes"][number]): string {
  const versions = from !== null && to !== null && from !== to ? `${from} -> ${to}` : to ?? from ?? "";
  return `  ${change} ${id}${name === id ? "" : ` (${name})`} ${versions}`.trimEnd();
}

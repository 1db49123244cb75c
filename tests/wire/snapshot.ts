// snapshots/: what every dialect sends for every choice, to be read by people. UPDATE_SNAPSHOT=1 writes
// it anew; without it a difference is a failure.
import assert from "node:assert/strict";
import { DERIVED } from "./compatible/flavors.ts";
import { isRecord } from "./openai/reply.ts";

export interface SnapshotRow {
  readonly dialect: string;
  readonly enforcement: string;
  readonly tools: readonly string[];
  /** What Provider.map said, as JSON text. */
  readonly sent: string;
  readonly path: string;
  readonly body: unknown;
}

const folder = new URL("./snapshots/", import.meta.url);

/** Compares the row with the file of its dialect, or writes it. */
export function checkSnapshot(dialect: string, choice: string, row: SnapshotRow): Promise<void> {
  const { enforcement, tools, sent } = row;
  const lead = `${enforcement}; tools: ${tools.join(", ") || "none"}; choice: \`${sent}\``;
  return checkSection(dialect, choice, toSection(choice, lead, row));
}

/** The same for a request with media and what the step reports of them. */
export function checkMediaSnapshot(
  dialect: string,
  title: string,
  warnings: readonly string[],
  row: Pick<SnapshotRow, "path" | "body">,
): Promise<void> {
  const lead = warnings.map((warning) => `- ${warning}`).join("\n") || "All as the caller gave it.";
  return checkSection(dialect, title, toSection(title, lead, row));
}

async function checkSection(dialect: string, choice: string, section: string): Promise<void> {
  if (DERIVED.some(({ name }) => name === dialect)) return;
  const file = new URL(`${dialect.replaceAll(" ", "-")}.md`, folder);
  const sections = await read(file);
  if (Deno.env.get("UPDATE_SNAPSHOT") === "1") {
    sections.set(choice, section);
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(file, `# ${dialect}\n\n${[...sections.values()].join("\n")}`);
    return;
  }
  assert.equal(
    section,
    sections.get(choice),
    "UPDATE_SNAPSHOT=1 writes what is sent now; read the difference first",
  );
}

/** The dialects that have a file. */
export async function snapshotOf(): Promise<{ dialect: string }[]> {
  const files = await Array.fromAsync(Deno.readDir(folder));
  return await Promise.all(files.map(async ({ name }) => {
    const text = await Deno.readTextFile(new URL(name, folder));
    return { dialect: /^# (.*)$/m.exec(text)?.[1] ?? name };
  }));
}

async function read(file: URL): Promise<Map<string, string>> {
  const text = await Deno.readTextFile(file).catch(() => "");
  const sections = text.split(/^(?=## )/m).slice(1);
  return new Map(
    sections.map((section) => [/^## (.*)$/m.exec(section)?.[1] ?? "", section.trimEnd() + "\n"]),
  );
}

function toSection(title: string, lead: string, { path, body }: Pick<SnapshotRow, "path" | "body">): string {
  return [
    `## ${title}`,
    "",
    lead,
    "",
    "```json",
    `// POST ${path}`,
    JSON.stringify(readable(body), null, 2),
    "```",
    "",
  ].join("\n");
}

// Schemas and descriptions of tools are the same everywhere.
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, SCHEMAS.has(key) ? "…" : readable(inner)]),
  );
}

const SCHEMAS = new Set(["parameters", "input_schema", "inputSchema", "parametersJsonSchema"]);

// snapshots/: what every dialect sends for every choice, to be read by people. UPDATE_SNAPSHOT=1 writes
// it anew; without it a difference is a failure.
import assert from "node:assert/strict";
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
export async function checkSnapshot(dialect: string, choice: string, row: SnapshotRow): Promise<void> {
  const file = new URL(`${dialect.replaceAll(" ", "-")}.md`, folder);
  const section = toSection(choice, row);
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

function toSection(choice: string, { enforcement, tools, sent, path, body }: SnapshotRow): string {
  return [
    `## ${choice}`,
    "",
    `${enforcement}; tools: ${tools.join(", ") || "none"}; choice: \`${sent}\``,
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

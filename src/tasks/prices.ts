// `deno task prices`: writes the tables of src/providers/_prices from the newest @earendil-works/pi-ai of the npm registry, or
// without a network from its archive and date: `deno task prices pi-ai-1.5.2.tgz 2026-11-10`. Only the package's data files are
// read: neither its code nor its dependencies are needed. `--check` compares the tables with what the command wrote.

import * as z from "zod/mini";
import {
  buildModule,
  listRows,
  readModule,
  saysSame,
  type Source,
  sourceFile,
  TABLES,
} from "./prices/table.ts";
import { OWN_ROWS } from "./prices/own_rows.ts";

const FOLDER = new URL("../providers/_prices/", import.meta.url);
const PACKAGE = "@earendil-works/pi-ai";
const REGISTRY = Deno.env.get("npm_config_registry") ?? "https://registry.npmjs.org/";

const packument = z.object({
  "dist-tags": z.object({ latest: z.string() }),
  time: z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.object({ dist: z.object({ tarball: z.string() }) })),
});

/** The newest archive of the registry, with its date. */
async function download(): Promise<{ readonly archive: Uint8Array; readonly date: string }> {
  const response = await fetch(new URL(PACKAGE, REGISTRY));
  const { "dist-tags": { latest }, time, versions } = packument.parse(await response.json());
  const tarball = versions[latest]?.dist.tarball;
  if (tarball === undefined) throw new Error(`The registry has no archive of ${PACKAGE} ${latest}.`);
  return { archive: await (await fetch(tarball)).bytes(), date: (time[latest] ?? "").slice(0, 10) };
}

/** Writes each table that the archive has; the table of azure has only what differs from OpenAI's. */
async function write(archive: Uint8Array, date: string): Promise<void> {
  const folder = await unpack(archive);
  const { version } = z.object({ version: z.string() }).parse(await readJson(`${folder}/package.json`));
  const source: Source = { version, date };
  const rows = new Map<string, readonly string[]>();
  for (const [provider, file] of Object.entries(TABLES)) {
    const data = file === undefined ? {} : await readJson(`${folder}/dist/providers/data/${file}.json`);
    rows.set(provider, listRows(provider, sourceFile.parse(data)));
  }
  const openai = new Set(rows.get("openai"));
  rows.set("azure", (rows.get("azure") ?? []).filter((row) => !openai.has(row)));
  for (const [provider, lines] of rows) {
    await Deno.writeTextFile(new URL(`${provider}.ts`, FOLDER), await buildModule(lines, source));
    console.log(`${provider}: ${lines.length} prices of ${PACKAGE} ${version}, ${date}`);
  }
  await Deno.remove(folder, { recursive: true });
}

async function unpack(archive: Uint8Array): Promise<string> {
  const folder = await Deno.makeTempDir();
  const tar = new Deno.Command("tar", {
    args: [
      "-xzf",
      "-",
      "-C",
      folder,
      "--strip-components=1",
      "package/package.json",
      "package/dist/providers/data",
    ],
    stdin: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = tar.stdin.getWriter();
  await writer.write(archive);
  await writer.close();
  if (!(await tar.status).success) throw new Error("The archive cannot be unpacked.");
  return folder;
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await Deno.readTextFile(path));
}

/** What is not as the command wrote it, a line each. */
async function faults(): Promise<string[]> {
  const found: string[] = [];
  const sources = new Set<string>();
  for (const provider of Object.keys(TABLES)) {
    const read = await readModule(await Deno.readTextFile(new URL(`${provider}.ts`, FOLDER)));
    if (read === undefined) {
      found.push(`src/providers/_prices/${provider}.ts was edited by hand.`);
      continue;
    }
    sources.add(`${read.source.version} of ${read.source.date}`);
    const missing = (OWN_ROWS[provider] ?? []).filter((row) =>
      !saysSame(read.rows, row.slice(0, row.indexOf(" ")), row)
    );
    found.push(...missing.map((row) => `The table of ${provider} lacks the own row ${row}.`));
  }
  if (sources.size > 1) found.push(`The tables are of several versions: ${[...sources].join(", ")}.`);
  return found;
}

if (import.meta.main) {
  const [first, date] = Deno.args;
  if (first === "--check") {
    const found = await faults();
    for (const fault of found) console.error(`${fault} Run deno task prices.`);
    Deno.exit(found.length === 0 ? 0 : 1);
  }
  if (first !== undefined && !/^\d{4}-\d\d-\d\d$/.test(date ?? "")) {
    console.error(
      "Behind the archive stands the date when it was published: deno task prices pi-ai.tgz 2026-11-10",
    );
    Deno.exit(2);
  }
  const { archive, date: published } = first === undefined
    ? await download()
    : { archive: await Deno.readFile(first), date: date ?? "" };
  await write(archive, published);
}

// The wire-format validator beside the project (../shared/conformance), made runnable: copied once to a cache folder,
// its dependencies installed there, and imported. An absent folder or a failed install means no validator, and with
// REQUIRE_SHARED=1 a failure.
import { pathToFileURL } from "node:url";
import { sharedPath, sharedRequired } from "./shared.ts";

/** Checks a body against the provider's own schema; `strict` also refuses keys that the schema does not know. */
export type Validate = (kind: string, body: unknown, options?: { strict?: boolean }) => {
  ok: boolean;
  errors: string[];
};

const source = pathToFileURL(sharedPath("conformance/"));

/**
 * The validator, or undefined with the reason printed once, so that a skipped check is visible.
 * With REQUIRE_SHARED=1 it rejects instead.
 */
export function validator(): Promise<Validate | undefined> {
  return loaded ??= load().catch((error) => {
    if (sharedRequired) throw new Error("This run requires ../shared/conformance.", { cause: error });
    console.warn(
      `SKIPPED wire-format conformance: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  });
}

let loaded: Promise<Validate | undefined> | undefined;

async function load(): Promise<Validate> {
  const files = await list(source);
  const folder = `${temporaryFolder()}/wire-conformance-v2-${await key(files)}`;
  if (!await exists(`${folder}/node_modules/.installed`)) await install(files, folder);
  const module: { validate: Validate } = await import(`file://${folder}/validate.mjs`);
  return module.validate;
}

/** Prepared under another name and moved into place, so that parallel test processes cannot see half of it. */
async function install(files: string[], folder: string): Promise<void> {
  const draft = await Deno.makeTempDir({ prefix: "wire-conformance-draft-" });
  for (const file of files) {
    await Deno.mkdir(new URL(".", `file://${draft}/${file}`), { recursive: true });
    const bytes = await Deno.readFile(new URL(file, source));
    await Deno.writeFile(`${draft}/${file}`, file.endsWith(".mjs") ? withRequire(bytes) : bytes);
  }
  const npm = new Deno.Command("npm", { args: ["install", "--no-audit", "--no-fund"], cwd: draft });
  const { success, stderr } = await npm.output();
  if (!success) throw new Error(`npm install failed: ${new TextDecoder().decode(stderr).slice(0, 300)}`);
  await Deno.writeTextFile(`${draft}/node_modules/.installed`, "");
  try {
    await Deno.rename(draft, folder);
  } catch (error) {
    // Another process was faster: its copy is as good as ours.
    await Deno.remove(draft, { recursive: true });
    if (!await exists(`${folder}/node_modules/.installed`)) throw error;
  }
}

/**
 * Deno resolves a bare import by the running project's configuration, not by the folder of the importing file;
 * createRequire resolves it as Node does, from the node_modules beside the copy.
 */
function withRequire(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const bare = /import (\w+) from '(?!node:|\.)([^']+)';/g;
  const rewritten = text.replace(
    bare,
    (_, name, specifier) =>
      `import {createRequire} from 'node:module'; const ${name}=createRequire(import.meta.url)('${specifier}');`,
  );
  return new TextEncoder().encode(rewritten);
}

async function list(folder: URL, prefix = ""): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    if (entry.name === "node_modules") continue;
    const path = `${prefix}${entry.name}`;
    if (entry.isDirectory) files.push(...await list(new URL(`${entry.name}/`, folder), `${path}/`));
    else files.push(path);
  }
  return files.sort();
}

async function key(files: string[]): Promise<string> {
  const stats = await Promise.all(files.map(async (file) => {
    const { size, mtime } = await Deno.stat(new URL(file, source));
    return `${file} ${size} ${mtime?.getTime()}`;
  }));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(stats.join("\n")));
  return new Uint8Array(digest).toHex().slice(0, 16);
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function temporaryFolder(): string {
  return (Deno.env.get("TMPDIR") ?? Deno.env.get("TEMP") ?? "/tmp").replace(/[\\/]$/, "");
}

/**
 * The environment of the processes that tests start. It is the same whoever starts the tests: a caller's settings of Deno, npm,
 * Node, providers and Treadle do not reach them, and neither do the files of the caller's home.
 */
import { dirname, isAbsolute } from "node:path";
import { statSync } from "node:fs";

/** Variables of the caller that pass as they are: how the network is reached, the place, and the settings of tests. */
const PASSES = [
  "TMPDIR",
  "TEMP",
  "TMP",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "CI",
  "NO_COLOR",
  "FORCE_COLOR",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "LC_NUMERIC",
  "LC_TIME",
  "TZ",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
  "DENO_CERT",
  "DENO_TLS_CA_STORE",
  "REQUIRE_REDIS",
  "REQUIRE_BROWSER",
  "REQUIRE_SHARED",
  "TEST_PORTS",
  "TEST_ENGINE",
  "CHROMIUM_PATH",
  "SCREENSHOTS",
  "UPDATE_SNAPSHOT",
  "UPDATE_ALLOWED",
  "TEST_SEED",
] as const;

/** What leads npm to its registry, wherever the caller set it. */
const NPM_SETTINGS = ["registry", "cafile", "proxy", "https-proxy", "noproxy", "cache"] as const;

/** Programs that start from a clone must not report home nor look for the network. */
const QUIET = {
  DENO_NO_UPDATE_CHECK: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

/** Variables by name, the folder of Deno's cache among them. */
export interface Environment extends Record<string, string> {
  DENO_DIR: string;
}

/**
 * The variables, with the caches of Deno and npm that the caller has. `home` is the HOME of the processes.
 * `npm` and `deno` are asked where their caches are: about a second.
 */
export async function cleanEnvironment(home: string): Promise<Environment> {
  const { denoDir }: { denoDir: string } = JSON.parse(await printedBy(Deno.execPath(), ["info", "--json"]));
  const npm: Record<string, unknown> = JSON.parse(
    await printedBy("npm", ["config", "ls", "--long", "--json"]),
  );
  return {
    ...variables(PASSES.map((name) => [name, Deno.env.get(name)])),
    ...variables(
      NPM_SETTINGS.map((name) => [`NPM_CONFIG_${name.replace("-", "_").toUpperCase()}`, npm[name]]),
    ),
    ...QUIET,
    PATH: programFolders(Deno.env.get("PATH") ?? "").join(":"),
    DENO_DIR: denoDir,
    HOME: home,
  };
}

/** The folders of `path` that exist, without those that `npx` and `deno task` put there, behind that of this Deno. */
export function programFolders(path: string): string[] {
  const folders = path.split(":").filter((folder) =>
    isAbsolute(folder) && !folder.endsWith("/node_modules/.bin")
  );
  return [...new Set([dirname(Deno.execPath()), ...folders.filter(isFolder)])];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function variables(pairs: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => typeof value === "string" && value !== "" ? [[name, value]] : []),
  );
}

async function printedBy(program: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], stdin: "null" })
    .output();
  if (!success) throw new Error(`${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

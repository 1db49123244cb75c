// Broken set-ups for doctor: a project in a folder outside of the repository, with the source in place of the package.

import config from "../../../../deno.json" with { type: "json" };
import { entryFiles } from "../../support/manifests.ts";
import type { Finding } from "../../../../src/cli/doctor/finding.ts";
import { type DoctorPorts, projectFindings } from "../../../../src/cli/doctor/project_findings.ts";
import { projectRoot } from "../../../support/project.ts";
import { freePort } from "../../../support/requires.ts";

/** A main module that serves one agent. */
export const MAIN = `import { defineAgent } from "@treadle/treadle";
import { serve } from "@treadle/treadle/deno";

const support = defineAgent({ name: "support", instructions: "You help." });

export default serve({ agents: [support] });
`;

/** A set-up: its files, by their paths, and the variables of the process. */
export interface Setup {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly ports?: Partial<DoctorPorts>;
}

/** How the registry of the packages is reached that a set-up imports: a cache may not have them yet. */
const NETWORK = [
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
  "DENO_CERT",
  "DENO_TLS_CA_STORE",
  "NPM_CONFIG_REGISTRY",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
];

/** What doctor finds in a folder with these files; main.ts is there unless `files` has a wrangler configuration. */
export async function examine({ files = {}, env = {}, ports = {} }: Setup): Promise<Finding[]> {
  const folder = await Deno.makeTempDir({ prefix: "doctor_" });
  try {
    const isWorker = Object.keys(files).some((name) => name.startsWith("wrangler."));
    const all = { "deno.json": denoJson(), ...(isWorker ? {} : { "main.ts": MAIN }), ...files };
    for (const [name, text] of Object.entries(all)) {
      await Deno.mkdir(`${folder}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    return await projectFindings(folder, undefined, {
      env: {
        ...Object.fromEntries(
          ["PATH", "HOME", "DENO_DIR", ...NETWORK].map((name) => [name, Deno.env.get(name)]),
        ),
        PORT: String(freePort()), // a server that runs on this machine is no fault of the set-up
        ...env,
      },
      fetch,
      clock: Date.now,
      versions: { deno: "2.9.6" },
      ...ports,
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function denoJson(): string {
  const entries = Object.entries(entryFiles).map(([name, source]) => [
    name,
    new URL(source, projectRoot).href,
  ]);
  return JSON.stringify({
    imports: { ...config.imports, ...Object.fromEntries(entries) },
    nodeModulesDir: "none",
    lock: false,
    unstable: config.unstable,
  });
}

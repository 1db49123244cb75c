// workerd with one Worker, without Miniflare: what a step costs is all that its process does.

import { cpuMsOf, findWorkerd } from "../lab/starts.ts";
import { answers, eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/requires.ts";

export interface WorkerdOptions {
  /** The main module. */
  readonly script: string;
  /** Bindings that are texts. */
  readonly texts: Readonly<Record<string, string>>;
  /** A class of the script whose objects a binding has, with SQLite on the disk. */
  readonly objects?: { readonly binding: string; readonly className: string } | undefined;
  /** The port of another workerd that the binding OBJECTS reaches. */
  readonly otherPort?: number | undefined;
  /** The only core that it may run on. */
  readonly core?: number | undefined;
}

/** A workerd that serves. */
export interface BenchWorkerd extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Milliseconds of all its threads so far. */
  cpuMs(): Promise<number>;
}

export async function startWorkerd({ core, ...options }: WorkerdOptions): Promise<BenchWorkerd> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "treadle-objects-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const port = freePort();
  await Deno.mkdir(`${folder}/disk`);
  await Deno.writeTextFile(`${folder}/worker.js`, options.script);
  await Deno.writeTextFile(`${folder}/config.capnp`, configOf(options, folder, port));
  const workerd = await findWorkerd();
  const args = ["serve", `${folder}/config.capnp`];
  const child = new Deno.Command(core === undefined ? workerd : "taskset", {
    args: core === undefined ? args : ["-c", String(core), workerd, ...args],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  stack.defer(async () => {
    child.kill("SIGKILL");
    await child.status;
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(() => answers(() => fetch(`${url}/healthz`)), () => "workerd serves");
  const moved = stack.move();
  return {
    port,
    url,
    cpuMs: () => cpuMsOf(child.pid),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

function configOf({ texts, objects, otherPort }: WorkerdOptions, folder: string, port: number): string {
  const bindings = Object.entries(texts).map(([name, value]) =>
    `(name = ${quote(name)}, text = ${quote(value)})`
  );
  if (otherPort !== undefined) bindings.push(`(name = "OBJECTS", service = "other")`);
  if (objects !== undefined) {
    bindings.push(
      `(name = ${quote(objects.binding)}, durableObjectNamespace = ${quote(objects.className)})`,
    );
  }
  const namespaces = objects === undefined
    ? ""
    : `durableObjectNamespaces = [(className = ${
      quote(objects.className)
    }, uniqueKey = "bench", enableSql = true)],
    durableObjectStorage = (localDisk = "disk"),`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "worker.js")],
    compatibilityDate = "2026-04-01",
    ${namespaces}
    bindings = [${bindings.join(", ")}],
  )),
  (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  (name = "other", external = (address = "127.0.0.1:${otherPort ?? port}", http = ())),
  (name = "disk", disk = (path = ${quote(`${folder}/disk`)}, writable = true))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** Texts of Cap'n Proto have the escapes of C, as JSON's for what stands here. */
function quote(text: string): string {
  return JSON.stringify(text);
}

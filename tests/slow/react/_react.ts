// React 18 and 19, each with the hooks, in a DOM of this process: happy-dom. Requests and responses are Deno's own.

import * as esbuild from "esbuild";
import { Window } from "happy-dom";
import type { ReactNode } from "./_react.d.ts";
import { eventually } from "../../support/eventually.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";

/** The versions that the hooks are tested with. */
export const VERSIONS = ["18", "19"] as const;

export type Version = typeof VERSIONS[number];

export type Program = typeof import("./_program.ts");

/** The AI SDK whose hooks a version of React is tested with. */
const AI_SDK: Readonly<Record<Version, Readonly<Record<string, string>>>> = {
  18: { "ai": "6", "@ai-sdk/react": "3" },
  19: { "ai": "7", "@ai-sdk/react": "4" },
};

/** React of one version, for a bundle: an alias would leave react-dom 18 with the React that stands beside it. So the AI SDK. */
export function reactOf(version: Version): esbuild.Plugin {
  return {
    name: `react-${version}`,
    setup(build) {
      const filter = /^(?:(?:react|react-dom)(?:\/|$)|(?:ai|@ai-sdk\/react)$)/;
      build.onResolve({ filter }, async ({ path, pluginData, ...rest }) => {
        if (pluginData === version) return undefined;
        const { importer, kind } = rest;
        const sdk = AI_SDK[version][path];
        // The hooks of a version have its package of their own.
        if (sdk !== undefined && importer.includes("/node_modules/")) return undefined;
        const resolveDir = sdk === undefined
          ? await folderOf(path.replace(/\/.*/, ""), version)
          : await folderOf(path.replace("/", "+"), sdk);
        return await build.resolve(path, { importer, kind, resolveDir, pluginData: version });
      });
    },
  };
}

/** The `node_modules` that has this version of a package. */
async function folderOf(name: string, version: string): Promise<string> {
  const installed = new URL("node_modules/.deno/", projectRoot);
  for await (const entry of Deno.readDir(installed)) {
    if (entry.name.startsWith(`${name}@${version}.`)) {
      return fromFileUrl(new URL(`${entry.name}/node_modules`, installed));
    }
  }
  throw new Error(`${name} ${version} is not installed: run deno install.`);
}

/** A module for browsers with one version of React. */
export async function bundleReact(entry: string, version: Version, mode: string): Promise<string> {
  try {
    const { outputFiles: [file] } = await esbuild.build({
      entryPoints: [fromFileUrl(new URL(entry, projectRoot))],
      bundle: true,
      format: "esm",
      platform: "browser",
      target: "es2023",
      jsx: "automatic",
      write: false,
      alias: {
        "@treadle/react/client": fromFileUrl(new URL("src/react/client/mod.ts", projectRoot)),
        "@treadle/react": fromFileUrl(new URL("src/react/mod.ts", projectRoot)),
      },
      define: { "process.env.NODE_ENV": JSON.stringify(mode) },
      plugins: [reactOf(version)],
      logLevel: "error",
    });
    return file?.text ?? "";
  } finally {
    await esbuild.stop();
  }
}

const programs = new Map<string, Promise<unknown>>();

/** The hooks with one version of React, which reports what is wrong in development alone. */
export function loadProgram(version: Version): Promise<Program>;
/** A module with more of them, by its path in the project. */
export function loadProgram<More extends Program>(version: Version, entry: string): Promise<More>;
export function loadProgram(version: Version, entry = "tests/slow/react/_program.ts"): Promise<unknown> {
  openDom();
  const key = `${version} ${entry}`;
  const known = programs.get(key) ?? importProgram(version, entry);
  programs.set(key, known);
  return known;
}

async function importProgram(version: Version, entry: string): Promise<unknown> {
  const file = await Deno.makeTempFile({ suffix: ".mjs" });
  await Deno.writeTextFile(file, await bundleReact(entry, version, "development"));
  try {
    return await import(`file://${file}`);
  } finally {
    await Deno.remove(file);
  }
}

let page: Window | undefined;

/** What React asks of a browser. It stays for the process: React keeps what it has found. */
function openDom(): Window {
  if (page !== undefined) return page;
  page = new Window({ url: "http://127.0.0.1/" });
  Object.assign(globalThis, { window: page, document: page.document });
  return page;
}

/** A component on a page. */
export interface Mounted {
  /** The text that is shown. */
  text(): string;
  /** Waits until a text is shown. */
  shows(text: string | RegExp): Promise<void>;
  /** How many elements there are. */
  count(selector: string): number;
  click(selector: string): void;
  /** Renders another element in place of the first one. */
  render(element: ReactNode): void;
  unmount(): void;
  /** What React has complained of. */
  readonly complaints: readonly string[];
}

/** Mounts an element; `html` is what a server has rendered of it. */
export function mount(program: Program, element: ReactNode, html?: string): Mounted {
  const { document } = openDom();
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = html ?? "";
  const complaints: string[] = [];
  const report = console.error;
  console.error = (...said: unknown[]) => void complaints.push(said.join(" "));
  const root = html === undefined ? program.createRoot(container) : program.hydrateRoot(container, element);
  if (html === undefined) root.render(element);
  const text = () => container.textContent;
  const includes = (wanted: string | RegExp) =>
    typeof wanted === "string" ? text().includes(wanted) : wanted.test(text());
  return {
    text,
    complaints,
    shows: (wanted) => eventually(() => includes(wanted), () => ({ wanted: String(wanted), shown: text() })),
    count: (selector) => container.querySelectorAll(selector).length,
    click: (selector) => {
      const element = container.querySelector(selector);
      if (element === null) throw new Error(`There is no ${selector}: ${container.innerHTML}`);
      element.dispatchEvent(new (openDom().MouseEvent)("click", { bubbles: true }));
    },
    render: (next) => root.render(next),
    unmount: () => {
      root.unmount();
      container.remove();
      console.error = report;
    },
  };
}

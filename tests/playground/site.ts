/** The real app on a free port and a real browser in front of it, for the tests of the page. */
import { type Browser, chromium, type ConsoleMessage, type Page } from "playwright-core";
import { demo } from "../../functions/agents/demo.ts";
import { createApp } from "../../src/app.ts";
import type { Agent } from "../../src/core/agent.ts";
import type { Driver } from "../../src/core/driver.ts";
import { createDeps } from "../../src/deps.ts";
import { browser as chromiumProgram } from "../support/requires.ts";

export interface SiteOptions {
  readonly agents?: readonly Agent[];
  readonly drivers?: readonly Driver[];
  readonly env?: Record<string, string>;
  /** Stands between the browser and the app, to lose what networks lose. */
  readonly network?: (request: Request, answer: () => Promise<Response>) => Promise<Response>;
}

export interface Site extends AsyncDisposable {
  /** Ends with a slash. */
  readonly url: string;
}

/** Serves the demo agent, the scripted model and the memory store, to this machine only. */
export function openSite(options: SiteOptions = {}): Site {
  const deps = createDeps({
    env: { TREADLE_STORE: "memory", ...options.env },
    agents: options.agents ?? [demo],
    drivers: options.drivers ?? [],
    log: () => {},
  });
  const app = createApp(deps);
  const network = options.network ?? ((_request, answer) => answer());
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => network(request, async () => await app.fetch(request, { local: true })),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await deps.close();
    },
  };
}

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
];

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** What the console complained about, violations of the content security policy included. */
  readonly complaints: string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
}

let program: Promise<Browser> | undefined;

/** One browser serves a whole file of tests; each visit has its own profile. */
export async function closeBrowser(): Promise<void> {
  await (await program)?.close();
  program = undefined;
}

/** Opens a URL as somebody who was never here. */
export async function visit(url: string, options: VisitOptions = {}): Promise<Visit> {
  program ??= chromium.launch({ executablePath: chromiumProgram.path, args: ARGUMENTS });
  const profile = await (await program).newContext({
    viewport: { width: options.width ?? 1120, height: options.height ?? 820 },
    colorScheme: options.colorScheme ?? "light",
    reducedMotion: "reduce",
  });
  const page = await profile.newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on("console", (message: ConsoleMessage) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error: Error) => complaints.push(error.message));
  await page.goto(url);
  return {
    page,
    complaints,
    async [Symbol.asyncDispose]() {
      await profile.close();
    },
  };
}

/** Keeps a picture when SCREENSHOTS names a folder: for people who change the page. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = Deno.env.get("SCREENSHOTS");
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** The real app on a free port, a real browser in front of it, and what people do there, for the tests of the page. */
import { type Browser, chromium, type ConsoleMessage, type Locator, type Page } from "playwright-core";
import { demo } from "../../../functions/agents/demo.ts";
import { createApp } from "../../../src/app.ts";
import type { Agent } from "../../../src/core/agent.ts";
import type { Clock } from "../../../src/core/ports.ts";
import type { Driver } from "../../../src/core/driver.ts";
import type { Authenticate } from "../../../src/http/access/identity.ts";
import type { Store } from "../../../src/core/store.ts";
import { createDeps } from "../../../src/deps.ts";
import { standard } from "../../../src/plugins/standard.ts";
import type { AppDeps } from "../../../src/deps/create_deps.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { LONGEST_WAIT_MS } from "../../support/eventually.ts";
import { isSearch } from "../../support/lives.ts";
import { readPage } from "../../support/page.ts";
import { browser as chromiumProgram } from "../../support/requires.ts";

export interface SiteOptions {
  readonly agents?: readonly Agent[];
  readonly drivers?: readonly Driver[];
  readonly env?: Record<string, string>;
  /** Beside the standard ones; `none` leaves those out too. */
  readonly plugins?: readonly Plugin[] | "none";
  /** That of this machine by default. */
  readonly clock?: Clock;
  /** Takes the place of this machine's requests. */
  readonly authenticate?: Authenticate;
  /** Such as `/agents`: the page is below the site's URL then. */
  readonly basePath?: string;
  /** A memory store of its own by default. */
  readonly store?: Store;
  /** Stands between the browser and the app, to lose what networks lose. */
  readonly network?: (request: Request, answer: () => Promise<Response>) => Promise<Response>;
}

export interface Site extends AsyncDisposable {
  /** Ends with a slash. */
  readonly url: string;
  readonly store: Store;
  readonly deps: AppDeps;
}

/** Serves the demo agent, the scripted model and the memory store, to this machine only. */
export function openSite(options: SiteOptions = {}): Site {
  const { store = createMemoryStore() } = options;
  const deps = createDeps({
    env: { TREADLE_STORE: "test", ...options.env },
    stores: { test: () => store },
    agents: options.agents ?? [demo],
    drivers: options.drivers ?? [],
    plugins: options.plugins === "none" ? [] : [...standard(), ...options.plugins ?? []],
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.authenticate === undefined ? {} : { authenticate: options.authenticate }),
    log: () => {},
  });
  const app = createApp(deps, { readAsset: readPage, basePath: options.basePath });
  const network = options.network ?? ((_request, answer) => answer());
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => network(request, async () => await app.fetch(request, { local: true })),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    store: deps.store,
    deps,
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

/** Fewer processes: a visit takes a quarter less of the processor. Fewer threads, too, stop a page that is loaded again for good. */
const SHARING = [
  "--disable-software-rasterizer",
  "--in-process-gpu",
  "--renderer-process-limit=1",
  "--process-per-site",
  "--disable-site-isolation-trials",
];

/** The widths or themes that a test looks at: the first, or all of them in a search. `shell/axe_test.ts` looks at every view in each. */
export function looksOf<Look>(looks: readonly Look[]): readonly Look[] {
  return isSearch() ? looks : looks.slice(0, 1);
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** What the console complained about, violations of the content security policy included. */
  readonly complaints: string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** What a visitor would be asked for. */
  readonly permissions?: string[];
  /** The page's clock can be put forward: `page.clock`. */
  readonly clock?: true;
  /** A finger in place of a mouse: nothing hovers. */
  readonly touch?: true;
  /** Sites have processes of their own, as a visitor's browser gives them: for pages that attack each other. */
  readonly apart?: true;
}

/** Browsers by whether their sites are apart. */
const programs = new Map<boolean, Promise<Browser>>();

/** One browser serves a whole file of tests; each visit has its own profile. */
export async function closeBrowser(): Promise<void> {
  const open = [...programs.values()];
  programs.clear();
  for (const program of open) await (await program).close();
}

async function browserWith(apart: boolean): Promise<Browser> {
  const args = [...ARGUMENTS, ...apart ? [] : SHARING];
  const program = programs.get(apart) ?? chromium.launch({ executablePath: chromiumProgram.path, args });
  programs.set(apart, program);
  return await program;
}

/** Opens a URL as somebody who was never here. */
export async function visit(url: string, options: VisitOptions = {}): Promise<Visit> {
  const browser = await browserWith(options.apart ?? false);
  const profile = await browser.newContext({
    viewport: { width: options.width ?? 1120, height: options.height ?? 820 },
    colorScheme: options.colorScheme ?? "light",
    reducedMotion: "reduce",
    ...(options.touch ? { hasTouch: true, isMobile: true } : {}),
    ...(options.permissions ? { permissions: options.permissions } : {}),
  });
  const page = await profile.newPage();
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  const complaints: string[] = [];
  page.on("console", (message: ConsoleMessage) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    complaints.push(message.text());
  });
  page.on("pageerror", (error: Error) => complaints.push(error.message));
  if (options.clock) await page.clock.install();
  await page.goto(url);
  return {
    page,
    complaints,
    async [Symbol.asyncDispose]() {
      await profile.close();
    },
  };
}

/** Keeps a picture of the window in the folder that SCREENSHOTS names, for people who change the page; none without it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = Deno.env.get("SCREENSHOTS");
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

export async function say(page: Page, text: string): Promise<void> {
  const box = page.getByLabel("Message", { exact: true });
  await page.locator("#agent:enabled").waitFor();
  await box.fill(text);
  await box.press("Enter");
}

/** Opens the run options, whose fields have the labels "Tool choice", "Execution" and so on. */
export async function openOptions(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Run options/ }).click();
  await page.getByLabel("Tool choice").waitFor();
}

/** A button of a step, whose menu is opened where the window is narrow. */
export async function actionOf(page: Page, step: number, name: string): Promise<Locator> {
  const label = `Actions on step ${step}`;
  const menu = page.getByRole("button", { name: label, exact: true });
  const verbs = page.getByRole("group", { name: label, exact: true });
  await menu.or(verbs).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  return verbs.getByRole("button", { name });
}

/** Waits until nothing runs. */
export async function idle(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
}

/** The newest call, which is opened for that. */
export async function cardTexts(page: Page) {
  const card = page.locator(".call").last();
  const line = card.locator(".call-line");
  if (await line.getAttribute("aria-expanded") === "false") await line.click();
  const [args = "", output = ""] = await card.locator("pre").allInnerTexts();
  return { state: await card.getAttribute("data-state"), args, output };
}

/** How many pixels the page is wider than its window. A new size is laid out within the frames behind it, which are waited for. */
export async function overflow(page: Page): Promise<number> {
  const wider = "Math.max(0, document.documentElement.scrollWidth - innerWidth)";
  await page.waitForFunction(`${wider} === 0`, undefined, { timeout: 5_000 }).catch(() => {});
  return await page.evaluate(wider);
}

/**
 * Texts in sight whose contrast with their ground is under 4.5:1 (WCAG 2.2, 1.4.3), as `ratio text`. What is disabled is exempt.
 * Grounds of the page are plain colours.
 */
export function lowContrast(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const rgb = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
    const luminance = (colour) => {
      const [r, g, b] = rgb(colour).map((value) => value / 255).map((value) =>
        value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const isClear = (colour) => rgb(colour)[3] === 0;
    const ground = (node) => {
      for (let each = node; each; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each);
        if (!isClear(backgroundColor)) return backgroundColor;
      }
      return "rgb(255, 255, 255)";
    };
    const low = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.data.trim();
      const node = texts.currentNode.parentElement;
      if (text === "" || !node.checkVisibility() || node.closest("[aria-disabled=true], .unseen")) continue;
      const [light, dark] = [luminance(getComputedStyle(node).color), luminance(ground(node))].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (!(ratio >= 4.5)) low.push(ratio.toFixed(2) + " " + text.slice(0, 40));
    }
    return low;
  })()`);
}

/** How many colours a picture has, and the share of its commonest one: a blank page has one colour. */
export function coloursOf(page: Page, png: Uint8Array): Promise<{ colours: number; commonest: number }> {
  const url = `data:image/png;base64,${png.toBase64()}`;
  return page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(url)};
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const counts = new Map();
    for (const pixel of new Uint32Array(data.buffer)) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return { colours: counts.size, commonest: Math.max(...counts.values()) / (data.length / 4) };
  })()`);
}

/** The row of a step in the timeline. */
export function stepRow(page: Page, number: number) {
  return page.getByRole("list", { name: "Steps" }).getByRole("button", {
    name: new RegExp(`^Step ${number}\\b`),
  });
}

/** Whether the first match lies inside the window and inside what scrolls it. */
export function isInSight(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const node = document.querySelector(${JSON.stringify(selector)});
    const { top } = node.getBoundingClientRect();
    const frame = node.closest(".scroller").getBoundingClientRect();
    return top >= frame.top - 1 && top < frame.bottom;
  })()`);
}

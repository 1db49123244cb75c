// docs/examples/react_chat.tsx in Chromium, with React 18 and 19 and in both runtimes: an approval, dropped lines, reloads, a stop.

import assert from "node:assert/strict";
import { closeBrowser, picture, visit } from "../playground/site.ts";
import { serveProxy } from "../../react/client/_proxy.ts";
import { gated, openWorld } from "../../react/client/_world.ts";
import { KEY as WORLD_KEY } from "../../http/_app.ts";
import { bootDeno, type BootedProcess } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { holds } from "../../support/eventually.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { serveRedisRest } from "../../support/redis/rest.ts";
import { startRedis } from "../../support/redis/server.ts";
import { freePort, needsBrowser } from "../../support/requires.ts";
import { typeErrors } from "../support/types/type_check.ts";
import { bundleReact, VERSIONS } from "./_react.ts";

const KEY = "key-of-acme-0123456789";

/** The files of the example and the token of its visitor, on an origin of their own. */
function servePage(
  port: number,
  script: string,
  { api, agent, key }: { readonly api: string; readonly agent: string; readonly key: string },
) {
  const html = Deno.readTextFileSync(new URL("docs/examples/react_chat.html", projectRoot))
    .replace('data-url="" data-agent="demo"', `data-url="${api}" data-agent="${agent}"`);
  return Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/token") return new Response(key);
    const [body, type] = pathname === "/react_chat.js" ? [script, "text/javascript"] : [html, "text/html"];
    return new Response(body, { headers: { "content-type": `${type}; charset=utf-8` } });
  });
}

/** What the example uses of React: its own types are not installed, since they give every module of the project names of the DOM. */
const REACT_TYPES = `
  declare module "react" {
    export function useInsertionEffect(effect: () => void): void;
    export function useMemo<Value>(make: () => Value, inputs: readonly unknown[]): Value;
    export function useSyncExternalStore<State>(subscribe: unknown, get: () => State, first: () => State): State;
    export interface FormEvent { preventDefault(): void }
    export function memo<Component>(component: Component): Component;
    export function useState<Value>(initial: Value | (() => Value)): [Value, (next: Value) => void];
  }
  declare module "react-dom/client" {
    export function createRoot(container: HTMLElement): { render(element: object): void };
  }
  declare module "react/jsx-runtime" {
    type Handlers = {
      readonly onClick?: () => void;
      readonly onSubmit?: (event: import("react").FormEvent) => void;
      readonly onChange?: (change: { readonly target: HTMLInputElement }) => void;
    };
    export namespace JSX {
      interface IntrinsicElements { [name: string]: Handlers & Record<string, unknown> }
      interface IntrinsicAttributes { readonly key?: string | number }
    }
    export const jsx: unknown, jsxs: unknown, Fragment: unknown;
  }
`;

Deno.test("V7: the example of the hooks is type-checked, with the types of browsers", async () => {
  const types = await Deno.makeTempFile({ suffix: ".d.ts" });
  await Deno.writeTextFile(types, REACT_TYPES);
  try {
    const example = fromFileUrl(new URL("docs/examples/react_chat.tsx", projectRoot));
    assert.equal(await typeErrors([types, example]), "");
  } finally {
    await Deno.remove(types);
  }
});

needsBrowser(
  "V7: the example of the hooks is under 100 lines, and chats on Deno with React 18 and in workerd with React 19",
  async (test) => {
    const source = Deno.readTextFileSync(new URL("docs/examples/react_chat.tsx", projectRoot));
    assert.ok(source.split("\n").length < 100);
    await using redis = await startRedis();
    await using rest = await serveRedisRest({ redis, token: "token-for-tests" });
    const port = freePort();
    const env = {
      UPSTASH_REDIS_REST_URL: rest.url,
      UPSTASH_REDIS_REST_TOKEN: rest.token,
      TREADLE_API_KEYS: `acme:${KEY}`,
      TREADLE_CORS_ORIGINS: `http://127.0.0.1:${port}`,
    };
    try {
      for (const [boot, version] of [[bootDeno, "18"], [bootWorker, "19"]] as const) {
        const script = await bundleReact("docs/examples/react_chat.tsx", version, "production");
        await using runtime = await boot(env);
        await test.step(`${runtime.name}, React ${version}`, async () => await chat(runtime, port, script));
      }
    } finally {
      await closeBrowser();
    }
  },
  { sanitizeOps: false, sanitizeResources: false },
);

async function chat(runtime: BootedProcess, port: number, script: string): Promise<void> {
  await using proxy = serveProxy(runtime.url);
  const keys: (string | null)[] = [];
  // The stream of each run drops before the end of its first step.
  proxy.onRequest = ({ method, path, headers }) => {
    if (method !== "POST" || !path.endsWith("/steps")) return undefined;
    const key = headers.get("idempotency-key");
    const isFirst = !keys.includes(key);
    keys.push(key);
    return isFirst ? { after: "event: usage", then: "cut" } : undefined;
  };
  await using _server = servePage(port, script, { api: proxy.url, agent: "demo", key: KEY });
  await using visitor = await visit(`http://127.0.0.1:${port}/`, { width: 720, height: 720 });
  const { page } = visitor;
  const [chat, status] = [page.locator("#chat"), page.getByRole("status")];
  const say = async (text: string) => {
    await page.getByLabel("Message").fill(text);
    await page.getByRole("button", { name: "Send" }).click();
  };
  await say("Delete record r1, please.");
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await picture(page, `react-${runtime.name}-approval`);
  await page.reload();
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await holds(async () =>
    assert.equal(await page.getByLabel("Approval").count(), 1, "one card, also after a reload")
  );
  await page.getByRole("button", { name: "Approve" }).click();
  await status.getByText("done").waitFor();
  await holds(async () => assert.equal(await page.getByLabel("Approval").count(), 0));
  await holds(async () =>
    assert.match(await chat.innerText(), /delete_record\(\{"id":"r1"\}\) completed → \{"deleted":"r1"\}/)
  );
  await say("What is the weather in Paris?");
  await chat.getByText("It is 18 °C and clear in Paris.").waitFor();
  await status.getByText("done").waitFor();
  const shown = await chat.innerText();
  await picture(page, `react-${runtime.name}`);
  await page.reload();
  await status.getByText("done").waitFor();
  await holds(async () => assert.equal(await chat.innerText(), shown, "a reload shows what was shown"));
  assert.equal(new Set(keys).size, 3, "there are three runs");
  // The first read of a thread that is new is 404, and a request that is sent again while its step still runs is 409.
  const expected = /ERR_INCOMPLETE_CHUNKED_ENCODING|404|409/;
  const complaints = visitor.complaints.filter((text) => !expected.test(text));
  assert.deepEqual(complaints, []);
}

for (const version of VERSIONS) {
  needsBrowser(
    `V7: the example is stopped in the middle, and goes on with the next message (React ${version})`,
    async () => {
      const port = freePort();
      const { driver, gate, started } = gated();
      const script = await bundleReact("docs/examples/react_chat.tsx", version, "production");
      try {
        await using world = openWorld({ driver, env: { TREADLE_CORS_ORIGINS: `http://127.0.0.1:${port}` } });
        const api = { api: world.proxy.url, agent: "tester", key: WORLD_KEY };
        await using _server = servePage(port, script, api);
        await world.client.thread("t1").run("first", { agent: "tester" });
        await using visitor = await visit(`http://127.0.0.1:${port}/#t1`);
        const { page } = visitor;
        const [chat, status] = [page.locator("main"), page.getByRole("status")];
        await status.getByText("done").waitFor();
        await page.getByLabel("Message").fill("second");
        await page.getByRole("button", { name: "Send" }).click();
        await started;
        await chat.getByText("one", { exact: true }).waitFor();
        await page.getByRole("button", { name: "Stop" }).click();
        await status.getByText("cancelled").waitFor();
        gate.resolve();
        await page.getByLabel("Message").fill("third");
        await page.getByRole("button", { name: "Send" }).click();
        await status.getByText("done").waitFor();
        await holds(async () =>
          assert.match(await chat.innerText(), /^first\s+one two\s+second\s+one.*\s+third\s+one two\s+done/)
        );
      } finally {
        await closeBrowser();
      }
    },
    { sanitizeOps: false, sanitizeResources: false },
  );
}

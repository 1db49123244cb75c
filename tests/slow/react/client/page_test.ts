// docs/examples/chat.ts in Chromium, against both runtimes: an approval, lines that drop, reloads.

import assert from "node:assert/strict";
import { bootDeno, type BootedProcess } from "../../../support/boot_deno.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { holds } from "../../../support/eventually.ts";
import { projectRoot } from "../../../support/project.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { freePort, needsBrowser } from "../../../support/requires.ts";
import { closeBrowser, picture, visit } from "../../playground/site.ts";
import { KEY as WORLD_KEY } from "../../../http/_app.ts";
import { bundle } from "./_bundle.ts";
import { serveProxy } from "../../../react/client/_proxy.ts";
import { gated, openWorld } from "../../../react/client/_world.ts";

const KEY = "key-of-acme-0123456789";

/** The files of the example and the token of its visitor, on an origin of their own. */
function servePage(
  port: number,
  api: string,
  script: string,
  { agent, key }: { readonly agent: string; readonly key: string } = { agent: "demo", key: KEY },
) {
  const html = Deno.readTextFileSync(new URL("docs/examples/chat.html", projectRoot))
    .replace('data-url="" data-agent="demo"', `data-url="${api}" data-agent="${agent}"`);
  return Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/token") return new Response(key);
    const [body, type] = pathname === "/chat.js" ? [script, "text/javascript"] : [html, "text/html"];
    return new Response(body, { headers: { "content-type": `${type}; charset=utf-8` } });
  });
}

needsBrowser(
  "E4, E11: a page of the client chats with an approval, dropped lines and reloads, on deno and on workerd",
  async (test) => {
    const script = await bundle("docs/examples/chat.ts");
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
      for (const boot of [bootDeno, bootWorker]) {
        await using runtime = await boot(env);
        await test.step(runtime.name, async () => await chat(runtime, port, script));
      }
    } finally {
      await closeBrowser();
    }
  },
  { sanitizeOps: false, sanitizeResources: false },
);

needsBrowser(
  "E11: of two approvals the page answers one after the other, and the run goes on after the second",
  async () => {
    const port = freePort();
    const env = { TREADLE_CORS_ORIGINS: `http://127.0.0.1:${port}` };
    const script = await bundle("docs/examples/chat.ts");
    const removals = { calls: ["r1", "r2"].map((id) => ({ tool: "remove", args: { id } })) };
    try {
      await using world = openWorld({ env, scenario: [removals, { says: "Both are gone." }] });
      await using _server = servePage(port, world.proxy.url, script, { agent: "tester", key: WORLD_KEY });
      await using visitor = await visit(`http://127.0.0.1:${port}/`);
      const { page } = visitor;
      await page.getByLabel("Message").fill("Remove both.");
      await page.getByRole("button", { name: "Send" }).click();
      const [status, approve] = [page.locator("#status"), page.getByRole("button", { name: "Approve" })];
      await approve.nth(1).waitFor();
      await approve.first().click();
      await approve.nth(1).waitFor({ state: "detached" });
      await holds(async () => assert.equal(await status.innerText(), "waiting"));
      await approve.click();
      await status.getByText("done").waitFor();
      await holds(async () => assert.match(await page.locator("#messages").innerText(), /Both are gone\.$/));
      const runs = world.proxy.requests.filter(({ method, path }) =>
        method === "POST" && path.endsWith("/steps")
      );
      assert.equal(runs.length, 2, "none is requested while a person is waited for");
    } finally {
      await closeBrowser();
    }
  },
  { sanitizeOps: false, sanitizeResources: false },
);

needsBrowser(
  "E11: a page that is loaded again in a run has the message of the run at its end",
  async () => {
    const port = freePort();
    const { driver, gate, started } = gated();
    const script = await bundle("docs/examples/chat.ts");
    try {
      await using world = openWorld({ driver, env: { TREADLE_CORS_ORIGINS: `http://127.0.0.1:${port}` } });
      await using _server = servePage(port, world.proxy.url, script, { agent: "tester", key: WORLD_KEY });
      await world.client.thread("t1").run("first", { agent: "tester" });
      await using visitor = await visit(`http://127.0.0.1:${port}/#t1`);
      const { page } = visitor;
      const [messages, status] = [page.locator("#messages"), page.locator("#status")];
      await messages.getByText("first").waitFor();
      await page.getByLabel("Message").fill("second");
      await page.getByRole("button", { name: "Send" }).click();
      await started;
      await page.reload();
      await status.getByText("running").waitFor();
      gate.resolve();
      await messages.getByText("second").waitFor();
      await holds(async () => assert.equal(await messages.innerText(), "first\none two\nsecond\none two"));
      await holds(async () => assert.equal(await status.innerText(), "done"));
    } finally {
      await closeBrowser();
    }
  },
  { sanitizeOps: false, sanitizeResources: false },
);

async function chat(runtime: BootedProcess, port: number, script: string): Promise<void> {
  await using proxy = serveProxy(runtime.url);
  const keys: (string | null)[] = [];
  let isDropped = false;
  let wentOn = 0;
  // The stream of each run drops before the end of its first step. Behind it the page follows the log, or requests the run again where the browser
  // has dropped what arrived together with the end of the line.
  proxy.onRequest = ({ method, path, headers }) => {
    const isRun = method === "POST" && path.endsWith("/steps");
    if (isDropped && (isRun || path.endsWith("/events"))) {
      isDropped = false;
      wentOn++;
    }
    if (!isRun) return undefined;
    const key = headers.get("idempotency-key");
    const isFirst = !keys.includes(key);
    keys.push(key);
    isDropped ||= isFirst;
    return isFirst ? { after: "event: usage", then: "cut" } : undefined;
  };
  await using _server = servePage(port, proxy.url, script);
  await using visitor = await visit(`http://127.0.0.1:${port}/`);
  const { page } = visitor;
  const [messages, status] = [page.locator("#messages"), page.locator("#status")];
  const say = async (text: string) => {
    await page.getByLabel("Message").fill(text);
    await page.getByRole("button", { name: "Send" }).click();
  };

  await say("Delete record r1, please.");
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await picture(page, `chat-${runtime.name}-approval`);
  await holds(async () => assert.match(await messages.innerText(), /^Delete record r1, please\.\n/));

  await page.reload();
  await page.getByRole("button", { name: "Approve" }).click();
  await status.getByText("done").waitFor();
  const approved = await messages.innerText();
  assert.match(approved, /delete_record\(\{"id":"r1"\}\) completed → \{"deleted":"r1"\}/);

  await say("What is the weather in Paris?");
  await messages.getByText("It is 18 °C and clear in Paris.").waitFor();
  await status.getByText("done").waitFor();
  const shown = await messages.innerText();
  await page.reload();
  await messages.getByText("It is 18 °C and clear in Paris.").waitFor();
  await status.getByText("done").waitFor();
  await holds(async () => assert.equal(await messages.innerText(), shown, "a reload shows what was shown"));
  await picture(page, `chat-${runtime.name}`);

  assert.equal(new Set(keys).size, 3, "there are three runs");
  assert.equal(wentOn, 3, "each of them went on after its line had dropped");
  const complaints = visitor.complaints.filter((text) => !/ERR_INCOMPLETE_CHUNKED_ENCODING|404/.test(text));
  assert.deepEqual(complaints, []);
}

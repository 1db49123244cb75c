// docs/examples/use_chat.tsx in Chromium, against both runtimes: text and a tool, approvals, reloads, branches, ratings, links, steering, a stop.

import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { closeBrowser, overflow, picture, visit } from "../../../playground/site.ts";
import { bootDeno, type BootedProcess } from "../../../../support/boot_deno.ts";
import { bootWorker } from "../../../support/boot_worker.ts";
import { holds } from "../../../../support/eventually.ts";
import { fromFileUrl, projectRoot } from "../../../../support/project.ts";
import { serveRedisRest } from "../../../../support/redis/rest.ts";
import { startRedis } from "../../../../support/redis/server.ts";
import { freePort, needsBrowser } from "../../../../support/requires.ts";

const KEY = "key-of-acme-0123456789";

async function bundled(): Promise<string> {
  try {
    const { outputFiles: [file] } = await esbuild.build({
      entryPoints: [fromFileUrl(new URL("docs/examples/use_chat.tsx", projectRoot))],
      bundle: true,
      format: "esm",
      platform: "browser",
      jsx: "automatic",
      alias: { "@treadle/react/ai-sdk": fromFileUrl(new URL("src/react/ai_sdk/mod.ts", projectRoot)) },
      target: "es2022",
      write: false,
      define: { "process.env.NODE_ENV": '"production"' },
    });
    return file?.text ?? "";
  } finally {
    await esbuild.stop();
  }
}

/** The files of the example and the token of its visitor, on an origin of their own. */
function servePage(port: number, api: string, script: string) {
  const html = Deno.readTextFileSync(new URL("docs/examples/use_chat.html", projectRoot))
    .replace('data-api="', `data-api="${api}`);
  return Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/token") return new Response(KEY);
    const [body, type] = pathname === "/use_chat.js" ? [script, "text/javascript"] : [html, "text/html"];
    return new Response(body, { headers: { "content-type": `${type}; charset=utf-8` } });
  });
}

needsBrowser(
  "E5: the example of useChat chats, approves and reloads, on Deno and in workerd",
  async (test) => {
    const script = await bundled();
    await using redis = await startRedis();
    await using rest = await serveRedisRest({ redis, token: "token-for-tests" });
    const port = freePort();
    const env = {
      UPSTASH_REDIS_REST_URL: rest.url,
      UPSTASH_REDIS_REST_TOKEN: rest.token,
      TREADLE_API_KEYS: `acme:${KEY}`,
      TREADLE_APPROVAL_SECRET: "secret-of-the-links-of-the-tests-0123456789",
      TREADLE_CORS_ORIGINS: `http://127.0.0.1:${port}`,
    };
    try {
      for (const [boot, main] of [[bootDeno, "_on_deno.ts"], [bootWorker, "_on_workers.ts"]] as const) {
        await using runtime = await boot(env, { main: `tests/slow/plugins/chat/example/${main}` });
        await test.step(runtime.name, async () => await chat(runtime, port, script));
      }
    } finally {
      await closeBrowser();
    }
  },
  { sanitizeOps: false, sanitizeResources: false },
);

async function chat(runtime: BootedProcess, port: number, script: string): Promise<void> {
  await using _server = servePage(port, runtime.url, script);
  await using visitor = await visit(`http://127.0.0.1:${port}/`);
  const { page } = visitor;
  const cards = page.locator("code");
  const say = async (text: string) => {
    await page.getByLabel("Message").fill(text);
    await page.getByRole("button", { name: "send" }).click();
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const shows = async (text: string) => await page.getByText(text, { exact: true }).last().waitFor();
  const isOneCard = async () => assert.equal(await cards.count(), 1);

  await page.getByRole("heading", { name: "New chat" }).waitFor();
  await say("Delete record r1");
  await button("approve").waitFor();
  // The call is shown before its step is stored, which is what the page reads when it is opened again.
  await page.getByText("ready").waitFor();
  // An answer given while the stream is asked for would be replaced by what it says.
  const streamMayCome = Promise.withResolvers<void>();
  await page.route("**/stream?**", async (route) => {
    await streamMayCome.promise;
    await route.continue();
  });
  await page.reload();
  await button("approve").waitFor();
  await holds(async () => assert.equal(await button("approve").isEnabled(), false));
  await isOneCard();
  streamMayCome.resolve();
  await button("approve").click();
  await shows("Record r1 is deleted.");
  await page.getByRole("heading", { name: "Delete record r1" }).waitFor();
  await page.reload();
  await shows("Record r1 is deleted.");
  await isOneCard();
  await say("What is the weather in Paris?");
  await shows("It is 18 °C and clear in Paris.");
  await holds(async () => assert.equal(await cards.count(), 2));
  let posts = 0;
  const wentOn = page.waitForEvent(
    "requestfinished",
    (request) => request.method() === "POST" && ++posts === 2,
  );
  await button("again").click();
  await wentOn;
  await shows("It is 18 °C and clear in Paris.");
  await page.getByText("ready").waitFor();
  await holds(async () => assert.equal(await cards.count(), 2));
  await holds(async () => assert.equal(await page.locator("article").count(), 4));

  // The answer that was made again is a branch; the first one is a click away, and what is written stands behind what is shown.
  await page.getByText("2 of 2").waitFor();
  await button("earlier").click();
  await page.getByText("1 of 2").waitFor();
  await holds(async () => assert.equal(await button("earlier").isEnabled(), false));
  await say("What is the weather in Oslo?");
  await shows("It is 6 °C and rain in Oslo.");
  await page.getByText("ready").waitFor();
  await page.reload();
  await shows("It is 6 °C and rain in Oslo.");
  await page.getByText("1 of 2").waitFor();
  await button("later").click();
  await page.getByText("2 of 2").waitFor();
  await holds(async () => assert.equal(await page.getByText("Oslo").count(), 0));
  await button("earlier").click();
  await shows("It is 6 °C and rain in Oslo.");

  // A rating, which a page that is loaded again has, and takes back.
  const pressed = page.locator('[aria-pressed="true"]');
  const isStored = page.waitForResponse((response) =>
    response.request().method() === "PUT" && response.url().includes("/feedback/")
  );
  await button("up").last().click();
  await holds(async () => assert.equal(await pressed.count(), 1));
  assert.equal((await isStored).ok(), true);
  await page.reload();
  await holds(async () => assert.deepEqual(await pressed.allTextContents(), ["up"]));
  await pressed.click();
  await holds(async () => assert.equal(await pressed.count(), 0));

  // A link, which a browser without a key opens, until it is revoked.
  await button("share").click();
  const link = await page.getByRole("link").getAttribute("href") ?? "";
  await using reader = await visit(link);
  await reader.page.getByRole("heading", { name: "Delete record r1" }).waitFor();
  await reader.page.getByText("It is 6 °C and rain in Oslo.").waitFor();
  assert.equal(await reader.page.locator("form, button, input").count(), 0);
  await button("unshare").click();
  await button("share").waitFor();
  assert.equal(await page.getByRole("link").count(), 0);
  assert.equal((await reader.page.reload())?.status(), 410);

  // A message that is sent while a tool runs steers the run; a stop cancels it.
  const tideRuns = async (count: number) =>
    await holds(async () =>
      assert.equal(await cards.filter({ hasText: "tool-measure_tide" }).count(), count)
    );
  await say("Measure the tide");
  await tideRuns(1);
  assert.equal(await button("stop").isEnabled(), true);
  await say("What is the weather in Tokyo?");
  await shows("It is 23 °C and humid in Tokyo.");
  await page.getByText("ready").waitFor();
  assert.equal(await page.getByText("measure_tide answers").count(), 0, "its next step has the message");
  await say("Measure the tide again");
  await tideRuns(2);
  await button("stop").click();
  await page.getByText("ready").waitFor();
  await holds(async () => assert.equal(await button("stop").isEnabled(), false));
  const { status } = await (await fetch(`${runtime.url}/v1/threads/${new URL(page.url()).hash.slice(1)}`, {
    headers: { authorization: `Bearer ${KEY}` },
  })).json();
  assert.equal(status, "cancelled");
  const words = async () => await page.locator("article").allTextContents();
  const before = await words();
  await page.reload();
  await page.getByText("ready").waitFor();
  await holds(async () => assert.deepEqual(await words(), before));
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await holds(async () => assert.equal(await overflow(page), 0));
    await picture(page, `use_chat_${width}`);
  }
}

Deno.test("B2: the page of useChat has 35 lines below the two of its comment, and none is over 120 characters", async () => {
  const text = await Deno.readTextFile(new URL("docs/examples/use_chat.tsx", projectRoot));
  const [first, second, ...lines] = text.trimEnd().split("\n");
  assert.ok(first?.startsWith("// ") && second?.startsWith("// "));
  assert.ok(lines.length <= 35, `it has ${lines.length}`);
  assert.deepEqual(text.split("\n").filter((line) => line.length > 120), []);
});

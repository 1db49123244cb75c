/** The page from the first message to a server that is killed and comes back, narrow and light, and wide and dark. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { bootDeno } from "../../../support/boot_deno.ts";
import { holds } from "../../../support/eventually.ts";
import { freePort, needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import {
  actionOf,
  closeBrowser,
  idle,
  isInSight,
  looksOf,
  lowContrast,
  overflow,
  picture,
  say,
  visit,
} from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const AGENTS = "tests/slow/playground/journey/_held_agents.ts";

/** What the browser itself reports of requests that no server took, or that one did not answer whole. */
const REFUSED = new RegExp(
  [
    "CONNECTION_REFUSED",
    "CONNECTION_RESET",
    "SOCKET_NOT_CONNECTED",
    "EMPTY_RESPONSE",
    "INCOMPLETE_CHUNKED_ENCODING",
    "CONTENT_LENGTH_MISMATCH",
  ]
    .map((name) => `net::ERR_${name}`).join("|"),
);

for (const [width, colorScheme] of looksOf([[380, "light"], [1280, "dark"]] as const)) {
  needsBrowser(
    `E15: X5: a chat, an approval, a denial, a fork, a killed server and a reload, at ${width} px, ${colorScheme}`,
    async () => {
      const folder = await Deno.makeTempDir();
      await using gate = openGate();
      const env = { TREADLE_STORE: `sqlite:${folder}/store`, GATE_URL: gate.url };
      const port = freePort();
      const first = await bootDeno(env, { port, agents: AGENTS });
      try {
        await using tab = await visit(`${first.url}/`, { width, height: 800, colorScheme, clock: true });
        const { page } = tab;
        const look = async (stage: string) => {
          await holds(async () => assert.deepEqual(await violations(page), [], stage));
          await holds(async () =>
            assert.deepEqual([await overflow(page), await lowContrast(page)], [0, []], stage)
          );
          await picture(page, `journey_${stage}_${width}_${colorScheme}`);
        };
        await page.getByText("Tools (2)").first().waitFor();
        await look("1_begin");

        gate.open("clear");
        await say(page, "What is the weather in Paris?");
        await page.locator('.call[data-state="completed"]', { hasText: "clear" }).waitFor();
        await restsAfter(page, 2);
        await look("2_chat");

        await say(page, "delete record r1");
        await page.getByRole("button", { name: "Approve" }).waitFor();
        await idle(page);
        await page.locator("#thread-state", { hasText: "Needs approval" }).waitFor();
        await holds(async () =>
          assert.equal(await page.locator("#attention-show").isVisible(), false, "the form is in sight")
        );
        await look("3_approval");
        await page.setViewportSize({ width, height: 420 });
        await page.locator("#scroller").evaluate((node) => node.scrollTop = 0);
        await page.getByRole("button", { name: "Show it" }).click();
        await page.locator(".call:focus").press("a");
        await page.setViewportSize({ width, height: 800 });
        await page.getByText("Record r1 is deleted.", { exact: true }).waitFor();
        await restsAfter(page, 4);

        await say(page, "delete record r2");
        await page.getByLabel("Reason (optional)").fill("It is still in use.");
        await idle(page);
        await page.getByRole("button", { name: "Deny" }).click();
        await page.locator('.call[data-state="denied"]', { hasText: "It is still in use." }).waitFor();
        await restsAfter(page, 6);
        await holds(async () =>
          assert.ok(await isInSight(page, ".step:last-of-type"), "what comes of an answer is in sight")
        );
        await look("4_denial");

        const thread = new URL(page.url()).hash;
        await (await actionOf(page, 2, "Branch")).click();
        await page.waitForURL((url) => url.hash !== thread);
        await restsAfter(page, 2);
        await holds(async () => assert.equal(await page.locator(".user").count(), 1));
        await look("5_fork");

        gate.close();
        await say(page, "What is the weather in Oslo?");
        await gate.asked();
        await page.locator('.call[data-state="running"]').waitFor();
        await first.kill();
        const line = page.locator("#connection");
        await line.getByText("The connection is lost. Reconnecting.").waitFor();
        await line.getByText(/Attempt \d+/).waitFor();
        await page.locator("#thread-state", { hasText: "Not connected" }).waitFor();
        await look("6_reconnecting");
        await page.clock.fastForward(12_000);
        await line.getByText(/^The server cannot be reached since \d\d:\d\d:\d\d\.$/).waitFor();
        await line.getByText(/Attempt \d+, next in \d+ s/).waitFor();
        await look("7_server_gone");

        gate.open("rain");
        await page.clock.pauseAt(await page.evaluate<number>("Date.now() + 1000")); // no attempt of its own
        await using second = await bootDeno(env, { port, agents: AGENTS });
        await line.getByRole("button", { name: "Try now" }).click();
        await page.clock.resume();
        await line.waitFor({ state: "hidden" });
        await page.locator("#thread-state", { hasText: "Running" }).waitFor();
        await holds(async () => assert.equal(await page.locator('.call[data-state="running"]').count(), 1));
        // Stands for the 30 seconds after which the lease of the dead worker runs out.
        const database = new DatabaseSync(`${folder}/store`);
        database.exec("UPDATE threads SET lease_until = 0 WHERE lease_until IS NOT NULL");
        database.close();
        await page.getByText("The run is not finished.").waitFor();
        await page.getByRole("button", { name: "Go on" }).click();
        await page.locator('.call[data-state="completed"]', { hasText: "rain" }).waitFor();
        await restsAfter(page, 4);
        const seqs = (await page.locator(".event .seq").allTextContents()).map(Number);
        assert.deepEqual(seqs, [...new Set(seqs)].toSorted((a, b) => a - b), "no event is there twice");

        await page.reload();
        await page.locator('.call[data-state="completed"]', { hasText: "rain" }).waitFor();
        await restsAfter(page, 4);
        await holds(async () =>
          assert.deepEqual([await page.locator(".call").count(), await page.locator(".user").count()], [
            2,
            2,
          ])
        );
        await look("8_reloaded");
        if (width < 1280) await page.getByRole("button", { name: "Inspector", exact: true }).click();
        await look("9_timeline");
        await page.goto(`${second.url}/${thread}`);
        await page.locator('.call[data-state="denied"]', { hasText: "It is still in use." }).waitFor();
        await restsAfter(page, 6);
        await holds(async () =>
          assert.deepEqual(
            await page.locator(".call").evaluateAll((cards) =>
              cards.map((card) => card.getAttribute("data-state"))
            ),
            ["completed", "completed", "denied"],
          )
        );
        assert.deepEqual(tab.complaints.filter((text) => !REFUSED.test(text)), []);
        await second.stop();
      } finally {
        await first.kill();
        await Deno.remove(folder, { recursive: true });
      }
    },
    shared,
  );
}

/** Waits until nothing runs, and the page shows so many steps. */
async function restsAfter(page: Page, steps: number): Promise<void> {
  await idle(page);
  await holds(async () =>
    assert.equal(await page.getByRole("heading", { name: /^Step \d+$/ }).count(), steps)
  );
}

/** A server whose callers wait while it is closed, and get what it was opened with otherwise. */
function openGate() {
  let sky = "";
  let asked = Promise.withResolvers<void>();
  const held: PromiseWithResolvers<Response>[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    asked.resolve();
    if (sky !== "") return new Response(sky);
    const answer = Promise.withResolvers<Response>();
    held.push(answer);
    return answer.promise;
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    /** Settles when somebody calls the closed gate. */
    asked: () => asked.promise,
    open: (text: string) => void (sky = text),
    close() {
      sky = "";
      asked = Promise.withResolvers();
    },
    async [Symbol.asyncDispose]() {
      // Nobody waits for these any more.
      for (const { resolve } of held) resolve(new Response(null));
      await server.shutdown();
    },
  };
}

/** A server that is killed while the page follows a run, and started again at the same address. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { bootDeno } from "../../support/boot.ts";
import { freePort, needsBrowser } from "../../support/requires.ts";
import { violations } from "./axe.ts";
import { closeBrowser, idle, overflow, picture, say, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const AGENTS = "tests/playground/shell/_held_agents.ts";

for (
  const { width, colorScheme } of [{ width: 380, colorScheme: "dark" }, {
    width: 1280,
    colorScheme: "light",
  }] as const
) {
  needsBrowser(
    `E15: a server is killed under a run: the page says so, and goes on when it is back, at ${width} px`,
    async () => {
      const folder = await Deno.makeTempDir();
      await using gate = openGate();
      const env = { TREADLE_STORE: `sqlite:${folder}/store`, GATE_URL: gate.url };
      const port = freePort();
      const first = await bootDeno(env, { port, agents: AGENTS });
      try {
        await using tab = await visit(`${first.url}/`, { width, colorScheme, clock: true });
        const { page } = tab;
        await say(page, "What is the weather in Paris?");
        await gate.asked;
        await page.locator('.call[data-state="running"]').waitFor();
        await first.kill();

        const line = page.locator("#connection");
        await line.getByText("The connection is lost. Reconnecting.").waitFor();
        await line.getByText(/Attempt \d+/).waitFor();
        assert.deepEqual([await violations(page), await overflow(page)], [[], 0]);
        await picture(page, `reconnecting_${width}`);
        await page.clock.fastForward(12_000);
        await line.getByText(/^The server cannot be reached since \d\d:\d\d:\d\d\.$/).waitFor();
        await line.getByText(/Attempt \d+, next in \d+ s/).waitFor();
        assert.deepEqual([await violations(page), await overflow(page)], [[], 0]);
        await picture(page, `server_gone_${width}`);

        gate.open("clear");
        await using second = await bootDeno(env, { port, agents: AGENTS });
        await line.getByRole("button", { name: "Try now" }).click();
        await line.waitFor({ state: "hidden" });
        assert.equal(await page.locator('.call[data-state="running"]').count(), 1);
        // Stands for the 30 seconds after which the lease of the dead worker runs out.
        const database = new DatabaseSync(`${folder}/store`);
        database.exec("UPDATE threads SET lease_until = 0 WHERE lease_until IS NOT NULL");
        database.close();
        await page.getByText("The run is not finished.").waitFor();
        await page.getByRole("button", { name: "Go on" }).click();
        await page.locator(`.call[data-state="completed"]`, { hasText: "clear" }).waitFor();
        await idle(page);

        assert.equal(await page.locator(".call").count(), 1);
        assert.equal(await page.locator(".user").count(), 1);
        assert.equal(await page.getByRole("heading", { name: /^Step \d+$/ }).count(), 2);
        const seqs = (await page.locator(".event .seq").allTextContents()).map(Number);
        assert.deepEqual(seqs, [...new Set(seqs)].toSorted((a, b) => a - b), "no event is there twice");
        // The browser reports each request that no server took.
        const refused =
          /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;
        assert.deepEqual(tab.complaints.filter((text) => !refused.test(text)), []);
        await second.stop();
      } finally {
        await first.kill();
        await Deno.remove(folder, { recursive: true });
      }
    },
    shared,
  );
}

/** A server whose first caller waits for ever; later ones get what it was opened with. */
function openGate() {
  const asked = Promise.withResolvers<void>();
  let sky = "";
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
    asked: asked.promise,
    open: (text: string) => void (sky = text),
    async [Symbol.asyncDispose]() {
      // Nobody waits for these any more.
      for (const { resolve } of held) resolve(new Response(null));
      await server.shutdown();
    },
  };
}

import assert from "node:assert/strict";
import { bootDeno } from "../support/boot_deno.ts";
import { browser, needsBrowser } from "../support/requires.ts";
import { ENV } from "./_demo.ts";

const HEADLESS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--virtual-time-budget=20000",
];

needsBrowser("E15: Chromium runs the page, which reads the agents of the server", async () => {
  await using booted = await bootDeno(ENV);
  const { success, stdout, stderr } = await new Deno.Command(browser.path, {
    args: [...HEADLESS, "--dump-dom", `${booted.url}/`],
    stdin: "null",
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  assert.match(new TextDecoder().decode(stdout), /Tells the weather, converts units/);
});

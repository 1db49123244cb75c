import type { Booted } from "../support/boot_deno.ts";
import { fromFileUrl, projectRoot } from "../support/project.ts";
import { exists, needs } from "../support/requires.ts";
import { assertAnswers, ENV } from "./_demo.ts";

const path = fromFileUrl(new URL("node_modules/miniflare", projectRoot));
const available = exists(path);

needs(
  { available, path, reason: available ? "" : "miniflare not found, deno install" },
  false,
  "D1: workerd answers the demo's question",
  async () => {
    // By a name that is read when it runs, so that the packages of the slow tests are not installed for these.
    const module = new URL("../slow/support/boot_worker.ts", import.meta.url).href;
    const { bootWorker } = await import(module);
    const booted: Booted = await bootWorker(ENV);
    try {
      await assertAnswers(booted);
    } finally {
      await booted.stop();
    }
  },
  // Miniflare keeps a child process and timers beyond a test's own scope.
  { sanitizeOps: false, sanitizeResources: false },
);

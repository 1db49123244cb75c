import { bootDeno } from "../support/boot_deno.ts";
import { assertAnswers, ENV } from "./_demo.ts";

Deno.test("D1: deno serve answers the demo's question", async () => {
  await using booted = await bootDeno(ENV);
  await assertAnswers(booted);
});

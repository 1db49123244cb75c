// functions/_readme_mount.ts
import { Hono } from "hono";
import { createTreadle } from "@treadle/treadle";
import { agents } from "./agents/mod.ts";

const treadle = createTreadle({ agents });

const { output } = await treadle.run("t1", "What is the weather in Paris?", { agent: "demo" });
console.log(output);

const app = new Hono().route("/agents", treadle.routes());
Deno.serve(app.fetch);

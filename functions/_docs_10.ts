// functions/_library_calls.ts
import { createTreadle } from "@treadle/treadle";
import { createSqliteStore } from "@treadle/treadle/stores/sqlite";
import { agents } from "./agents/mod.ts";

const treadle = createTreadle({ agents, store: createSqliteStore({ path: "threads.sqlite" }) });

const { output } = await treadle.run("t1", "What is the weather in Paris?", { agent: "demo" });
console.log(output);

for await (const event of treadle.stream("t1", "What is the weather in Oslo?")) {
  if (event.type === "text.delta") console.log(event.text);
}

await treadle.run("t1", "Delete record r1.");
const { calls } = await treadle.thread("t1");
for (const { id, name, args, state } of calls) {
  if (state !== "approval") continue;
  console.log(`${name} ${JSON.stringify(args)} is approved.`);
  await treadle.approve("t1", id, { approved: true, by: "ann@example.com" });
}
console.log((await treadle.run("t1")).output);
await treadle.close();

// Row E7: a call whose result comes later, in a run of AG-UI.

import assert from "node:assert/strict";
import { complete, exporter, EXPORTS } from "../_exporter.ts";
import { createAgUiApp } from "./_app.ts";
import { callsOf, ran, say, shortOf, VERSIONS } from "./_clients.ts";

for (const version of VERSIONS) {
  Deno.test(`E7: X6: ${version.name}: a reload while a result is outstanding, and after it came, shows one card`, async () => {
    const app = createAgUiApp({ agents: [exporter], scenario: EXPORTS });
    const first = app.open(version, { agent: "exporter" });
    await say(first, "go", "m1");
    assert.equal(callsOf(first).length, 2);
    const early = app.open(version, { agent: "exporter" });
    const { error, last } = await ran(early);
    assert.equal(error, undefined);
    assert.equal(Object(last?.result).status, "waiting");
    assert.equal(callsOf(early).length, 2);
    assert.equal(await complete(app), 200);
    const after = app.open(version, { agent: "exporter", initialMessages: first.messages });
    assert.equal((await ran(after)).error, undefined);
    const whole = [
      "user:go",
      "assistant:I see.:look:export_records",
      "tool:seen",
      'tool:{"rows":12}',
      "assistant:Done.",
    ];
    assert.deepEqual(shortOf(after), whole);
    const late = app.open(version, { agent: "exporter" });
    await ran(late);
    assert.deepEqual([shortOf(late), callsOf(late).length], [whole, 2]);
  });
}

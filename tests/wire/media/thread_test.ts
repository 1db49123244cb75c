// P7: threads with media from their requests to the wire of every provider: each byte arrives once and in its place, from an input,
// from the output of a tool and from the result of a caller, and the thread goes on with every other provider.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { toBase64 } from "../../../src/core/content/base64.ts";
import type { NewMedia } from "../../../src/core/content/new_part.ts";
import { withMedia } from "../../../src/core/content/with_media.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import type { NewInput } from "../../../src/kernel/request.ts";
import type { RunResult } from "../../../src/kernel/result.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { exportThread } from "../../../src/kernel/log/export.ts";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import type { WireCase } from "../case.ts";
import { CASES } from "../cases.ts";
import type { Simulator } from "../simulator.ts";

const store = createMemoryStore();

/** Bytes that begin as their type says; the rest is like no other. */
function file(
  type: NewMedia["type"],
  mediaType: string,
  head: string,
  name: string,
): NewMedia & { source: { base64: string } } {
  const bytes = Uint8Array.from(head, (char) => char.charCodeAt(0));
  const whole = new Uint8Array(bytes.length + 300);
  crypto.getRandomValues(whole);
  whole.set(bytes);
  return { type, mediaType, name, source: toBase64(whole) };
}

const TEXT = 'Ünïcode "quotes" \\ and\n```\nfences\n```\nend\u2028';
const text: NewMedia = {
  type: "file",
  mediaType: "text/plain",
  name: "note.txt",
  source: toBase64(new TextEncoder().encode(TEXT)),
};
const image = file("image", "image/png", "\x89PNG\r\n\x1a\n", "dot.png");
const pdf = file("file", "application/pdf", "%PDF-1.7\n", "a b.pdf");
const audio = file("audio", "audio/wav", "RIFF\x24\0\0\0WAVEfmt ", "ü.wav");
const chart = file("image", "image/jpeg", "\xff\xd8\xff", "chart.jpg");
const shot = file("image", "image/webp", "RIFF\0\0\0\0WEBP", "shot.webp");

const draw = defineTool({
  name: "draw",
  description: "Draws.",
  parameters: { type: "object" },
  run: () =>
    Promise.resolve(
      withMedia("Drawn.", [{
        type: "image",
        mediaType: "image/jpeg",
        data: chart.source.base64,
        name: "chart.jpg",
      }]),
    ),
});
const look = defineTool({ name: "look", description: "The caller looks.", parameters: { type: "object" } });

for (const [index, wire] of CASES.entries()) {
  Deno.test(`P7: ${wire.name}: media of an input, of a tool and of a caller arrive once and in order, and go to the next provider`, async () => {
    const thread = `t${index}`;
    const calls = (name: string) => ({ calls: [{ name, arguments: "{}" }] });
    await using server = await wire.start({ reply: [calls("draw"), calls("look"), { text: "Done." }] });
    const input = [{ type: "text", text: "Look:" } as const, image, pdf, audio, text, image];
    const steps = [
      await step(wire, server, thread, { inputs: [input] }),
      await step(wire, server, thread, {}),
    ];
    const callId = steps[1]?.calls.at(-1)?.id ?? "";
    const toolResults = [{ callId, output: "Seen.", failed: false, media: [shot] }];
    steps.push(await step(wire, server, thread, { toolResults }));
    assert.deepEqual(server.complaints, []);
    const sent = server.requests.at(-1)?.text ?? "";
    assert.doesNotMatch(sent, /treadle-media/);
    const reported = steps.flatMap(({ warnings }) => warnings.map(({ message }) => message));
    const isDescribed = (name: string) =>
      reported.some((message) => message.includes(JSON.stringify(name)) && message.includes("was described"));
    let at = 0;
    for (const [name, bytes] of ORDER) {
      if (isDescribed(name)) {
        assert.equal(sent.includes(bytes), false, name);
        continue;
      }
      const found = sent.indexOf(bytes, at);
      assert.ok(found >= at, `${name} is behind what was said before it`);
      // Ollama has images beside its words.
      if (wire.provider !== "ollama") at = found + bytes.length;
      assert.equal(sent.split(bytes).length - 1, name === "dot.png" ? 2 : 1, name);
    }

    // The record of each request is that of its bytes.
    const lines: string[] = [];
    const deps = depsOf(wire, server);
    for await (const line of await exportThread({ tenant: "acme", thread }, deps)) {
      lines.push(JSON.stringify(line));
    }
    const report = await verifyThread(await readExport(`${lines.join("\n")}\n`), deps);
    assert.deepEqual([report.verdict, report.proven, report.differences, report.unprovable], [
      "verified",
      3,
      [],
      [],
    ]);

    const next = CASES[(index + 1) % CASES.length];
    assert.ok(next);
    await using other = await next.start();
    await step(next, other, thread, { inputs: ["And?"] });
    assert.deepEqual(other.complaints, []);
  });
}

/** In the order of the conversation. */
const ORDER: readonly (readonly [string, string])[] = [
  ["dot.png", image.source.base64],
  ["a b.pdf", pdf.source.base64],
  ["ü.wav", audio.source.base64],
  ["note.txt", JSON.stringify(TEXT).slice(1, -1)],
  ["dot.png", image.source.base64],
  ["chart.jpg", chart.source.base64],
  ["shot.webp", shot.source.base64],
];

async function step(
  wire: WireCase,
  server: Simulator,
  thread: string,
  { inputs = [], toolResults = [] }: {
    inputs?: readonly NewInput[];
    toolResults?: Parameters<typeof startRun>[0]["toolResults"];
  },
): Promise<RunResult> {
  const deps = depsOf(wire, server);
  const started = await startRun({
    ref: { tenant: "acme", thread },
    agent: "a",
    inputs,
    until: "step",
    toolResults,
    busy: "reject",
    resumable: false,
  }, deps);
  if (started.type !== "running") return assert.fail(started.type);
  const result = await started.run(() => {});
  assert.equal(result.error?.message, undefined);
  return result;
}

function depsOf(wire: WireCase, server: Simulator) {
  return createDeps({
    plugins: [media()],
    registry: PROVIDERS,
    env: { ...wire.env(server), TREADLE_STORE: "test", TREADLE_OPEN: "1" },
    ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
    ...(wire.bindings ? { bindings: wire.bindings(server) } : {}),
    agents: [
      defineAgent({
        name: "a",
        model: `${wire.provider}/${wire.mediaModel ?? wire.model}`,
        ...(wire.settings && { settings: wire.settings }),
        tools: [draw, look],
      }),
    ],
    log: () => {},
    stores: { test: () => store },
  });
}

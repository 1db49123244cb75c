// C4: refusals of media as servers word them: which feature they teach depends on what was sent, and where it was.
import assert from "node:assert/strict";
import type { Message, ModelRequest } from "../../../src/core/model/provider.ts";
import { aRequest, drain, drainFailing, lacksIn } from "../../providers/_support.ts";
import { providerOf, requestOf, send } from "../ask.ts";
import { anthropic } from "../anthropic/case.ts";
import { compatibleCases } from "../compatible/case.ts";
import { observing, saying } from "./request.ts";
import { reader, SAMPLES } from "./samples.ts";

const wire = compatibleCases.find(({ name }) => name === "openrouter");
assert.ok(wire);
const openrouter = wire;

const IMAGE = saying([SAMPLES.image]);
const PDF = saying([SAMPLES.pdf]);
const AUDIO = saying([SAMPLES.audio]);

interface Row {
  readonly text: string;
  readonly status?: number;
  readonly sent: readonly Message[];
  readonly teaches: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    text:
      "Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected " +
      "`text` at line 1 column 679289",
    sent: IMAGE,
    teaches: ["images"],
  },
  { text: "No endpoints found that support image input", status: 404, sent: IMAGE, teaches: ["images"] },
  { text: "No endpoints found that support input audio", status: 404, sent: AUDIO, teaches: ["audio"] },
  {
    text: "Invalid content type. image_url is only supported by certain models.",
    sent: IMAGE,
    teaches: ["images"],
  },
  { text: "This model does not support image inputs", sent: IMAGE, teaches: ["images"] },
  { text: "'claude-3-haiku-20240307' does not support PDF input.", sent: PDF, teaches: ["files"] },
  {
    text: "This model doesn't support the image field for user messages. Remove image and try again.",
    sent: IMAGE,
    teaches: ["images"],
  },
  { text: "Image input modality is not enabled for models/gemma-3-1b-it", sent: IMAGE, teaches: ["images"] },
  { text: "Qwen/Qwen3-8B is not a multimodal model", sent: IMAGE, teaches: ["images"] },
  { text: "Qwen/Qwen3-8B is not a multimodal model", sent: AUDIO, teaches: ["audio"] },
  { text: "At most 0 image(s) may be provided in one prompt.", sent: IMAGE, teaches: ["images"] },
  {
    text: "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
    sent: IMAGE,
    teaches: ["images"],
  },
  { text: "'messages.0.content' : value must be a string", sent: PDF, teaches: ["files"] },
  // What was not sent as such cannot be refused: no media, and an image that the request only describes.
  { text: "This model does not support image inputs", sent: PDF, teaches: [] },
  { text: "This model does not support image inputs", sent: [{ role: "user", text: "Hi." }], teaches: [] },
  { text: "This model does not support tools.", sent: IMAGE, teaches: ["tools"] },
];

for (const [index, { text, status = 400, sent, teaches }] of ROWS.entries()) {
  Deno.test(`C4: refusal ${index + 1}, "${text.slice(0, 60)}", teaches ${teaches.join() || "nothing"}`, async () => {
    const { error } = await refusedWith(text, status, sent);
    assert.deepEqual(lacksIn(error), teaches);
  });
}

Deno.test("C4: an image that was sent in a result alone is lacking there: anthropic, whose request then moves it", async () => {
  const error = { message: "tool_result: images are not supported", type: "invalid_request_error" };
  await using server = await anthropic.start({
    reply: ({ turn }) => turn === 0 ? { status: 400, error } : {},
  });
  const provider = providerOf(anthropic, server);
  const parts = { messages: observing([SAMPLES.image]), media: reader() };
  const { request } = requestOf(anthropic, provider, parts);
  const failed = await drainFailing(send(anthropic, server, provider, request));
  assert.deepEqual(lacksIn(failed.error), ["tool_images"]);

  const lacks = { ...request.lacks, tool_images: "the provider refused it before" };
  const { events } = await drain(send(anthropic, server, provider, { ...request, lacks }));
  const codes = events.flatMap((event) => event.type === "warning" ? [event.warning.code] : []);
  assert.deepEqual(codes, ["media_moved"]);
  assert.match(server.requests[1]?.text ?? "", /"tool_result"[^[]*\},\{"type":"text","text":"\[image/);
  // In both places it is the kind.
  const both: ModelRequest = {
    ...request,
    messages: [...saying([SAMPLES.image]), ...observing([SAMPLES.image]).slice(1)],
  };
  await using again = await anthropic.start({ reply: () => ({ status: 400, error }) });
  const { error: kind } = await drainFailing(send(anthropic, again, providerOf(anthropic, again), both));
  assert.deepEqual(lacksIn(kind), ["images"]);
});

async function refusedWith(message: string, status: number, messages: readonly Message[]) {
  await using server = await openrouter.start({ reply: () => ({ status, error: { message } }) });
  const provider = providerOf(openrouter, server);
  const request = aRequest({ model: openrouter.model, messages, media: reader() });
  return await drainFailing(send(openrouter, server, provider, request));
}

// Media in every place of every dialect: what is sent is what the API takes there, and what it does not take is moved,
// described or sent as text, with a reason. The snapshots show each of it.
import assert from "node:assert/strict";
import type { Message } from "../../../../src/core/model/provider.ts";
import { drain, weatherTool } from "../../../providers/_support.ts";
import { validator } from "../../../support/conformance.ts";
import { providerOf, requestOf, send } from "../../../wire/ask.ts";
import type { WireCase } from "../../../wire/case.ts";
import { triedCases } from "../../../wire/cases.ts";
import { checkMediaSnapshot } from "../../../wire/snapshot.ts";
import { ALL, observing, saying } from "../../../wire/media/request.ts";
import { NAMES, reader } from "../../../wire/media/samples.ts";

const PLACES: Readonly<Record<string, readonly Message[]>> = {
  "media in an input": saying(ALL),
  "media in a result": observing(ALL),
  "media in a result, and an input behind it": [...observing(ALL), { role: "user", text: "And now?" }],
};

for (const wire of triedCases()) {
  for (const [place, messages] of Object.entries(PLACES)) {
    Deno.test(`P7: ${wire.name}: ${place}: the server takes what is sent, and the step reports the rest`, async () => {
      await using server = await wire.start();
      const provider = providerOf(wire, server);
      const media = reader();
      const model = wire.mediaModel ?? wire.model;
      const { request } = requestOf(wire, provider, { model, tools: [weatherTool], messages, media });
      const { events } = await drain(send(wire, server, provider, request));
      assert.deepEqual(server.complaints, []);
      const captured = server.requests.at(-1);
      assert.ok(captured);
      await assertValid(wire, captured.body);
      assert.doesNotMatch(captured.text, /treadle-media/);
      // Provider.body answers what is sent.
      assert.equal(
        await provider.body(request),
        captured.text.length === 0 ? "" : await bodyOf(wire, captured.text),
      );

      const warnings = events.flatMap((event) =>
        event.type === "warning" && event.warning.code.startsWith("media_")
          ? [`${event.warning.code}: ${event.warning.message}`]
          : []
      );
      assert.ok(warnings.length <= NAMES.length);
      assert.ok(media.reads.length === new Set(media.reads).size || media.reads.length % 2 === 0);
      await checkMediaSnapshot(wire.name, place, warnings, captured);
    });
  }
}

/** The binding wraps the inputs. */
function bodyOf({ bindings }: WireCase, text: string): string {
  if (bindings === undefined) return text;
  const { inputs }: { inputs: unknown } = JSON.parse(text);
  return JSON.stringify(inputs);
}

async function assertValid(wire: WireCase, body: unknown): Promise<void> {
  const validate = wire.schema === undefined ? undefined : await validator();
  if (!validate || wire.schema === undefined) return;
  const { errors } = validate(wire.schema, body, { strict: true });
  assert.deepEqual(errors.filter((error) => !wire.unpublished?.test(error)), []);
}

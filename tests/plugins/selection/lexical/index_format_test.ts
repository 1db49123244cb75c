// S4: a prebuilt index is the index that was built, or an error that says what is wrong with it.

import assert from "node:assert/strict";
import fc from "fast-check";
import { AgentError } from "../../../../src/core/error.ts";
import { sha256Hex } from "../../../../src/core/text/sha256.ts";
import {
  INDEX_FORMAT,
  readIndex,
  writeIndex,
  writeIndexText,
} from "../../../../src/plugins/selection/lexical/index_format.ts";
import { buildIndex } from "../../../../src/plugins/selection/lexical/tool_index.ts";
import type { ToolCatalogue } from "../../../../src/plugins/selection/selector.ts";

const catalogue: ToolCatalogue = {
  version: "sha-256 of a catalogue",
  tools: Array.from({ length: 300 }, (_, place) => ({
    name: `get_weather_${place}`,
    description: `Weather of region ${place % 7} in ${["Rome", "東京", "天气预报"][place % 3]}.`,
    parameters: { type: "object", properties: { city: { type: "string", description: "Name of the city" } } },
    examples: ["Will it rain tomorrow?"],
    tags: ["forecast"],
    ...(place % 4 === 0 ? { foreign: true as const } : {}),
  })),
};

function refused(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert(error instanceof AgentError);
    assert.equal(error.code, "config_invalid");
    return error.message;
  }
  assert.fail("It was read.");
}

Deno.test("S4: an index is read back as it was built, from bytes and from text", () => {
  const index = buildIndex(catalogue);
  assert.deepEqual(readIndex(writeIndex(index), catalogue), index);
  assert.deepEqual(readIndex(writeIndexText(index), catalogue), index);
  // As a part of a larger buffer, at an odd place.
  const bytes = writeIndex(index);
  const larger = new Uint8Array(bytes.length + 3);
  larger.set(bytes, 3);
  assert.deepEqual(readIndex(larger.subarray(3), catalogue), index);
  const empty = { version: "", tools: [] };
  assert.deepEqual(readIndex(writeIndex(buildIndex(empty)), empty), buildIndex(empty));
});

Deno.test("S4: an index from an earlier one, built or loaded, is bit for bit the index of the tools alone (property)", () => {
  const another = (place: number) => ({
    ...catalogue.tools[place]!,
    name: `running_${place}`,
    description: place % 2 === 0 ? "Runs don't stop: getWeather, running天气 for 서울" : "",
  });
  const known = { tools: catalogue.tools, index: buildIndex(catalogue) };
  const loaded = { ...known, index: readIndex(writeIndexText(known.index), catalogue) };
  const places = fc.uniqueArray(fc.record({ place: fc.nat(299), isNew: fc.boolean() }), {
    selector: ({ place }) => place,
    maxLength: 60,
  });
  fc.assert(
    fc.property(places, (chosen) => {
      const tools = chosen.map(({ place, isNew }) => isNew ? another(place) : catalogue.tools[place]!);
      const expected = buildIndex({ version: "part", tools });
      for (const from of [known, loaded]) {
        assert.deepEqual(buildIndex({ version: "part", tools }, from), expected);
      }
      const again = { tools, index: expected };
      assert.deepEqual(buildIndex(catalogue, again), known.index);
    }),
    { numRuns: 40 },
  );
});

Deno.test("S4: an index of another catalogue, another format or no index is refused with the reason", () => {
  const bytes = writeIndex(buildIndex(catalogue));
  assert.match(
    refused(() => readIndex(bytes, { ...catalogue, version: "another" })),
    /version sha-256 of a catalogue of the catalogue, which has the version another/,
  );
  const fewer = { ...catalogue, tools: catalogue.tools.slice(1) };
  assert.match(refused(() => readIndex(bytes, fewer)), /It has 300 tools, 225 of them the operator's/);
  const older = bytes.slice();
  older[4] = INDEX_FORMAT + 1;
  assert.match(
    refused(() => readIndex(older, catalogue)),
    /It has the format 3; this release of Treadle reads 2/,
  );
  assert.match(refused(() => readIndex(new Uint8Array(), catalogue)), /It is no index of tools/);
  assert.match(refused(() => readIndex("{}", catalogue)), /It is no base64/);
  assert.match(refused(() => readIndex(btoa("hello"), catalogue)), /It is no index of tools/);
});

Deno.test("S4: an index that was cut is refused wherever it ends (property)", () => {
  const bytes = writeIndex(buildIndex(catalogue));
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), (length) => {
      refused(() => readIndex(bytes.subarray(0, length), catalogue));
    }),
    { numRuns: 200 },
  );
});

// A pin: another digest means that texts become other terms, or that they are laid out in another way. Raise INDEX_FORMAT with it, so
// that no index which an earlier release built is read. Segments of Chinese and Japanese are not pinned: runtimes have their own.
Deno.test("S4: format 2 of an index is what it was (pin)", async () => {
  assert.equal(INDEX_FORMAT, 2);
  const latin = catalogue.tools.filter(({ description }) => description.includes("Rome"));
  const text = writeIndexText(buildIndex({ version: "pinned", tools: latin }));
  assert.equal(await sha256Hex(text), "1e8bb7e9185aee1fff7acda9f4806bbfeae4bf2475f27981976c57272b79d653");
});

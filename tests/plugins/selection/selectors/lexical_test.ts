// S4: the selectors that need no model: where an index comes from, and what is selected.

import assert from "node:assert/strict";
import { buildIndex } from "../../../../src/plugins/selection/lexical/tool_index.ts";
import { writeIndex, writeIndexText } from "../../../../src/plugins/selection/lexical/index_format.ts";
import type { SelectionCache, ToolCatalogue } from "../../../../src/plugins/selection/selector.ts";
import { all } from "../../../../src/plugins/selection/selectors/all.ts";
import { lexical } from "../../../../src/plugins/selection/selectors/lexical.ts";
import { NO_IO } from "../lexical/sets.ts";
import { asSent } from "../../../support/as_sent.ts";
import { cpuMsOf } from "../../../support/eventually.ts";

const parameters = { type: "object" };
const catalogue: ToolCatalogue = {
  version: "1",
  tools: [
    { name: "get_weather", description: "Weather of a city.", parameters },
    {
      name: "book_hotel",
      description: "Books a room.",
      parameters,
      examples: ["I need a bed for the night"],
    },
    { name: "send_email", description: "Sends a message.", parameters, tags: ["mail"] },
    { name: "hotel_weather", description: "Weather at hotels.", parameters, foreign: true },
  ],
};
const QUERY = { text: "a bed in a hotel", most: 2 };
const EXPECTED = ["book_hotel", "hotel_weather"];

class Cache implements SelectionCache {
  readonly texts = new Map<string, string>();
  reads = 0;
  isBroken = false;

  read(keys: readonly string[]) {
    this.reads++;
    if (this.isBroken) return Promise.reject(new Error("connection refused"));
    return Promise.resolve(keys.map((key) => this.texts.get(key)));
  }

  write(texts: Readonly<Record<string, string>>) {
    for (const [key, text] of Object.entries(texts)) this.texts.set(key, text);
    return Promise.resolve();
  }
}

Deno.test("S4: the best tools are selected at once, and the others are not", () => {
  const selection = lexical().select(QUERY, catalogue, NO_IO);
  assert(!(selection instanceof Promise));
  assert.deepEqual(selection.tools, EXPECTED);
  assert.deepEqual(selection.candidates.map(({ name }) => name), EXPECTED);
  assert.equal(selection.warnings, undefined);
});

Deno.test("S4: a query that fits no tool selects none but the fewest that are wanted", async () => {
  const selector = lexical();
  for (const text of ["", "the of and", "zzxq"]) {
    assert.deepEqual((await selector.select({ text, most: 3 }, catalogue, NO_IO)).tools, []);
    const two = await selector.select({ text, most: 3, least: 2, keep: ["send_email"] }, catalogue, NO_IO);
    assert.deepEqual(asSent(two), { tools: ["send_email", "get_weather"], candidates: [] });
  }
});

Deno.test("S4: a very long query is answered in time, by its begin and its end", async () => {
  const text = `weather ${"lorem ipsum dolor ".repeat(20_000)} email`;
  const cpuMs = await cpuMsOf(async () => {
    const { tools } = await lexical().select({ text, most: 4 }, catalogue, NO_IO);
    assert.deepEqual(tools.toSorted(), ["get_weather", "hotel_weather", "send_email"]);
  });
  assert(cpuMs < 1_000, `${cpuMs} ms`);
});

Deno.test("S4: of a query with several sentences each sentence selects its tool, whatever has a word of each of them", async () => {
  const reports = Array.from({ length: 9 }, (_, place) => ({
    name: `report_${place}`,
    description: "Hotel, dollars, Ann, bridge, violin.",
    parameters,
  }));
  const described = {
    find_room: "Free rooms of a hotel.",
    convert: "Converts dollars into euros.",
    write_letter: "Writes a letter to Ann or others.",
    measure: "Measures the length of a bridge.",
    tune: "Tunes the strings of a violin.",
  };
  const right = Object.keys(described).toSorted();
  const sentences = ["Free rooms in the hotel", "Convert dollars into euros", "Write Ann a letter"];
  sentences.push("Measure the length of the bridge", "Tune strings of my violin");
  const tools = [
    ...reports,
    ...Object.entries(described).map(([name, description]) => ({ name, description, parameters })),
  ];
  for (const text of [`${sentences.join(". ")}.`, sentences.join("\n"), sentences.join("! ")]) {
    const selection = await lexical().select({ text, most: 5 }, { version: "1", tools }, NO_IO);
    assert.deepEqual(selection.tools.toSorted(), right, text);
  }
});

Deno.test("S4: a prebuilt index selects the same; one of another catalogue is named and built", async () => {
  const index = buildIndex(catalogue);
  const expected = await lexical().select(QUERY, catalogue, NO_IO);
  for (const written of [writeIndex(index), writeIndexText(index)]) {
    assert.deepEqual(await lexical({ index: written }).select(QUERY, catalogue, NO_IO), expected);
    const selection = await lexical({ index: written }).select(QUERY, { ...catalogue, version: "2" }, NO_IO);
    assert.deepEqual(selection.tools, EXPECTED);
    assert.deepEqual(selection.warnings?.map(({ code }) => code), ["index_outdated"]);
  }
});

Deno.test("S4: the index that was kept at the publication is read once, and selects the same; the next one is made from it", async () => {
  const whole = {
    ...catalogue,
    tools: [...catalogue.tools, { ...catalogue.tools[0]!, name: "get_forecast" }],
  };
  let reads = 0;
  const published = () => {
    reads++;
    return Promise.resolve({ tools: whole.tools, index: buildIndex(whole) });
  };
  const selector = lexical();
  for (const part of [catalogue, whole, { ...whole, tools: whole.tools.toReversed() }]) {
    for (const text of [QUERY.text, "weather", "send_email"]) {
      const query = { text, most: 3 };
      const expected = await lexical().select(query, part, NO_IO);
      assert.deepEqual(await selector.select(query, part, { ...NO_IO, published }), expected);
    }
  }
  assert.equal(reads, 1);
  const none = { ...NO_IO, published: () => Promise.resolve(undefined) };
  assert.deepEqual((await lexical().select(QUERY, catalogue, none)).tools, EXPECTED);
});

Deno.test("S4: an index is read from the cache once for each version, and written when it is not there", async () => {
  const cache = new Cache();
  const io = { ...NO_IO, cache };
  assert.deepEqual((await lexical().select(QUERY, catalogue, io)).tools, EXPECTED);
  assert.equal(cache.reads, 0);
  for (const reads of [1, 2]) { // two isolates
    const selector = lexical({ cached: true });
    assert.deepEqual((await selector.select(QUERY, catalogue, io)).tools, EXPECTED);
    assert.deepEqual((await selector.select(QUERY, catalogue, io)).tools, EXPECTED);
    assert.equal(cache.reads, reads);
    assert.deepEqual([...cache.texts], [["lexical:2:1", writeIndexText(buildIndex(catalogue))]]);
  }
  cache.texts.set("lexical:2:1", "damaged");
  assert.deepEqual((await lexical({ cached: true }).select(QUERY, catalogue, io)).tools, EXPECTED);
  assert.equal(cache.texts.get("lexical:2:1"), writeIndexText(buildIndex(catalogue)));
});

Deno.test("S4: without its cache the index is built, and a warning says so", async () => {
  const cache = new Cache();
  cache.isBroken = true;
  const { tools, warnings } = await lexical({ cached: true }).select(QUERY, catalogue, { ...NO_IO, cache });
  assert.deepEqual(tools, EXPECTED);
  assert.deepEqual(warnings?.map(({ code }) => code), ["index_not_cached"]);
  assert.match(warnings?.[0]?.message ?? "", /connection refused/);
});

Deno.test("S4: all() selects the available tools in their order, behind those that are kept", async () => {
  const select = async (query: Parameters<ReturnType<typeof all>["select"]>[0]) =>
    (await all().select(query, catalogue, NO_IO)).tools;
  assert.deepEqual(await select({ text: "", most: 10 }), catalogue.tools.map(({ name }) => name));
  assert.deepEqual(await select({ text: "", most: 2, keep: ["send_email", "unknown"] }), [
    "send_email",
    "get_weather",
  ]);
  const isAvailable = (name: string) => name !== "get_weather";
  assert.deepEqual(await select({ text: "", most: 2, keep: ["get_weather"], isAvailable }), [
    "book_hotel",
    "send_email",
  ]);
});

// S4: how texts become words, for catalogues as they are found: short, with identifiers, in several scripts.

import assert from "node:assert/strict";
import type { JsonSchema } from "../../../../src/core/json.ts";
import { readWords, stemWord } from "../../../../src/plugins/selection/lexical/analysis.ts";
import { nameKeysIn, toNameKey } from "../../../../src/plugins/selection/lexical/names.ts";
import { textOfParameters } from "../../../../src/plugins/selection/lexical/parameter_text.ts";
import { lexical } from "../../../../src/plugins/selection/selectors/lexical.ts";
import { NO_IO } from "./sets.ts";

const written: readonly [text: string, words: readonly string[]][] = [
  ["getWeather", ["get", "weather", "getweather"]],
  ["HTTPServer", ["http", "server", "httpserver"]],
  ["oauth2Token", ["oauth2", "token", "oauth2token"]],
  ["create_issue", ["create", "issue"]],
  ["repos.create-issue/v2", ["repos", "create", "issue", "v2"]],
  ["Don't book what I can't pay for", ["book", "pay"]],
  ["Météo à Zürich", ["meteo", "zurich"]],
  ["ＷＥＡＴＨＥＲ", ["weather"]],
  ["a b c", []],
  ["", []],
];

for (const [text, words] of written) {
  Deno.test(`S4: ${JSON.stringify(text)} has the words ${words.join(", ") || "(none)"}`, () => {
    assert.deepEqual(readWords(text).written, words);
  });
}

Deno.test("S4: scripts without blanks are segmented, and words that say nothing are left out", () => {
  assert.deepEqual(readWords("查询北京的天气 weather").segmented, ["查询", "北京", "天气"]);
  assert.deepEqual(readWords("查询北京的天气 weather").written, ["weather"]);
  assert(readWords("東京の天気を調べる").segmented.includes("天気"));
  assert(!readWords("東京の天気を調べる").segmented.includes("の"));
  assert.deepEqual(readWords("날씨를 알려줘").written, ["날씨를", "알려줘"]);
});

Deno.test("S4: forms of one word have one stem, and other scripts keep theirs", () => {
  assert.equal(stemWord("conversions"), stemWord("conversion"));
  assert.equal(stemWord("searching"), stemWord("search"));
  assert.equal(stemWord("погода"), "погода");
});

Deno.test("S4: a name is one however its words are separated", () => {
  for (const name of ["create_issue", "createIssue", "create-issue", "Create Issue", "create.issue"]) {
    assert.equal(toNameKey(name), "createissue");
    assert(nameKeysIn(name).includes("createissue"));
  }
  assert(nameKeysIn("Please call github__create_issue now").includes("githubcreateissue"));
  assert.deepEqual(nameKeysIn("weather ".repeat(50)), []);
});

Deno.test("S4: arguments are read inside arrays, unions and definitions, and no further than is useful", () => {
  const parameters: JsonSchema = {
    type: "object",
    description: "Not read: it is the tool's.",
    properties: {
      stay: {
        anyOf: [{ type: "object", properties: { arrival: { type: "string", title: "Day" } } }, {
          const: "none",
        }],
      },
      guests: { type: "array", items: { $ref: "#/$defs/guest" } },
    },
    $defs: { guest: { type: "object", properties: { age: { enum: ["child", "adult", 3, null] } } } },
  };
  assert.equal(textOfParameters(parameters), "stay arrival Day none guests age child adult");
  let deep: JsonSchema = { type: "string", description: "bottom" };
  for (let level = 0; level < 50; level++) deep = { type: "object", properties: { inner: deep } };
  assert(!textOfParameters(deep).includes("bottom"));
  const wide = { properties: { text: { type: "string", description: "x ".repeat(100_000) } } };
  assert(textOfParameters(wide).length <= 4_000);
});

Deno.test("S4: tools are found in Chinese, Japanese and Korean, by one-word descriptions and by parts of words", () => {
  const parameters = { type: "object" };
  const tools = [
    { name: "tool_1", description: "查询城市的天气预报", parameters },
    { name: "tool_2", description: "预订酒店房间", parameters },
    { name: "tool_3", description: "レストランを予約する", parameters },
    { name: "tool_4", description: "天気予報を調べる", parameters },
    { name: "tool_5", description: "환율 계산기", parameters },
    { name: "airqualityforecast", description: "Forecast", parameters },
    { name: "tool_7", description: "Translate", parameters },
    { name: "tool_8", description: "", parameters: { properties: { currency: { type: "string" } } } },
  ];
  const queries: readonly [query: string, name: string][] = [
    ["明天北京天气怎么样", "tool_1"],
    ["帮我订一个酒店", "tool_2"],
    ["今晩レストランの予約をお願いします", "tool_3"],
    ["明日の天気予報は？", "tool_4"],
    ["환율이 얼마예요?", "tool_5"],
    ["How is the air quality?", "airqualityforecast"],
    ["translating a letter", "tool_7"],
    ["convert currencies", "tool_8"],
  ];
  for (const [text, name] of queries) {
    const selection = lexical().select({ text, most: 3 }, { version: "1", tools }, NO_IO);
    assert(!(selection instanceof Promise));
    assert.equal(selection.tools[0], name, text);
  }
});

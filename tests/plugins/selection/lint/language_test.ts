// S9: a description in another language is not judged by English wording, and an English one always is.

import assert from "node:assert/strict";
import { isEnglish } from "../../../../src/plugins/selection/lint/language.ts";
import { lintTools } from "../../../../src/plugins/selection/lint/lint_tools.ts";
import { needsShared, sharedPath } from "../../../support/shared.ts";

for (
  const text of [
    "查询指定城市的天气。当用户询问天气时使用，返回温度。",
    "在庫を検索します。",
    "Ищет товары в каталоге",
    "상품을 검색합니다",
    "Ruft das aktuelle Wetter für eine Stadt ab und gibt die Temperatur zurück.",
    "Erstellt eine Rechnung.",
    "Recherche des produits dans le catalogue.",
    "Busca vuelos por fecha y destino.",
    "Cerca i ristoranti nelle vicinanze.",
    "Pesquisa produtos no catálogo da loja.",
  ]
) {
  Deno.test(`S9: "${text}" is not English`, () => assert.equal(isEnglish(text), false));
}

for (
  const text of [
    "",
    "Search restaurants in São Paulo, Los Angeles and La Paz.",
    "Plan a café crawl",
    "Résumé parser",
    "Convert € to £",
    "Translate text to Chinese (中文) or Japanese (日本語), with the original.",
  ]
) {
  Deno.test(`S9: "${text}" counts as English`, () => assert.equal(isEnglish(text), true));
}

Deno.test("S9: Chinese and German are graded by length, parameters and examples alone, and the report says so", () => {
  const parameters = {
    type: "object",
    properties: { city: { type: "string", description: "城市名称，例如北京" } },
    required: ["city"],
  };
  const report = lintTools([
    {
      name: "weather",
      description: "查询指定城市的天气。例如：“北京今天天气怎么样？”返回温度和湿度。",
      parameters,
    },
    {
      name: "wetter",
      description: "Ruft das Wetter für eine Stadt ab und gibt die Temperatur zurück.",
      parameters: {},
    },
  ]);
  assert.equal(report.otherLanguages, 2);
  for (const { language, aspects, findings } of report.tools) {
    assert.equal(language, "other");
    assert.ok(
      Object.keys(aspects).every((part) => ["length", "example", "parameters"].includes(part)),
      Object.keys(aspects).join(),
    );
    assert.equal(findings.filter(({ code }) => code === "language_ungraded").length, 1);
    assert.ok(!findings.some(({ code }) => /what|when|returns/.test(code)));
  }
  const chinese = report.tools.find(({ name }) => name === "weather");
  assert.equal(chinese?.aspects.example, 1, "例如 is an example");
  assert.ok((chinese?.words ?? 0) > 8, `${chinese?.words} words, which Chinese writes without blanks`);
});

for (const set of ["metatool", "seal-tools"]) {
  needsShared(`S9: every description of ${set} counts as English`, `data/${set}`, () => {
    const tools: { description: string }[] = JSON.parse(
      Deno.readTextFileSync(sharedPath("data", set, "tools.json")),
    );
    assert.deepEqual(tools.filter(({ description }) => !isEnglish(description)), []);
  });
}

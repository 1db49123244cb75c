// Row V3: Markdown as the HTML of Telegram.

import assert from "node:assert/strict";
import { toHtml } from "../../../src/plugins/channels/telegram/to_html.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { wordsOf } from "../../support/telegram/server.ts";

const CASES: readonly (readonly [markdown: string, html: string])[] = [
  ["1 < 2 & 3 > 2", "1 &lt; 2 &amp; 3 &gt; 2"],
  ["**bold** and *slanted* and _slanted_", "<b>bold</b> and <i>slanted</i> and <i>slanted</i>"],
  ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
  ["**a `b` c**", "a <code>b</code> c"],
  ["**a *b* c**", "<b>a <i>b</i> c</b>"],
  ["`**no**`", "<code>**no**</code>"],
  ["~~gone~~", "<s>gone</s>"],
  ["[a & b](https://example.com/?a=1&b=2)", '<a href="https://example.com/?a=1&amp;b=2">a &amp; b</a>'],
  ["[a](javascript:alert(1))", "[a](javascript:alert(1))"],
  ["## A **heading**", "<b>A heading</b>"],
  ["a\n```ts\n1 < 2\n```\nb", 'a\n<pre><code class="language-ts">1 &lt; 2</code></pre>\nb'],
  ["```\nnot whole", "<pre>not whole</pre>"],
  ["````\n```\n````", "<pre>```</pre>"],
];

for (const [markdown, html] of CASES) {
  Deno.test(`V3: ${JSON.stringify(markdown)} is written for Telegram`, () => {
    assert.equal(toHtml(markdown), html);
    assert.ok(wordsOf(html).length <= markdown.length);
  });
}

Deno.test("V3: any text is HTML that Telegram takes, and gets no longer", () => {
  const random = mulberry32(11);
  const pieces = [
    "**",
    "*",
    "_",
    "`",
    "~~",
    "```\n",
    "[a](https://b.c)",
    "[",
    "](",
    ")",
    "<",
    "&amp;",
    "# ",
    "\n",
  ];
  const letters = [..."ab 1."];
  const all = [...pieces, ...letters];
  for (let round = 0; round < 2_000; round++) {
    const text = Array.from({ length: 40 }, () => all[Math.floor(random() * all.length)] ?? "").join("");
    assert.ok(wordsOf(toHtml(text)).length <= text.length, JSON.stringify(text));
  }
});

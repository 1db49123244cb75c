// Row V3: long texts as several messages.

import assert from "node:assert/strict";
import { splitText } from "../../../src/plugins/channels/split_text.ts";
import { mulberry32 } from "../../support/mulberry32.ts";

const LONGEST = 300;
const PIECES = [
  "word ",
  "word. ",
  "\n",
  "\n\n",
  "- item\n",
  "\ud83d\ude00",
  "x".repeat(40),
  "```js\nlet a = 1;\n",
  "```\n",
];

function randomText(random: () => number): string {
  const length = Math.floor(random() * 200);
  return Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)] ?? "").join("");
}

/** The text without white space and marks of code, which a cut may move or repeat. */
function lettersOf(text: string): string {
  return text.replaceAll(/```(?:js)?/g, "").replaceAll(/\s/g, "");
}

Deno.test("V3: parts of any text fit, are well formed, and say all of it in order", () => {
  const random = mulberry32(7);
  for (let round = 0; round < 500; round++) {
    const text = randomText(random);
    const parts = splitText(text, LONGEST);
    for (const part of parts) {
      assert.ok(part.length <= LONGEST && part.trim() !== "" && part.isWellFormed(), JSON.stringify(part));
    }
    assert.equal(lettersOf(parts.join("")), lettersOf(text));
  }
});

Deno.test("V3: a block of code that is cut is a block of code in both parts", () => {
  const code = `Look:\n\n\`\`\`ts\n${"const a = 1;\n".repeat(60)}\`\`\`\n\nDone.`;
  const parts = splitText(code, LONGEST);
  assert.ok(parts.length >= 3);
  for (const part of parts) assert.equal((part.match(/^```/gm) ?? []).length % 2, 0, part);
  assert.match(parts[1] ?? "", /^```ts\nconst a = 1;/);
});

/** The names of files on the wire: OpenAI reads the type of a file from the end of its name, in lower case. */
import assert from "node:assert/strict";
import { fileName } from "../../../../src/providers/_wire/media/formats.ts";

const NAMES = [
  [undefined, "file.pdf"],
  ["report.pdf", "report.pdf"],
  ["REPORT.PDF", "REPORT.pdf"],
  ["report", "report.pdf"],
  ["report.txt", "report.txt.pdf"],
  [".pdf", ".pdf"],
] as const;

Deno.test("P7: the name of a file ends with the extension of its media type", () => {
  const source = { type: "url", url: "https://a.example/x" } as const;
  for (const [name, sent] of NAMES) {
    const part = { type: "file", mediaType: "application/pdf", ...(name && { name }), source } as const;
    assert.equal(fileName(part), sent);
  }
});

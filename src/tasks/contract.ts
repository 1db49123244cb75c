// `deno task contract`: writes the types of what the API takes and answers, src/core/contract and the contract.ts of plugins,
// from the schemas of src/http/schemas. `--check` compares and writes nothing.

import { ANSWER_TYPES } from "./contract/answer_types.ts";
import { fieldMeaning } from "../core/text/field_meanings.ts";
import "../http/schemas/meanings.ts";
import { REQUEST_TYPES, STRICT_PARTS } from "./contract/request_types.ts";
import { typeTexts } from "./contract/write_types.ts";
import { formatText } from "./format_text.ts";

/** The files, by their paths in the project. */
export async function contractFiles(): Promise<ReadonlyMap<string, string>> {
  const answers = typeTexts({
    files: ANSWER_TYPES,
    head: "Response types of the HTTP API, made from the schemas of src/http/schemas/responses.",
    side: "answer",
  });
  const requests = typeTexts({
    files: REQUEST_TYPES,
    head: "Request types of the HTTP API, made from the schemas of src/http/schemas.",
    side: "request",
    meaningOf: fieldMeaning,
    instead: STRICT_PARTS,
  });
  return new Map(
    await Promise.all(
      Array.from([...answers, ...requests], async ([file, text]) => {
        return [`src/${file}`, await formatText(text, "ts")] as const;
      }),
    ),
  );
}

if (import.meta.main) {
  for (const [path, text] of await contractFiles()) {
    const file = new URL(`../../${path}`, import.meta.url);
    if (!Deno.args.includes("--check")) {
      await Deno.writeTextFile(file, text);
    } else if (await Deno.readTextFile(file) !== text) {
      console.error(`${path} is not current: run deno task contract`);
      Deno.exit(1);
    }
  }
}

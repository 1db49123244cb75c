// LM Studio: a server of the compatible family that takes words as a choice; its recordings are in the Responses dialect.
import { compatibleCase } from "../compatible/case.ts";
import type { WireCase } from "../case.ts";
import { lmstudio as flavor } from "../compatible/flavors.ts";

export const lmstudio: WireCase = {
  ...compatibleCase(flavor),
  recordings: [{
    files: /^lmstudio\//,
    settings: { api: "responses" },
    // The reasoning_text of the whole body; the oracle reads summaries only.
    moreReasoning: /lmstudio-basic\.1\.json$/,
    frame: (lines, newline) =>
      new TextEncoder().encode(
        lines.map((line) => `event: ${JSON.parse(line).type}${newline}data: ${line}${newline}${newline}`)
          .join(""),
      ),
    contentType: "text/event-stream",
  }],
};

// functions/agents/_summaries.ts
import { defineAgent } from "@treadle/treadle";

export const counting = defineAgent({
  name: "counting",
  compaction: {
    afterEntries: 100,
    keepEntries: 40,
    summarize: (entries, { summary }) =>
      `${summary ?? ""}\n${entries.filter(({ type }) => type === "user").length} earlier questions.`,
  },
});

// functions/agents/report.ts
import { defineAgent } from "@treadle/treadle";
import * as z from "zod";

export const report = defineAgent({
  name: "report",
  output: z.object({ city: z.string(), tempC: z.number() }),
});

// The counts as a file.

import { readText } from "../../api/http.ts";
import { saveFile } from "../../save_file.ts";

/** Saves the rows of these days as CSV, with a row for each day. */
export async function saveCsv(
  { from, to }: { readonly from: string; readonly to: string },
  by: string,
): Promise<void> {
  const text = await readText(`/v1/analytics/choices?from=${from}&to=${to}&by=day,${by}&format=csv`);
  saveFile(`choices-${from}-${to}.csv`, "text/csv", [text]);
}

// The counts as a file.

import { readText } from "../../api.js";

/** Saves the rows of these days as CSV, with a row for each day. */
export async function saveCsv(
  { from, to }: { readonly from: string; readonly to: string },
  by: string,
): Promise<void> {
  const text = await readText(`/v1/analytics/choices?from=${from}&to=${to}&by=day,${by}&format=csv`);
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `choices-${from}-${to}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

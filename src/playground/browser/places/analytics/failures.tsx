// The errors that steps failed with, the most frequent first; a number leads to its threads.

import type { FailureCount } from "../../../../plugins/analytics/contract.ts";
import { DataTable } from "../../components/data_table.tsx";
import { threadsHref } from "../../shell/route.ts";
import { count } from "../../words.ts";

interface FailuresProps {
  /** Undefined where the deployment is of a version that counts none. */
  readonly rows: readonly FailureCount[] | undefined;
  readonly by: "day" | "agent" | "model" | "policy";
}

/** The failures as a table; nothing where there are none. */
export function Failures({ rows, by }: FailuresProps) {
  if (!rows?.length) return null;
  return (
    <details class="card-fold">
      <summary>Failures</summary>
      <DataTable
        label={`Failures by ${by}`}
        rows={rows}
        keyOf={(row) => `${row.error} ${row[by]}`}
        columns={[
          { title: "Error", cell: ({ error }) => error },
          { title: by[0]?.toUpperCase() + by.slice(1), cell: (row) => row[by] },
          {
            title: "Failed",
            isNumber: true,
            cell: ({ error, agent, failed }) =>
              failed > 0
                ? (
                  <a
                    href={threadsHref(`error:${error}${agent ? ` agent:${agent}` : ""}`)}
                    aria-label={`${count(failed)}, ${error}`}
                  >
                    {count(failed)}
                  </a>
                )
                : "–",
          },
          { title: "Retryable", isNumber: true, cell: ({ retryable }) => count(retryable) },
        ]}
      />
    </details>
  );
}

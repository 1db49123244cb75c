// What a policy would have refused in the newest threads: their histories are judged by its rules here, and no model is called.

import { useState } from "preact/hooks";
import { DataTable } from "../../components/data_table.tsx";
import { describeError, Problem } from "../../components/problem.tsx";
import { threadHref } from "../../shell/route.ts";
import { judge, type Judged } from "./judge.ts";

/** Threads that are judged. */
const MOST_THREADS = 50;

/** A button that judges by the policy as the text has it, stored or not. */
export function PolicyCheck({ name, text }: { readonly name: string; readonly text: string }) {
  const [judged, setJudged] = useState<Judged>();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setProblem("");
    try {
      const result = await judge(name, text, MOST_THREADS);
      if (typeof result === "string") setProblem(result);
      setJudged(typeof result === "string" ? undefined : result);
    } catch (failure) {
      setJudged(undefined);
      setProblem(describeError(failure));
    }
    setBusy(false);
  };
  return (
    <section class="sub-panel" aria-labelledby="policy-check">
      <header class="panel-tools">
        <h3 id="policy-check">What its rules would have refused</h3>
        <button type="button" class="quiet" aria-disabled={isBusy} onClick={() => !isBusy && void check()}>
          {isBusy ? "Testing" : `Test on the newest ${MOST_THREADS} threads`}
        </button>
      </header>
      {problem !== "" && <Problem title="Nothing was tested." detail={problem} />}
      {judged && (
        <p class="place-note" role="status">
          {judged.threads} threads,{" "}
          {judged.findings.length === 1 ? "1 refusal" : `${judged.findings.length} refusals`}.
        </p>
      )}
      {judged !== undefined && judged.findings.length > 0 && (
        <DataTable
          label="Refusals"
          rows={judged.findings}
          keyOf={({ thread, refusal: { entry, call } }) => `${thread} ${entry} ${call?.id ?? ""}`}
          columns={[
            { title: "Thread", cell: ({ thread, title }) => <a href={threadHref(thread)}>{title}</a> },
            { title: "Message", isNumber: true, cell: ({ refusal: { entry } }) => entry },
            {
              title: "Refused",
              cell: ({ refusal: { call } }) => call === undefined ? "the answer" : <code>{call.name}</code>,
            },
            { title: "Rule", cell: ({ refusal: { rule } }) => rule },
          ]}
        />
      )}
    </section>
  );
}

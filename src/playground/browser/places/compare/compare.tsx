// Two threads side by side, as a fork and its source: their answers with what differs marked, and what each of them cost. From a thread
// alone, its last message is answered again by another model or under another tool choice.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { AgentView } from "../../../../core/contract/deployment.ts";
import type { EntryView } from "../../../../core/contract/entries.ts";
import { callWords } from "../../../../core/contract/status_words.ts";
import type { ThreadDetail } from "../../../../core/contract/threads.ts";
import { fork, listAgents, readDetail, readEntries, threadPath } from "../../api/api.ts";
import { remove, sendBody } from "../../api/http.ts";
import { DataTable } from "../../components/data_table.tsx";
import { Money } from "../../components/money.tsx";
import { PlaceHead } from "../../components/place_head.tsx";
import { describeError, Problem } from "../../components/problem.tsx";
import { useResource } from "../../components/resource.ts";
import { StateWords } from "../../components/state_words.tsx";
import { describeState } from "../../components/thread_state.ts";
import type { PlaceProps } from "../../shell/places.ts";
import { placeHref, threadHref } from "../../shell/route.ts";
import { choiceWords, count } from "../../words.ts";
import {
  type ComparedStep,
  type ComparedTotals,
  compareHistories,
  type Comparison,
  lastAnswerVersion,
  lastModel,
  sumSteps,
} from "./compared.ts";
import { Difference } from "./difference.tsx";

interface Side {
  readonly detail: ThreadDetail;
  readonly entries: readonly EntryView[];
}

/** One thread or two, by their ids with a slash between. */
export function Compare({ item }: PlaceProps) {
  const [left = "", right = ""] = item.split("/");
  return (
    <>
      <PlaceHead
        title="Compare"
        about="A thread beside another one that begins as it does: what each of them answered, called and cost."
      />
      {left === "" && <p class="place-note">The menu of a thread leads here.</p>}
      {left !== "" && right === "" && <AnswerAgain key={left} thread={left} />}
      {left !== "" && right !== "" && <Pair key={item} left={left} right={right} />}
    </>
  );
}

async function readSide(thread: string): Promise<Side> {
  const [detail, entries] = await Promise.all([readDetail(thread), readEntries(thread)]);
  return { detail, entries };
}

/** The form that answers the last message again, in a fork, and shows both. */
function AnswerAgain({ thread }: { readonly thread: string }) {
  const { value, error, reload } = useResource(async () => {
    const [side, agents] = await Promise.all([readSide(thread), listAgents()]);
    return { ...side, agent: agents.find(({ name }) => name === side.detail.agent) };
  }, [thread]);
  const [problem, setProblem] = useState("");
  const [isRunning, setRunning] = useState(false);
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  if (error !== undefined) {
    return <Problem title="The thread could not be read." detail={describeError(error)} onRetry={reload} />;
  }
  if (value === undefined) return <p class="place-note">Loading {thread}</p>;
  const { detail, entries, agent } = value;
  const version = lastAnswerVersion(entries);
  if (version === undefined || agent === undefined) {
    return <p class="place-note">The thread has no answer yet that another one could be compared with.</p>;
  }
  const run = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isRunning || !(event.currentTarget instanceof HTMLFormElement)) return;
    const { model, choice } = Object.fromEntries(new FormData(event.currentTarget));
    setRunning(true);
    setProblem("");
    try {
      const other = await answerAgain(detail, version, { model: String(model), toolChoice: String(choice) });
      // A model takes minutes: a person who has gone elsewhere meanwhile stays there.
      if (isShown.current) location.hash = placeHref("compare", `${thread}/${other}`);
    } catch (failure) {
      setProblem(describeError(failure));
      setRunning(false);
    }
  };
  return (
    <section class="panel" aria-labelledby="compare-again">
      <h2 id="compare-again">Answer the last message again</h2>
      <p class="place-note">
        A branch of <a href={threadHref(thread)}>{detail.title ?? thread}</a>{" "}
        is answered again from there. Tools run again, and cost again.
      </p>
      <form class="row-form again-form" onSubmit={(event) => void run(event)}>
        <label>
          Model <Models agent={agent} answered={lastModel(entries)} />
        </label>
        <label>
          Tool choice{" "}
          <select name="choice">
            <option value="">default</option>
            {CHOICES.map((type) => <option key={type} value={type}>{choiceWords({ type })}</option>)}
            <optgroup label="must call">
              {agent.tools.map((name) => <option key={name}>{name}</option>)}
            </optgroup>
          </select>
        </label>
        <button type="submit" class="primary" aria-disabled={isRunning}>
          {isRunning ? "Running" : "Run and compare"}
        </button>
      </form>
      {problem !== "" && <Problem title="It was not run." detail={problem} />}
    </section>
  );
}

interface ModelsProps {
  readonly agent: AgentView;
  /** The model of the answer that is there: it is offered, but another one is chosen at first. */
  readonly answered: string | undefined;
}

function Models({ agent: { model, models = [] }, answered }: ModelsProps) {
  const others = models.filter((each) => each !== model);
  const chosen = model !== null && model !== answered ? "" : others.find((each) => each !== answered) ?? "";
  return (
    <select name="model">
      {others.map((each) => <option key={each} value={each} selected={each === chosen}>{each}</option>)}
      <option value="" selected={chosen === ""}>
        {model ?? "default of the deployment"} (the agent's own)
      </option>
    </select>
  );
}

/** Choices that name no tool. */
const CHOICES = ["auto", "none", "required"] as const;

/** The id of a fork that has answered the last message by another model or under another choice. Where it is refused there is no fork. */
async function answerAgain(
  { id, agent }: ThreadDetail,
  version: number,
  { model, toolChoice }: { readonly model: string; readonly toolChoice: string },
): Promise<string> {
  const other = await fork(id, { version, replan: true });
  try {
    await sendBody("POST", threadPath(other.id, "/steps"), {
      agent,
      until: "done",
      ...(model === "" ? {} : { model }),
      ...(toolChoice === "" ? {} : { toolChoice }),
    });
  } catch (error) {
    await remove(threadPath(other.id)).catch(() => {});
    throw error;
  }
  return other.id;
}

function Pair({ left, right }: { readonly left: string; readonly right: string }) {
  const { value, error, reload } = useResource(() => Promise.all([readSide(left), readSide(right)]), [
    left,
    right,
  ]);
  if (error !== undefined) {
    return <Problem title="The threads could not be read." detail={describeError(error)} onRetry={reload} />;
  }
  if (value === undefined) return <p class="place-note">Loading the threads</p>;
  const [ofLeft, ofRight] = value;
  const comparison = compareHistories(ofLeft.entries, ofRight.entries);
  return (
    <>
      <Totals sides={value} comparison={comparison} />
      <p class="place-note">
        {comparison.shared === 0
          ? "They have no message in common."
          : `Both begin with the same ${
            comparison.shared === 1 ? "message" : `${count(comparison.shared)} messages`
          }.`}
      </p>
      <h2 class="unseen">Steps side by side</h2>
      <div class="compare" role="group" aria-label="Steps side by side">
        {comparison.pairs.map(([one, other], index) => (
          <div key={index} class="compare-row">
            <Step step={one} other={other} side="left" />
            <Step step={other} other={one} side="right" />
          </div>
        ))}
      </div>
    </>
  );
}

const MEASURES: readonly (readonly [title: string, words: (totals: ComparedTotals) => ComponentChildren])[] =
  [
    ["Model", ({ models }) => models.join(", ") || "–"],
    ["Steps", ({ steps }) => count(steps)],
    ["Tool calls", ({ calls }) => count(calls)],
    ["Input tokens", ({ inputTokens }) => count(inputTokens)],
    ["Output tokens", ({ outputTokens }) => count(outputTokens)],
    ["Cost", ({ microDollars }) => <Money microDollars={microDollars} />],
  ];

function Totals(
  { sides, comparison: { pairs } }: { readonly sides: readonly Side[]; readonly comparison: Comparison },
) {
  const totals = [0, 1].map((side) => sumSteps(pairs.flatMap((pair) => pair[side] ?? [])));
  const rows = sides.map(({ detail }, index) => ({ detail, totals: totals[index] ?? sumSteps([]) }));
  return (
    <DataTable
      label="What each of them came to, behind what they share"
      rows={rows}
      keyOf={({ detail }) => detail.id}
      columns={[
        { title: "Thread", cell: ({ detail: { id, title } }) => <a href={threadHref(id)}>{title ?? id}</a> },
        { title: "Status", cell: ({ detail }) => <StateWords state={describeState(detail)} /> },
        ...MEASURES.map(([title, words]) => ({
          title,
          isNumber: title !== "Model",
          cell: ({ totals: each }: typeof rows[number]) => words(each),
        })),
      ]}
    />
  );
}

interface StepProps {
  readonly step: ComparedStep | undefined;
  /** What stands beside it. */
  readonly other: ComparedStep | undefined;
  readonly side: "left" | "right";
}

function Step({ step, other, side }: StepProps) {
  if (step === undefined) return <p class="compare-step facts">No step here.</p>;
  const { input, text, calls, model, inputTokens, outputTokens, microDollars } = step;
  return (
    <article class="compare-step">
      <p class="facts">{side === "left" ? "First" : "Second"} · {model}</p>
      {input !== "" && <p class="compare-input">{input}</p>}
      {calls.map(({ name, args, outcome }, index) => {
        const beside = other?.calls[index];
        const isSame = beside?.name === name && beside.args === args && beside.outcome === outcome;
        return (
          <p key={index} class={isSame ? undefined : "differs"}>
            <code>{name}({args})</code> <StateWords state={callWords(outcome)} />
          </p>
        );
      })}
      {text !== "" && <Difference text={text} other={other?.text ?? ""} side={side} />}
      <p class="facts">
        {count(inputTokens)} in, {count(outputTokens)} out
        {microDollars > 0 && [", ", <Money key="cost" microDollars={microDollars} />]}
      </p>
    </article>
  );
}

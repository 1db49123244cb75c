// What is paused, above every place, and the button that stops everything.

import { useRef, useState } from "preact/hooks";
import type { PauseView } from "../../../core/contract/pauses.ts";
import { cancel, listThreads } from "../api/api.ts";
import { isCode, json, remove, sendBody } from "../api/http.ts";
import { ConfirmButton } from "../components/confirm_button.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { Time } from "../components/time.tsx";

/** Milliseconds between two readings, and until every isolate knows of a pause. */
const KNOWN_MS = 10_000;

/** The places with the button: where one sees what runs, and what can run. */
const WITH_STOP: readonly string[] = ["live", "agents", "inbox"];

/** All agents. */
const ALL = "*";

/** The banners, and in some places the button. */
export function Pauses({ place }: { readonly place: string }) {
  const { value, reload } = useResource(readPauses, [], KNOWN_MS);
  const [failure, setFailure] = useState("");
  const [note, setNote] = useState("");
  const isBusy = useRef(false);
  const change = async (work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFailure("");
    setNote("");
    try {
      await work();
    } catch (error) {
      setFailure(describeError(error));
    } finally {
      isBusy.current = false;
      reload();
    }
  };
  const stop = async () => {
    await sendBody("PUT", toPath(ALL), {});
    reload();
    const stopped = new Set<string>();
    const stopRunning = async () => {
      try {
        await cancelRunning(stopped);
      } finally {
        setNote(countWords(stopped.size));
      }
    };
    /** What has begun before every isolate knew of the pause, and what could not be stopped. */
    const stopMore = async () => {
      if ((await readPauses()).some(isOfAll)) await stopRunning();
    };
    setTimeout(() => void stopMore().catch((error) => setFailure(describeError(error))), KNOWN_MS);
    await stopRunning();
  };
  return (
    <>
      {failure !== "" && <Problem title="That did not work." detail={failure} />}
      {value?.map((pause) => (
        <Banner
          key={pause.agent}
          pause={pause}
          onResume={() => void change(() => remove(toPath(pause.agent)))}
        />
      ))}
      {note !== "" && <p class="place-note" role="status">{note}</p>}
      {WITH_STOP.includes(place) && value !== undefined && !value.some(isOfAll) && (
        <p class="place-note">
          <ConfirmButton
            title="Stop everything"
            question="Pause all agents and stop what runs? Messages and schedules wait until you resume."
            confirm="Stop everything"
            onConfirm={() => void change(stop)}
          />
        </p>
      )}
    </>
  );
}

function Banner({ pause: { agent, since, by, reason }, onResume }: {
  readonly pause: PauseView;
  readonly onResume: () => void;
}) {
  const name = agent === ALL ? "All agents are" : `${agent} is`;
  return (
    <div class="notice warn" role="status">
      <p>
        <b>{name} paused</b>
      </p>
      <p>
        Since <Time at={since} />
        {by !== null && ` by ${by}`}
        {reason !== null && `: ${reason}`}
      </p>
      <button
        type="button"
        class="quiet"
        aria-label={`Resume ${agent === ALL ? "all agents" : agent}`}
        onClick={onResume}
      >
        Resume
      </button>
    </div>
  );
}

async function readPauses(): Promise<readonly PauseView[]> {
  return (await json<{ readonly pauses: readonly PauseView[] }>("/v1/pauses")).pauses;
}

function isOfAll({ agent }: PauseView): boolean {
  return agent === ALL;
}

function countWords(stopped: number): string {
  return stopped === 1 ? "1 conversation was stopped." : `${stopped} conversations were stopped.`;
}

function toPath(agent: string): string {
  return `/v1/pauses/${encodeURIComponent(agent)}`;
}

/** Cancels each thread that runs, page by page, and adds it to those that were stopped; throws the last failure behind all of them. */
async function cancelRunning(stopped: Set<string>): Promise<void> {
  let cursor: string | undefined = "";
  let failure: unknown;
  do {
    const page = await listThreads("archived=all&branches=all&limit=100", cursor);
    for (const thread of page.threads) {
      if (thread.status === "corrupted" || !thread.running) continue;
      try {
        await cancel(thread.id);
        stopped.add(thread.id);
      } catch (error) {
        // A thread that was removed meanwhile runs no more.
        if (!isCode(error, "thread_unknown")) failure = error;
      }
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  if (failure !== undefined) throw failure;
}

// What an event makes of the conversation.

import { batch } from "@preact/signals";
import type { StepEvent } from "../../../core/event.ts";
import type { Transcript } from "./transcript.ts";

/** Changes the conversation by the next event of a run. */
export function applyEvent(transcript: Transcript, event: StepEvent): void {
  batch(() => apply(transcript, event));
}

function apply(transcript: Transcript, event: StepEvent): void {
  switch (event.type) {
    case "step.started": {
      const step = transcript.openStep(event.step);
      transcript.showAnswered();
      step.start();
      if (event.choice !== null) step.ask(event.model, event.choice);
      return step.awaitModel(event.at);
    }
    case "warning":
      return transcript.openedStep.addNotice({ kind: "warn", detail: event.message, code: event.code });
    case "plan.restarted":
      transcript.openedStep.replan(event);
      return transcript.openedStep.awaitModel(Date.now());
    case "text.started":
      return transcript.openedStep.startText(event.block);
    case "reasoning.started":
      return transcript.openedStep.startReasoning(event.block);
    case "text.delta":
    case "reasoning.delta":
      return transcript.openedStep.write(event.block, event.text);
    case "text.ended":
    case "reasoning.ended":
      return transcript.openedStep.endBlock(event.block);
    case "call.started":
      return void transcript.callOf(event.callId, event.name);
    case "call.delta":
      return transcript.call(event.callId)?.writeArgs(event.text);
    case "call.ready":
      return transcript.callOf(event.callId, event.name).plan(event.args, event.readiness);
    case "tool.started":
      transcript.openedStep.begin();
      return transcript.callOf(event.callId, event.name).run(event.args);
    case "tool.finished": {
      const call = transcript.callOf(event.callId, event.name);
      call.finish(event);
      if (event.app) transcript.awaitApp(call);
      transcript.openedStep.act(event.name);
      return transcript.openedStep.awaitModel(Date.now());
    }
    case "approval.requested": {
      const call = transcript.callOf(event.callId, event.name);
      if (event.thread !== undefined) call.plan(JSON.stringify(event.args));
      return call.askApproval(event);
    }
    case "child.started":
      return transcript.call(event.callId)?.run({ phase: event.phase });
    case "child.step":
      return transcript.dropAnswered(event.thread);
    case "result.requested":
      return transcript.callOf(event.callId, event.name).awaitClient();
    case "call.deferred":
      return transcript.callOf(event.callId, event.name).awaitResult(event);
    case "authorization.requested":
      return transcript.callOf(event.callId, event.name).awaitAuthorization(event);
    case "child.finished":
    case "input.taken": // its step has the message
      return;
    case "usage": {
      const { type: _type, seq: _seq, ...usage } = event;
      return transcript.openedStep.reportUsage(usage);
    }
    case "step.finished": {
      const step = transcript.openedStep;
      step.end();
      step.commit(event.version, event.outcome);
      transcript.showApps();
      return transcript.commitInputs(event.version);
    }
    case "step.failed":
      if (event.error.code !== "step_fenced") transcript.commitInputs(event.version);
      return addFailure(transcript, event.error);
    default:
      return ignore(event);
  }
}

function addFailure(
  transcript: Transcript,
  { code, message }: Extract<StepEvent, { type: "step.failed" }>["error"],
): void {
  const step = transcript.openedStep;
  step.end();
  if (code !== "step_cancelled") return step.addNotice({ kind: "bad", detail: message, code });
  step.addNotice({ kind: "plain", detail: "Stopped. Everything up to here is kept." });
  transcript.stopCalls();
}

/** A kind that a newer server sends; the type `never` holds for this version. */
function ignore(_event: never): void {}

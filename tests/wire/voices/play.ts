// What clients ask of the threads of a stage, so that every planted string has its chance to reach a model.

import assert from "node:assert/strict";
import type { ParsedRequest } from "../openai/reply.ts";
import type { Canaries } from "./canaries.ts";
import { eventsFor } from "./senders.ts";
import { type Answer, type Move, NAMED, PREFIX, type Stage } from "./stage.ts";
import { FETCHES } from "./http_tools.ts";
import type { Kind } from "./kinds.ts";
import { MODERN_TOOL } from "./mcp/modern.ts";
import { PIXEL } from "./mcp/results.ts";
import type { Strangers } from "./mcp/strangers.ts";

/** The agents of a stage, each with a life of its own. */
export const AGENTS: readonly string[] = ["plain", "formed", "strict", "sums", "retold", "react", "words"];

/** Plays all scenes of these agents. The threads, but for those of workers. */
export async function play(
  stage: Stage,
  strangers: Strangers,
  canaries: Canaries,
  agents: readonly string[] = AGENTS,
): Promise<readonly string[]> {
  const scenes = new Scenes(stage, strangers, canaries);
  stage.actor.quotes = (request) => scenes.quoted(request);
  for (const agent of agents) await scenes.life(agent);
  await scenes.phases();
  return [...scenes.threads];
}

const DONE: Move = { text: '{"answer":"Done."}' };

class Scenes {
  readonly threads = new Set<string>();
  readonly #stage: Stage;
  readonly #strangers: Strangers;
  readonly #canaries: Canaries;

  constructor(stage: Stage, strangers: Strangers, canaries: Canaries) {
    [this.#stage, this.#strangers, this.#canaries] = [stage, strangers, canaries];
  }

  /** A summary that quotes all that results have said. */
  quoted({ body }: ParsedRequest): string {
    const results = this.#canaries.in(JSON.stringify(body)).filter(({ writer }) => writer === "result");
    return `They said: ${[...new Set(results.map(({ word }) => word))].join(", ")}.`;
  }

  async life(agent: string): Promise<void> {
    const stage = this.#stage;
    const thread = `t_${agent}`;
    this.threads.add(thread);
    const say = (input: unknown, moves: readonly Move[], more: object = {}) =>
      stage.act(thread, "/steps", { agent, input, until: "done", ...more }, moves);
    await say(this.#document(), [this.#each(["look"]), DONE]);
    const names = this.#strange();
    const asked = agent === "plain" || agent === "react" ? names.map((name) => [name]) : [names.slice(1, 9)];
    for (const each of asked) await say("Ask the desk.", [this.#each(each), DONE]);
    await say("Read.", [this.#each(["reads", "breaks"]), DONE]);
    const fetches = Array.from({ length: FETCHES / 2 }, () => "fetches");
    await say("Fetch.", [this.#each(fetches), this.#each(fetches), DONE]);
    await say("Go to the hall.", [this.#each([MODERN_TOOL]), this.#each([MODERN_TOOL]), DONE]);
    await this.#deliver(agent, thread);
    await this.#disobey(say);
    await stage.act(thread, "/plan", { plan: { phase: "two" } }, [], "PUT");
    await say("And now?", [this.#each([this.#strange()[0] ?? ""]), DONE]);
    // The list is read behind the step that finds it old.
    this.#strangers.refuse();
    stage.wait(400_000);
    const stale = stage.logged("a server of tools does not answer; the last known list is used");
    await say("Are they there?", [DONE]);
    await stale;
    this.#strangers.change();
    stage.wait(400_000);
    const changed = stage.logged("a tool of a server has changed");
    await say("What is new?", [DONE]);
    await changed;
    await say("Try them.", [this.#each(this.#strange().slice(2, 5)), DONE]);
    await this.#outside(thread, say);
    await say("Once more.", [this.#each(["look", "reads"]), DONE], { toolChoice: "required" });
    await say("Bye.", [DONE]);
  }

  /** An orchestrator and its workers, whose answers and failures are other phases' and the plan's. */
  async phases(): Promise<void> {
    this.threads.add("t_lead");
    const result = () => this.#canaries.says("result", "answer of a worker");
    const phase = (id: string, ...after: string[]) => ({
      id,
      worker: "hand",
      goal: `Do ${id}.`,
      done_when: "It is done.",
      ...(after.length === 0 ? {} : { after }),
    });
    const plan: Move = { calls: [["write_plan", { phases: [phase("one"), phase("two", "one")] }]] };
    const [strange = ""] = this.#strange();
    const say = (input: string, moves: readonly Move[]) =>
      this.#stage.act("t_lead", "/steps", { agent: "lead", input, until: "done" }, moves);
    await say("Direct them.", [
      plan,
      { calls: [["run_phase", { phase: "one" }]] },
      { calls: [["look", {}]] },
      { calls: [[strange, {}]] },
      { text: result() },
      { calls: [["run_phase", { phase: "two" }]] },
      { text: result() },
      DONE,
    ]);
    for (let turn = 0; turn < 6; turn++) await say("Go on.", [{ calls: [["look", {}]] }, DONE]);
  }

  /** Webhooks for the thread and for one of their own. */
  async #deliver(agent: string, thread: string): Promise<void> {
    for (const event of eventsFor(thread, this.#canaries)) {
      const taken = await this.#stage.deliver(agent, event, [this.#each(["look"]), DONE]);
      if (taken !== undefined) this.threads.add(taken);
    }
  }

  #strange(): readonly string[] {
    return this.#strangers.names().map((name) => `${PREFIX}${name}`);
  }

  /** Calls of these tools with arguments that the model has made up. */
  #each(names: readonly string[]): Move {
    return { calls: names.map((name) => [name, { [this.#made("argument")]: this.#made("value") }]) };
  }

  #made(planted: Kind<"model">): string {
    return this.#canaries.word("model", planted);
  }

  #document(): unknown {
    const says = (planted: Kind<"user">) => this.#canaries.says("user", planted);
    const parts = [
      { type: "text", text: says("input") },
      {
        type: "file",
        mediaType: "text/plain",
        name: `${this.#canaries.word("user", "name of a file")}.txt`,
        data: btoa(says("text of a file")),
      },
      {
        type: "image",
        mediaType: "image/png",
        name: this.#canaries.word("user", "name of an image"),
        data: PIXEL,
      },
    ];
    return { parts };
  }

  /** Answers that violate their choice, in every way; each twice, because it is requested once more. */
  async #disobey(
    say: (input: unknown, moves: readonly Move[], more?: object) => Promise<Answer>,
  ): Promise<void> {
    const [, strange = "", other = ""] = this.#strange();
    const calls = (...names: string[]): Move => this.#each(names);
    const twice = (move: () => Move) => [move(), move(), DONE, DONE];
    const named = `${PREFIX}${NAMED}`;
    await say("No calls.", twice(() => calls(strange, other)), { toolChoice: "none" });
    await say("Look.", twice(() => calls(strange)), { toolChoice: "look" });
    await say("Use the paper.", twice(() => calls(other)), { toolChoice: named });
    await say("One of two.", twice(() => calls(strange)), {
      toolChoice: { type: "allowed", names: ["look", named], mode: "required" },
    });
    await say("Perhaps.", twice(() => calls(other)), {
      toolChoice: { type: "allowed", names: ["look", "breaks"], mode: "auto" },
    });
    await say("Call.", twice(() => ({ text: "No." })), { toolChoice: "required" });
    // The rules permit one look, so the next choice is among all the others.
    await say("Look twice.", [calls("look"), calls("look"), calls("look"), DONE, DONE]);
    await say("Made up.", twice(() => calls(this.#made("name of a tool"))));
    if (this.#stage.takesBrokenArguments) {
      const broken = `{"${this.#made("broken argument")}": "${this.#made("broken value")}`;
      // Streamed: in an answer in one body the arguments of some APIs are objects.
      await say("Broken.", [{ calls: [[strange, broken]] }, { calls: [[strange, broken]] }, DONE], {
        resumable: true,
      });
    }
    // Arguments that no schema of the server takes, which a check says in the words of the schema.
    const last = this.#strange().at(-1) ?? "";
    await say("Wrong.", twice(() => ({ calls: [[last, { [this.#made("argument")]: 1 }]] })));
    await say("Wrong.", twice(() => ({ calls: [[last, this.#badlyFilled()]] })));
    await say("Say JSON.", twice(() => ({ text: `{"${this.#made("key")}": "${this.#made("value")}"}` })));
  }

  /** Every property that the last tool of the list has, with a value that its enum does not. */
  #badlyFilled(): object {
    const names = this.#canaries.all.filter(({ planted }) => planted === "name of a property").slice(-6);
    return Object.fromEntries(names.map(({ word }) => [word, this.#made("value")]));
  }

  /** Results that come from outside: approvals with edits, of clients, and later ones. */
  async #outside(
    thread: string,
    say: (input: unknown, moves: readonly Move[], more?: object) => Promise<Answer>,
  ): Promise<void> {
    const stage = this.#stage;
    const go = (body: object, moves: readonly Move[] = [DONE]) =>
      stage.act(thread, "/steps", { until: "done", ...body }, moves);
    const says = (planted: Kind<"result">) => this.#canaries.says("result", planted);
    const ask = (): Move => ({ calls: [["asks", { what: this.#made("argument") }]] });
    await say("Ask.", [ask()]);
    const edit = { approved: true, args: { what: says("edited argument") } };
    await stage.act(thread, `/approvals/${await this.#waiting(thread, "approval")}`, edit);
    await go({});
    await say("Ask again.", [ask()]);
    const refusal = { approved: false, reason: says("reason") };
    await stage.act(thread, `/approvals/${await this.#waiting(thread, "approval")}`, refusal);
    await go({});
    await say("Show.", [{ calls: [["page", {}]] }]);
    const shown = await this.#waiting(thread, "client");
    await go({ toolResults: [{ callId: shown, output: says("output of a client tool") }] });
    await say("Show again.", [{ calls: [["page", {}]] }]);
    const failed = await this.#waiting(thread, "client");
    await go({ toolResults: [{ callId: failed, output: says("failure of a client tool"), failed: true }] });
    await say("Later.", [{ calls: [["later", {}]] }]);
    const late = await this.#waiting(thread, "deferred");
    await stage.act(thread, `/calls/${late}/result`, { output: says("result that came later") });
    await go({});
    await say("Later again.", [{ calls: [["later", {}]] }]);
    const left = await this.#waiting(thread, "deferred");
    await say("Go on without it.", [DONE]);
    await stage.act(thread, `/calls/${left}/result`, { output: says("result of a call that was left") });
    await say("Begin a job.", [this.#each(["jobs"])]);
    stage.wait(2_000);
    await go({});
    await say("Begin another job.", [this.#each(["jobs"])]);
    await this.#waiting(thread, "deferred");
    await say("Go on without it.", [DONE]);
  }

  /** The id of the call that waits: the model has made it, and nothing has withheld it. */
  async #waiting(thread: string, state: string): Promise<string> {
    const { calls } = await this.#stage.act(thread, "", {}, [], "GET");
    return calls?.find((call) => call.state === state)?.id ?? assert.fail(`${thread} has no call: ${state}`);
  }
}

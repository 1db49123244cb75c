// A plugin that has to decide everything twice, so that a decision which is not of its facts alone is found.

import type { OpenedPlugin, Plugin } from "../http/plugin.ts";
import type { LoadHooks } from "../kernel/hooks/load_hooks.ts";
import type { PluginHooks, StepPlugin } from "../kernel/hooks/plugin.ts";

/** The plugin, whose decisions are each made twice from the same facts. What differs is added to the problems, in sentences. */
export function decideTwice(
  plugin: StepPlugin & Pick<Plugin, "open">,
  problems: Set<string>,
): StepPlugin & Pick<Plugin, "open"> {
  return {
    ...plugin,
    compile(agent) {
      const hooks = plugin.compile?.(agent);
      return hooks && twice(hooks, problems);
    },
    open: plugin.open && ((deployment): OpenedPlugin => {
      const opened = plugin.open?.(deployment) ?? {};
      return { ...opened, load: opened.load && loadTwice(opened.load.bind(opened), problems) };
    }),
  };
}

/** What is loaded depends on what is fetched, and may change meanwhile: the decisions alone are made twice. */
function loadTwice(load: LoadHooks, problems: Set<string>): LoadHooks {
  const inTwo = (hooks: PluginHooks | undefined) => hooks && twice(hooks, problems);
  return (agent, thread) => {
    const loaded = load(agent, thread);
    return loaded instanceof Promise ? loaded.then(inTwo) : inTwo(loaded);
  };
}

function twice(hooks: PluginHooks, problems: Set<string>): PluginHooks {
  const decided = <T>(hook: keyof PluginHooks, decide: () => T): T => {
    try {
      const decision = decide();
      if (decision instanceof Promise) problems.add(`${hook} answers with a promise.`);
      return decision;
    } catch (thrown) {
      problems.add(`${hook} throws: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      throw thrown;
    }
  };
  const same = <T>(hook: keyof PluginHooks, decide: () => T): T => {
    const [one, other] = [decided(hook, decide), decided(hook, decide)];
    if (inWords(one) !== inWords(other)) problems.add(`${hook} decides differently from the same facts.`);
    return other;
  };
  const { tools, threadTools, redact, wrapToolCall, title, shadow, attributes, toolNames } = hooks;
  const { take, mayStep, adopt, offer, choose, judge, observed, planned, remind, count } = hooks;
  const made: { readonly [Hook in keyof Required<PluginHooks>]: PluginHooks[Hook] } = {
    title,
    shadow,
    attributes,
    toolNames,
    tools,
    threadTools,
    wrapToolCall: wrapToolCall?.bind(hooks),
    redact: redact && {
      longest: redact.longest,
      text(text) {
        const left = same("redact", () => redact.text(text));
        if (redact.text(left) !== left) {
          problems.add("redact makes of what it has redacted another text.");
        }
        return left;
      },
    },
    mayStep: mayStep && ((facts) => same("mayStep", () => mayStep.call(hooks, facts))),
    adopt: adopt && ((stored, replayed) => same("adopt", () => adopt.call(hooks, stored, replayed))),
    planned: planned && ((plan, facts) => same("planned", () => planned.call(hooks, plan, facts))),
    take: take && ((inputs, facts) => same("take", () => take.call(hooks, inputs, facts))),
    offer: offer && ((facts) => same("offer", () => offer.call(hooks, facts))),
    choose: choose && ((facts) => same("choose", () => choose.call(hooks, facts))),
    judge: judge && ((calls, when, facts) => same("judge", () => judge.call(hooks, calls, when, facts))),
    observed: observed && ((calls, facts) => same("observed", () => observed.call(hooks, calls, facts))),
    count: count && ((step) => same("count", () => count.call(hooks, step))),
    remind: remind && ((facts) => same("remind", () => remind.call(hooks, facts))),
  };
  return made;
}

/** A decision as text; the order in which a map was filled counts for nothing. */
export function inWords(decision: unknown): string {
  return JSON.stringify(decision instanceof Map ? [...decision].toSorted() : decision) ?? "undefined";
}

// The model APIs, which of their variables are set, and how each of them holds a tool choice.

import { useLayoutEffect, useRef } from "preact/hooks";
import { type Mode, MODES } from "../../../kernel/choice/provider_view.ts";
import type { ProviderDetail } from "../../../core/contract/deployment.ts";
import type { Enforcement } from "../../../core/tool_choice/choice_report.ts";
import { json } from "../api/http.ts";
import { DataTable } from "../components/data_table.tsx";
import { ENFORCED } from "../components/enforced.ts";
import { PlaceHead } from "../components/place_head.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { Tag, type TagTone } from "../components/tag.tsx";
import type { PlaceProps } from "../shell/places.ts";
import { placeHref } from "../shell/route.ts";

/** The heads of the columns. */
const TITLES: Readonly<Record<Mode, string>> = {
  auto: "the model chooses",
  none: "no tools",
  required: "must call a tool",
  tool: "must call one tool",
  allowedAuto: "only some tools",
  allowedRequired: "must call one of some",
  forcedWhileThinking: "must call while it thinks",
};

const TONES: Readonly<Record<Enforcement, TagTone>> = {
  native: "good",
  announced: "warn",
  filtered: "plain",
  withheld: "warn",
  none: "plain",
};

/** The providers. */
export function Providers({ item }: PlaceProps) {
  const { value, error, reload } = useResource(
    async () => (await json<{ readonly providers: readonly ProviderDetail[] }>("/v1/providers")).providers,
    [],
  );
  const ready = value?.filter(({ configured }) => configured) ?? [];
  const others = value?.filter(({ configured }) => !configured) ?? [];
  const chosen = value?.find(({ name }) => name === item);
  return (
    <>
      <PlaceHead
        title="Providers"
        about="The model APIs of this deployment, and what each of them does with a tool choice."
      />
      {error !== undefined && (
        <Problem title="The providers could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {ready.length > 0 && <ProviderTable label="Providers that are configured" rows={ready} item={item} />}
      {others.length > 0 && (
        <details class="fold" open={ready.length === 0}>
          <summary>
            {others.length === 1 ? "1 provider is" : `${others.length} providers are`} not configured
          </summary>
          <ProviderTable label="Providers that are not configured" rows={others} item={item} />
        </details>
      )}
      {chosen && <ChoiceTable key={chosen.name} {...chosen} />}
      {item !== "" && value !== undefined && chosen === undefined && (
        <Problem
          title="There is no such provider."
          detail={`This deployment has none of the name ${item}.`}
        />
      )}
    </>
  );
}

interface ProviderTableProps {
  readonly label: string;
  readonly rows: readonly ProviderDetail[];
  /** The provider whose choices are open. */
  readonly item: string;
}

function ProviderTable({ label, rows, item }: ProviderTableProps) {
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ name }) => name}
      isCurrent={({ name }) => name === item}
      columns={[
        { title: "Provider", cell: ({ name }) => <a href={placeHref("providers", name)}>{name}</a> },
        {
          title: "Status",
          cell: ({ configured }) =>
            configured ? <Tag tone="good">configured</Tag> : <Tag tone="plain">not configured</Tag>,
        },
        { title: "Variables it reads", cell: ({ variables }) => <Variables variables={variables} /> },
        { title: "Groups of models", isNumber: true, isExtra: true, cell: ({ models }) => models.length },
      ]}
    />
  );
}

/** The variables by name, with a mark on those that are set. */
function Variables({ variables }: Pick<ProviderDetail, "variables">) {
  if (variables.length === 0) return <span class="facts">none</span>;
  return (
    <ul class="inline-list">
      {variables.map(({ name, set }) => (
        <li key={name}>
          <code>{withBreaks(name)}</code> {set && <Tag tone="good">set</Tag>}
        </li>
      ))}
    </ul>
  );
}

/** A name that breaks behind its underscores alone. */
function withBreaks(name: string) {
  return name.split(/(?<=_)/).flatMap((part, index) => index === 0 ? [part] : [<wbr key={index} />, part]);
}

/** The table below the lists, which has the focus when it is opened: it begins below what a window shows. */
function ChoiceTable({ name, models }: ProviderDetail) {
  const head = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    head.current?.focus({ preventScroll: true });
    head.current?.parentElement?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section class="panel" aria-labelledby="provider-choices">
      <h2 id="provider-choices" tabIndex={-1} ref={head}>How {name} applies a tool choice</h2>
      <p class="place-note">
        API: the model's API applies it · prompt: a notice in the prompt says it, and the answer is checked ·
        fewer tools, no tools sent: the others are left out
      </p>
      <DataTable
        label={`Tool choices of ${name}`}
        rows={models}
        keyOf={({ pattern }) => pattern ?? ""}
        columns={[
          {
            title: "Models",
            cell: ({ pattern, example }) =>
              pattern === null
                ? "all others"
                : <code class="line" title={pattern}>{example ?? pattern}</code>,
          },
          ...MODES.map((mode) => ({
            title: TITLES[mode],
            cell: ({ modes, cuts }: ProviderDetail["models"][number]) => (
              <>
                <Tag tone={TONES[modes[mode]]}>{ENFORCED[modes[mode]]}</Tag>
                {cuts.includes(mode) && (
                  <span
                    class="facts"
                    title="Other tools are sent than in other steps, so that the prompt is not read from the cache."
                  >
                    uncached
                  </span>
                )}
              </>
            ),
          })),
          {
            title: "Cannot",
            isExtra: true,
            cell: ({ lacks }) => (
              <ul class="inline-list facts">
                {lacks.map(({ feature, because }) => (
                  <li key={feature} title={because}>{feature.replaceAll("_", " ")}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </section>
  );
}

// The arguments of a call that waits, once: as fields where a person may change them, else as a list.

import type { JsonObject } from "../../../core/json.ts";
import { JsonValue } from "../json_view.tsx";
import { visibleText } from "../visible_json.ts";
import { ArgFieldView } from "./arg_field.tsx";
import type { ChangedArgs } from "./changed_args.ts";
import type { ArgField } from "./tool_args.ts";

/** The fields; what differs from the model's is marked, with the way back to it. */
export function ArgsForm({ changed }: { readonly changed: ChangedArgs }) {
  const { fields, typed, problems } = changed;
  return (
    <div class="args">
      {fields.map((field) => {
        const { name } = field;
        const before = changed.before(field);
        const now = typed.value.get(name);
        return (
          <div key={name} class={now === undefined ? "arg" : "arg changed"}>
            <ArgFieldView
              field={field}
              text={now ?? before ?? ""}
              problem={problems.value.get(name)}
              onType={(text) => changed.type(field, text)}
            >
              {now !== undefined && (
                <p class="arg-before" role="status">
                  {before === undefined ? "Not set by the model" : (
                    <>
                      The model wrote <del>{visibleText(before)}</del>
                    </>
                  )}
                  <button
                    type="button"
                    class="link"
                    aria-label={`Undo the change of ${name}`}
                    onClick={() => changed.type(field, before ?? "")}
                  >
                    Undo
                  </button>
                </p>
              )}
            </ArgFieldView>
          </div>
        );
      })}
    </div>
  );
}

interface ArgsListProps {
  readonly fields: readonly ArgField[];
  readonly args: JsonObject;
}

/** The arguments that the model wrote, each with its name. Texts stand as they are, all else as JSON. */
export function ArgsList({ fields, args }: ArgsListProps) {
  const set = fields.filter(({ name }) => Object.hasOwn(args, name));
  if (set.length === 0) return <p class="facts">It has no arguments.</p>;
  return (
    <dl class="args">
      {set.map(({ name, kind, description }) => {
        const value = args[name];
        return (
          <div key={name} class="arg">
            <dt title={description || undefined}>
              <code>{visibleText(name)}</code> <span class="facts">{kind}</span>
            </dt>
            <dd>
              {kind === "text" && typeof value === "string"
                ? <p class="arg-words">{value}</p>
                : <pre class="json"><JsonValue value={value} /></pre>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

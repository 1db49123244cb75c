// The place of one plugin: its module draws it. The page has the head, and says what went wrong.

import { useEffect, useRef, useState } from "preact/hooks";
import { fetchWithKey } from "../api/http.ts";
import { PlaceHead } from "../components/place_head.tsx";
import { Problem } from "../components/problem.tsx";

interface PluginPageProps {
  /** Of the plugin. */
  readonly name: string;
  readonly title: string;
}

/** The place of a plugin; another plugin's is another component. */
export function PluginPage({ name, title }: PluginPageProps) {
  const frame = useRef<HTMLElement>(null);
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setProblem(undefined);
    const element = document.createElement("div");
    frame.current?.replaceChildren(element);
    let isLeft = false;
    const mounted = mount(name, element, { attempt, isLeft: () => isLeft });
    mounted.catch((error) => isLeft || setProblem(String(error)));
    return () => {
      isLeft = true;
      void mounted.then((unmount) => unmount?.(), () => {});
    };
  }, [attempt]);
  return (
    <>
      <PlaceHead title={title} about={`Of the plugin ${name}.`} />
      {problem !== undefined && (
        <Problem
          title={`${title} cannot be shown: its plugin has failed.`}
          detail={problem}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      <section class="plugin-page" aria-label={title} ref={frame} hidden={problem !== undefined} />
    </>
  );
}

type Unmount = () => void;

/**
 * Has the module of a plugin draw into the element.
 *
 * @throws {Error} the module is not there, exports no `mount`, or throws
 */
async function mount(
  name: string,
  element: HTMLElement,
  { attempt, isLeft }: { readonly attempt: number; readonly isLeft: () => boolean },
): Promise<Unmount | undefined> {
  const url = new URL(`plugins/${encodeURIComponent(name)}.js`, import.meta.url);
  if (attempt > 0) url.search = String(attempt); // a module that failed while it was loaded stays so
  const module = await import(url.href);
  if (typeof module.mount !== "function") throw new Error("The module exports no function mount.");
  if (isLeft()) return undefined;
  const unmount: unknown = await module.mount(element, { fetch: fetchWithKey });
  return typeof unmount === "function" ? () => unmount() : undefined;
}

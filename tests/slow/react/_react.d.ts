// What the tests use of React, react-dom/client and react-dom/server.

export interface ReactElement {
  readonly type: unknown;
  readonly props: unknown;
}

/** What a component renders. */
export type ReactNode = ReactElement | string | number | null;

type Component<Props> = (props: Props) => ReactNode;

interface React {
  readonly StrictMode: Component<object>;
  createElement<Props extends object>(
    type: string | Component<Props>,
    props?: (Props & { readonly key?: string | number }) | null,
    ...children: readonly ReactNode[]
  ): ReactElement;
}

declare const react: React;
export default react;

interface Root {
  render(element: ReactNode): void;
  unmount(): void;
}

export function createRoot(container: object): Root;
export function hydrateRoot(container: object, element: ReactNode): Root;
export function renderToString(element: ReactNode): string;

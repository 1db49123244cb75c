// deno-lint-ignore-file no-empty-interface
// What tools and hooks read from `context.env`: the texts of the environment and the bindings of a Worker, by name.

/**
 * The types of the names that tools declare in `env`. A project adds its own by declaration merging; a name that is not here
 * is a text. The bindings of a Worker come from the file that `wrangler types` writes:
 *
 * ```ts ignore
 * declare module "@treadle/treadle" {
 *   interface Bindings extends Cloudflare.Env {}
 * }
 * ```
 */
export interface Bindings {}

/**
 * `context.env` where the names are not known: in hooks, and in tools without a list of their own, whose agents declare them.
 * Any name may be read; one that the agent does not declare, or that the deployment does not have, is absent.
 */
export type AnyEnv =
  & { readonly [Name in keyof Bindings]?: Bindings[Name] }
  & { readonly [name: string]: string | undefined };

/** `context.env` of a tool that declares these names. A name that the deployment does not have is absent. */
export type NamedEnv<Names extends string> = {
  readonly [Name in Names]?: Name extends keyof Bindings ? Bindings[Name] : string;
};

/** Where `context.env` comes from: texts of the environment and bindings of the platform, such as KV or D1 of a Worker. */
export type EnvSource = Readonly<Record<string, unknown>>;

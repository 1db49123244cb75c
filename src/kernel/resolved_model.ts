// A model as a step asks it.

import type { ListedPrice } from "../core/budget/price.ts";
import type { Provider } from "../core/model/provider.ts";

/** A model reference, resolved. */
export interface ResolvedModel {
  readonly provider: Provider;
  /** Without the provider prefix. */
  readonly model: string;
  /** `provider/model`. */
  readonly ref: string;
  /** What it costs; undefined where no price is known. */
  readonly price?: ListedPrice | undefined;
  /** Tokens of its context, those of the answer among them; undefined where it is wide, or not known. */
  readonly window?: number | undefined;
}

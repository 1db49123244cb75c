/** Imported by every job: properties without a seed of their own begin at the same one, so that a run is the same every time. */
import fc from "fast-check";
import { seedOf } from "../lives.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf(1) });

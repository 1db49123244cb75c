/** Imported before a suite of random lives: it lives twenty times as many. */
import { multiplyLives } from "../support/lives.ts";

multiplyLives(20);

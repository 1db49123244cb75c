// The tools of the demo deployment. Agents in TypeScript import them; agents in YAML name them.

import * as z from "zod";
import { defineTool, ToolError } from "../../src/mod.ts";

const WEATHER = new Map([
  ["berlin", { city: "Berlin", tempC: 14, sky: "cloudy" }],
  ["cairo", { city: "Cairo", tempC: 31, sky: "clear" }],
  ["new york", { city: "New York", tempC: 21, sky: "windy" }],
  ["oslo", { city: "Oslo", tempC: 6, sky: "rain" }],
  ["paris", { city: "Paris", tempC: 18, sky: "clear" }],
  ["tokyo", { city: "Tokyo", tempC: 23, sky: "humid" }],
]);

export const getWeather = defineTool({
  name: "get_weather",
  description: "The weather in a city, now: temperature in degrees Celsius and the sky.",
  parameters: z.object({ city: z.string().min(1).max(100).describe("Name of the city, in English") }),
  effect: "pure",
  timeoutMs: 5_000,
  run: ({ city }) => {
    const weather = WEATHER.get(city.trim().toLowerCase());
    if (weather !== undefined) return weather;
    const known = [...WEATHER.values()].map((entry) => entry.city).join(", ");
    throw new ToolError("context_required", `There is no weather station in ${city}.`, {
      hint: `Ask the user for one of: ${known}.`,
    });
  },
});

export const deleteRecord = defineTool({
  name: "delete_record",
  description: "Deletes a record for good. A person is asked first.",
  parameters: z.object({ id: z.string().min(1).max(100).describe("Id of the record, such as r1") }),
  needsApproval: true,
  run: ({ id }) => ({ deleted: id }),
});

/** What one unit is in the base unit of its kind: factor and offset. */
const UNITS = {
  C: { kind: "temperature", factor: 1, offset: 0 },
  F: { kind: "temperature", factor: 5 / 9, offset: -160 / 9 },
  km: { kind: "length", factor: 1, offset: 0 },
  mi: { kind: "length", factor: 1.609344, offset: 0 },
  kg: { kind: "mass", factor: 1, offset: 0 },
  lb: { kind: "mass", factor: 0.45359237, offset: 0 },
} as const;

const unit = z.enum(["C", "F", "km", "mi", "kg", "lb"]);

export const convertUnits = defineTool({
  name: "convert_units",
  description: "Converts a value between units of the same kind: C and F, km and mi, kg and lb.",
  parameters: z.object({ value: z.number(), from: unit, to: unit }),
  effect: "pure",
  run: ({ value, from, to }) => {
    const [source, target] = [UNITS[from], UNITS[to]];
    if (source.kind !== target.kind) {
      throw new ToolError("retryable", `${from} is a ${source.kind} and ${to} is a ${target.kind}.`, {
        hint: "Choose two units of the same kind.",
      });
    }
    const converted = (value * source.factor + source.offset - target.offset) / target.factor;
    return { value: Math.round(converted * 100) / 100, unit: to };
  },
});

/** docker-compose.yml as a test reads it: its form, and the variables in it. */
import { parse } from "yaml";
import * as z from "zod";

const Duration = z.string().regex(/^\d+(ms|s|m|h)$/);

const Service = z.strictObject({
  /** With a version: `latest` is another program tomorrow. */
  image: z.string().regex(/:\d+(\.\d+)*(-\w+)?$/).optional(),
  build: z.literal(".").optional(),
  /** Words that need no quotes. */
  command: z.string().regex(/^[\w./=-]+( [\w./=-]+)*$/).transform((line) => line.split(" ")),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.string().optional(),
  volumes: z.array(z.string().regex(/^[\w-]+:\/[\w/]+$/)).default([]),
  /** Of this machine alone. */
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).default([]),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })).default({}),
  healthcheck: z.strictObject({
    test: z.tuple([z.literal("CMD"), z.string()], z.string()),
    interval: Duration,
    timeout: Duration,
    retries: z.int().min(1),
  }),
  stop_grace_period: Duration.optional(),
  restart: z.enum(["no", "always", "on-failure", "unless-stopped"]),
}).refine((service) => (service.image === undefined) !== (service.build === undefined), "image or build");

/** What the tests know of https://docs.docker.com/reference/compose-file/; another key fails. */
export const Compose = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()).default({}),
});

/** One service with its defaults. */
export type Service = z.infer<typeof Service>;

/**
 * The file with `${NAME:?message}` replaced, as `docker compose` does it.
 *
 * @throws Error with the message for a variable that is unset or empty, and for another form than this one.
 */
export function readCompose(text: string, env: Readonly<Record<string, string>>): z.infer<typeof Compose> {
  const filled = text.replaceAll(/\$(\{(\w+):\?([^}]*)\})?/g, (form, _braces, name, message) => {
    if (name === undefined) throw new Error(`A variable is written \${NAME:?message}, not ${form}`);
    if (!env[name]) throw new Error(`required variable ${name} is missing a value: ${message}`);
    return env[name];
  });
  return Compose.parse(parse(filled));
}

// Entries of lists of hosts, as settings have them.

/** True for `example.com`, `*.example.com`, `10.0.0.7`, `[::1]`, and each of them with a port. */
export function isHostPattern(text: string): boolean {
  return /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i.test(
    text,
  );
}

/** Tells developers about a failure that visitors are not shown (docs/product.md#messages, "Console only"). */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the console is where the specification wants these
  console.error(what, error);
}

/** Logs a failure that is not shown to visitors (docs/product.md#messages). */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification requires the console here
  console.error(what, error);
}

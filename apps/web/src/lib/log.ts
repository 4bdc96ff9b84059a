/** Logs a failure that is not shown to visitors (docs/product.md#messages). */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: docs/product.md#messages requires the console
  console.error(what, error);
}

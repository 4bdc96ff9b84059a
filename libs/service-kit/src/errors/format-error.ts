import { AppError } from '@secure-preview/contracts';

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Formats an error as one sentence for a terminal: with its cause, without a stack. */
export function formatError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return formatError(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const cause = error instanceof AppError ? undefined : error.cause;
  const code = codeOf(error);
  const message = error.message || (code ?? error.name);
  return cause === undefined ? message : `${message} (${formatError(cause)})`;
}

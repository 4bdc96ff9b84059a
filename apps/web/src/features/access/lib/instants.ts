/** Value of a date field whose input is incomplete; no instant. */
export const INCOMPLETE = 'incomplete';

/**
 * Returns an instant as the value of a date field in the browser's time zone. Seconds are left out if they are zero, as
 * browsers do.
 */
export function dateFieldOf(instant: string): string {
  const time = new Date(instant);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString();
  return local.replace(/(:00)?\.000Z$|Z$/, '');
}

/** Returns the instant of a date field; null for an empty or invalid one. */
export function validInstantOf(input: string): string | null {
  const instant = instantOf(input);
  return instant === input ? null : instant;
}

/** Returns the instant of a date field in the browser's time zone; null for an empty one, the input if it is invalid. */
export function instantOf(input: string): string | null {
  if (input === '') return null;
  const time = new Date(input);
  return Number.isNaN(time.getTime()) ? input : time.toISOString();
}

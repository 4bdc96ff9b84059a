/** Value of a date field whose input is incomplete; no instant. */
export const INCOMPLETE = 'incomplete';

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

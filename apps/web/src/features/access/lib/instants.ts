/** Value of a date field whose input is incomplete; no instant. */
export const INCOMPLETE = 'incomplete';

/** Returns the instant of a date field in the browser's time zone; null for an empty one, the input if it is invalid. */
export function instantOf(input: string): string | null {
  if (input === '') return null;
  const time = new Date(input);
  return Number.isNaN(time.getTime()) ? input : time.toISOString();
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Returns an instant as the value of a date field in the browser's time zone; '' for none. */
export function inputOf(instant: string | null): string {
  if (instant === null) return '';
  const time = new Date(instant);
  const date = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-');
  return `${date}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

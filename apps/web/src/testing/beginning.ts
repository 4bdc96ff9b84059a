/** Returns the sentence that names the beginning of an invitation, in the time zone of the tests. */
export function beginning(instant: string): string {
  const start = new Date(instant).toLocaleString('en', {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'long' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName');
  return `Your invitation is valid from ${start} ${zone?.value}. Please come back then.`;
}

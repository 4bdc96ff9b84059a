/** What the administrator typed is understood by its form, and wrong all the same: exit code 2. */
export class Misused extends Error {
  override name = 'Misused';
}

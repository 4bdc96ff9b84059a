/** What the administrator typed is understood by its form, and wrong all the same: exit code 2. */
export class Misused extends Error {
  override name = 'Misused';

  /** @param isExplained false where the command's help would add nothing to the message */
  constructor(
    message: string,
    readonly isExplained = true,
  ) {
    super(message);
  }
}

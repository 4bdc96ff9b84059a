/** What the administrator typed is understood by its form, and wrong all the same: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';

  /** @param isExplained false where the command's help would add nothing to the message */
  constructor(
    message: string,
    readonly isExplained = true,
  ) {
    super(message);
  }
}

/** Invalid command-line arguments; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';

  /** @param isExplained false when the command's help adds nothing to the message */
  constructor(
    message: string,
    readonly isExplained = true,
  ) {
    super(message);
  }
}

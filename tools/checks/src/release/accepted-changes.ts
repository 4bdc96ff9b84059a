/**
 * Incompatible changes that do no harm, by the release that they are compared with: what was removed, and
 * nothing in that release uses any more. The texts are those between the quotation marks of a finding.
 */
const ACCEPTED_CHANGES: Readonly<Record<string, readonly string[]>> = {};

/** Returns one sentence for each change that the code of a release would not survive. */
export function changeFindings(
  version: string,
  changes: readonly string[],
  accepted: readonly string[] = ACCEPTED_CHANGES[version] ?? [],
): string[] {
  return [...new Set(changes)]
    .filter((change) => !accepted.includes(change))
    .map(
      (change) =>
        `Version ${version} does not work with "${change}": keep what it uses and add the new beside it, ` +
        'or list the change in accepted-changes.ts if nothing in that version uses it.',
    );
}

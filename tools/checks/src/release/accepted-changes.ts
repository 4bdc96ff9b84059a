/**
 * Accepted incompatible changes, by the release with which they are compared: removals of parts that nothing in that
 * release uses, and of settings and commands by a new major version. Each text is the part of a finding in quotation
 * marks.
 */
const ACCEPTED_CHANGES: Readonly<Record<string, readonly string[]>> = {};

/** Returns one sentence for each change that breaks the code of a release. */
export function changeFindings(
  version: string,
  changes: readonly string[],
  accepted: readonly string[] = ACCEPTED_CHANGES[version] ?? [],
): string[] {
  return [...new Set(changes)]
    .filter((change) => !accepted.includes(change))
    .map(
      (change) =>
        `Version ${version} does not work with "${change}": keep the part that it uses and add the new one, ` +
        'or list the change in accepted-changes.ts if nothing in that version uses it.',
    );
}

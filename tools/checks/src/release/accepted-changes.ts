/**
 * Accepted incompatible changes since a release, keyed by that release. Allowed: removals that no code of that release
 * uses, and settings or commands that a new major version removes. Each entry is the quoted part of a finding.
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
        `Version ${version} does not work with "${change}": keep the part that it uses and add the new part, ` +
        'or list the change in accepted-changes.ts if nothing in that version uses it.',
    );
}

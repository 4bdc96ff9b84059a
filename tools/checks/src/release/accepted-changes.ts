/**
 * Accepted incompatible changes since a release, keyed by that release. Allowed: removals that no code of that release
 * uses, and settings or commands that a new major version removes. Each entry is the quoted part of a finding.
 */
const ACCEPTED_CHANGES: Readonly<Record<string, readonly string[]>> = {
  // A lead is verified only after the gate mode was changed, which no process of 1.0 supports. The mode is changed once
  // an update is complete (docs/OPERATIONS.md).
  '1.0.0': ['code', 'invitation', 'link'].flatMap((value) => [
    `analytics.leads.list: a new service’s answer: .leads[].verifiedBy: "${value}" is not understood`,
    `GET /api/lead-captures: a new response: [].verifiedBy: "${value}" is not understood`,
  ]),
};

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

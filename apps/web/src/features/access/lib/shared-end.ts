import type { Invitation } from '@secure-preview/contracts';

/** Returns the end that all invitations have: null if all have none, undefined if they differ. */
export function sharedEnd(invitations: readonly Pick<Invitation, 'endsAt'>[]): string | null | undefined {
  const [end, ...others] = new Set(invitations.map(({ endsAt }) => endsAt));
  return others.length === 0 ? end : undefined;
}

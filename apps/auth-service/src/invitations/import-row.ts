import {
  type CheckedRow,
  emailAddress,
  type ImportOutcome,
  type ImportRow,
  personName,
} from '@secure-preview/contracts';
import { type Invitee, invitationKey, isDomain } from './invitation.js';

/** A line whose address and name were checked. */
export interface ParsedRow extends ImportRow {
  /** Undefined if address or name are invalid. */
  readonly key: string | undefined;
  readonly problem: 'emailInvalid' | 'nameInvalid' | undefined;
}

/** What is known about the addresses of an import. */
export interface KnownAddresses {
  /** Keys in lines of the import that were sent before. */
  readonly inImport: ReadonlySet<string>;
  /** Whether the invitation of a key has ended, so that it can be renewed. */
  readonly invited: ReadonlyMap<string, { readonly hasEnded: boolean }>;
  readonly blocked: ReadonlySet<string>;
}

/** Checks an address, or a domain such as `@example.com`. */
function parsedEmail(text: string): string | undefined {
  const email = text.trim();
  const address = isDomain(email) ? `anybody${email}` : email;
  return emailAddress.safeParse(address).success ? email : undefined;
}

/** Checks address and name of a line. */
export function parseRow({ line, email: text, name: typed }: ImportRow): ParsedRow {
  const email = parsedEmail(text);
  const trimmed = typed.trim();
  const name = trimmed === '' || personName.safeParse(trimmed).success ? trimmed : undefined;
  if (email === undefined || name === undefined) {
    const problem = email === undefined ? 'emailInvalid' : 'nameInvalid';
    return { line, email: text, name: typed, key: undefined, problem };
  }
  return { line, email, name, key: invitationKey(email), problem: undefined };
}

/** Returns rows with unique lines. Of several rows of a line, the last one counts. */
export const uniqueLines = (rows: readonly ImportRow[]): ImportRow[] => [
  ...new Map(rows.map((row) => [row.line, row])).values(),
];

/** Returns what would become of each line, in order. */
export function checkRows(rows: readonly ParsedRow[], known: KnownAddresses): CheckedRow[] {
  const seen = new Set(known.inImport);
  const outcomeOf = ({ key, problem }: ParsedRow): ImportOutcome => {
    if (key === undefined) return problem ?? 'emailInvalid';
    if (seen.has(key)) return 'duplicate';
    seen.add(key);
    if (known.blocked.has(key)) return 'blocked';
    const invitation = known.invited.get(key);
    if (!invitation) return 'new';
    return invitation.hasEnded ? 'renewed' : 'alreadyInvited';
  };
  return rows.map((row) => ({
    line: row.line,
    email: row.email,
    name: row.name,
    outcome: outcomeOf(row),
  }));
}

/** Returns the person or domain of a valid row. */
export const inviteeOf = ({ email, name }: { email: string; name: string }): Invitee => ({
  email,
  name: name === '' ? null : name,
});

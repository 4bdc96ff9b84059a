import { randomUUID } from 'node:crypto';
import { importOptions, visitorLanguages } from '@secure-preview/contracts';
import { UsageError } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { BlockEntity } from '../blocks/block.entity.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { parseRow } from '../invitations/import-row.js';
import { type Invitee, invitationKey } from '../invitations/invitation.js';
import { InvitationRepository } from '../invitations/invitation.repository.js';
import type { ListedInvitation } from '../invitations/invitation-list.queries.js';
import { PAGE, readAll } from './read-all.js';
import { withDatabase } from './with-database.js';

/** Runs `work` with the invitations in the database. Running services publish a change within 5 seconds. */
const withInvitations = <T>(work: (invitations: InvitationRepository) => Promise<T>): Promise<T> =>
  withDatabase((dataSource) => work(new InvitationRepository(dataSource)));

/** A change by an operator, which sends no mail. */
const newChange = () => ({
  by: null,
  texts: { senderLine: null, companyName: '', logoId: null, keyArtId: null, timeZone: 'UTC' },
  commandId: randomUUID(),
});

/** Returns the people and domains by key. @throws UsageError if there is none, or one is invalid */
function inviteesOf(texts: readonly string[]): Map<string, Invitee> {
  if (texts.length === 0) throw new UsageError('Specify addresses, or domains such as @kino.example.');
  return new Map(
    texts.map((text) => {
      const { key, email } = parseRow({ line: 1, email: text, name: '' });
      if (key === undefined) throw new UsageError(`Invalid: ${text}. Expected an address or @domain.`);
      return [key, { email, name: null }];
    }),
  );
}

function formatInvitation({ createdAt, state, email, name, endsAt }: ListedInvitation): string {
  const end = endsAt === null ? '' : `until ${endsAt}`;
  return [createdAt, state.padEnd(9), email, name, end].filter(Boolean).join('  ');
}

const readInvitations = (invitations: InvitationRepository) =>
  readAll(async (after) => {
    const selection = { limit: PAGE, after, search: undefined, state: undefined, sort: 'newest' } as const;
    return (await invitations.list(selection))?.invitations ?? [];
  });

const list = (asJson: boolean) =>
  withErrorPrefix('The invitations could not be read', () =>
    withInvitations(async (invitations) => {
      const all = await readInvitations(invitations);
      const lines = [...all.map(formatInvitation), `Invitations: ${all.length}.`];
      process.stdout.write(`${asJson ? JSON.stringify(all, null, 2) : lines.join('\n')}\n`);
      return exitCode.done;
    }),
  );

async function add(texts: readonly string[], language: string, ends: string | undefined): Promise<number> {
  const invitees = inviteesOf(texts);
  const options = importOptions.safeParse({ language, endsAt: ends ?? null, sendMail: false });
  if (!options.success)
    throw new UsageError(
      `Expected --language out of ${visitorLanguages.join(', ')}, and --ends such as 2026-12-31T00:00:00Z.`,
    );
  return withErrorPrefix('Nobody was invited', () =>
    withDatabase(async (dataSource) => {
      const invitations = new InvitationRepository(dataSource);
      const blocks = new BlockRepository(dataSource.getRepository(BlockEntity));
      const { count, blocked } = await invitations.changing(async (transaction) => {
        const blockedKeys = await blocks.blockedAmong([...invitees.keys()], transaction);
        const allowed = new Map([...invitees].filter(([key]) => !blockedKeys.has(key)));
        const changes = await invitations.invite(transaction, allowed, options.data, newChange());
        return { ...changes, blocked: blockedKeys.size };
      });
      const invitedBefore = invitees.size - count - blocked;
      const leftOut = [
        ...(blocked > 0 ? [`; blocked: ${blocked}`] : []),
        ...(invitedBefore > 0 ? [`; invited before: ${invitedBefore}`] : []),
      ];
      process.stdout.write(`Invited: ${count} of ${invitees.size}${leftOut.join('')}.\n`);
      return exitCode.done;
    }),
  );
}

async function revoke(texts: readonly string[]): Promise<number> {
  const keys = [...inviteesOf(texts).keys()];
  return withErrorPrefix('Nothing was revoked', () =>
    withInvitations(async (invitations) => {
      const found = await invitations.byKeys(keys);
      const known = new Set(found.map(({ emailKey }) => emailKey));
      const unknown = texts.filter((text) => !known.has(invitationKey(text)));
      if (unknown.length > 0) throw new Error(`Not invited: ${unknown.join(', ')}`);
      const ids = found.map(({ id }) => id);
      const { count } = await invitations.changing((transaction) =>
        invitations.change(transaction, ids, { action: 'revoke' }, newChange()),
      );
      process.stdout.write(`Revoked: ${count}. Access ends within 10 seconds.\n`);
      return exitCode.done;
    }),
  );
}

export const invitationsCommand = command({
  summary: 'List, add or revoke invitations',
  usage: `Usage: portal invitations [list] [--json]
       portal invitations add <address> … [--language <tag>] [--ends <time>]
       portal invitations revoke <address> …

  list              list all invitations, newest first
  --json            print them as JSON
  add <address> …   invite addresses, or domains (@kino.example), without sending a mail; leaves out blocked ones
  --language <tag>  language of later mails; default en
  --ends <time>     end of their access, such as 2026-12-31T00:00:00Z; default none
  revoke …          end their access`,
  options: {
    json: { type: 'boolean', default: false },
    language: { type: 'string', default: 'en' },
    ends: { type: 'string' },
  },
  takesArguments: true,
  run: async ({ json, language, ends }, [action = 'list', ...addresses]) => {
    if (action === 'list' && addresses.length === 0) return list(json);
    if (action === 'add') return add(addresses, language, ends);
    if (action === 'revoke') return revoke(addresses);
    throw new UsageError('Expected list, add or revoke.');
  },
});

import { EXIT_PARTIAL, SectionWriter } from '@secure-preview/operations';
import { Client } from 'pg';
import { type Command, command, exitCode, withErrorPrefix } from '../cli/run-cli.js';
import { createLogger } from '../logging/logger.js';
import { roleUrls } from '../postgres/database-roles.js';
import { type MigrationSettings, runMigrations } from '../postgres/run-migrations.js';
import {
  assertEmpty,
  type DataOwner,
  type Restoring,
  refuseWhileServing,
  restoreSection,
} from './restore-section.js';
import { saveSchema } from './save-schema.js';

/** Application name in Postgres, so that a restore does not take another command for a running portal. */
const APPLICATION_NAME = 'portal-backup';

/** Hooks for what a service saves besides its tables. */
export interface Saving {
  /** Runs before the snapshot is taken. */
  before?(client: Client): Promise<void>;
  /** Runs in the transaction in which the tables were read. */
  after?(client: Client, section: SectionWriter): Promise<Saved>;
}

interface Saved {
  /** Summary of what was saved, for the administrator. */
  readonly summary: string;
  /** Whether everything could be saved; false when something was lost earlier. */
  readonly isWhole: boolean;
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: APPLICATION_NAME,
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  // The next query reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const counted = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Creates the command that writes a service's section of a backup to standard output. */
export function backupData(
  owner: DataOwner,
  settings: () => { DATABASE_URL: string },
  saving: (settings: { DATABASE_URL: string }) => Saving = () => ({}),
): Command {
  return command({
    summary: 'Write this service’s section of a backup',
    usage:
      'Usage: portal backup-data > <file>\n\nUsed by `portal backup`, which joins the sections of all services.',
    options: {},
    run: () =>
      withErrorPrefix(`The data of ${owner.service} were not saved`, async () => {
        const given = settings();
        const { before, after } = saving(given);
        return withClient(given.DATABASE_URL, async (client) => {
          const section = new SectionWriter(process.stdout, owner.service);
          await before?.(client);
          await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
          const counts = await saveSchema(client, owner.schema, section);
          const more = await after?.(client, section);
          await client.query('COMMIT');
          await section.writeManifest();
          process.stderr.write(
            `${owner.service}: ${counted(counts)} rows${more === undefined ? '' : `, ${more.summary}`}\n`,
          );
          return (more?.isWhole ?? true) ? exitCode.done : EXIT_PARTIAL;
        });
      }),
  });
}

/** Creates the command that restores a service's section from standard input, completely or not at all. */
export function restoreData<S extends { DATABASE_ADMIN_URL: string }>(
  owner: DataOwner,
  settings: () => S,
  restoring: (settings: S) => Restoring = () => ({}),
): Command {
  return command({
    summary: 'Restore this service’s section of a backup into its empty tables',
    usage: `Usage: portal restore-data [--check] < <file>

  --check   only check whether this service's part of the portal is empty and at rest

Section of \`portal restore\`, which splits a backup. The services must be stopped.`,
    options: { check: { type: 'boolean', default: false } },
    run: ({ check }) =>
      withErrorPrefix(`The data of ${owner.service} were not restored`, async () => {
        const given = settings();
        const roles = roleUrls(owner.roles);
        const logger = createLogger({ service: 'restore', level: 'silent' });
        const migrate = (migrations: MigrationSettings['migrations']) =>
          runMigrations({
            adminUrl: given.DATABASE_ADMIN_URL,
            ...roles,
            schema: owner.schema,
            migrations,
            logger,
            ...(owner.afterwards === undefined ? {} : { afterwards: owner.afterwards }),
          });
        const hooks = restoring(given);
        await withClient(given.DATABASE_ADMIN_URL, async (admin) => {
          await refuseWhileServing(admin);
          await assertEmpty(admin, owner);
          await hooks.check?.();
          if (check) return;
          const counts = await restoreSection(admin, owner, process.stdin, migrate, hooks);
          process.stderr.write(`${owner.service}: ${counted(counts)} rows\n`);
        });
        if (check) return exitCode.done;
        await migrate(owner.migrations);
        await hooks.after?.();
        return exitCode.done;
      }),
  });
}

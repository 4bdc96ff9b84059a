import { EXIT_PARTIAL, SectionWriter } from '@secure-preview/operations';
import { Client } from 'pg';
import { type Command, command, exitCode, withErrorPrefix } from '../cli/run-cli.js';
import { createLogger } from '../logging/logger.js';
import { roleUrls } from '../postgres/database-roles.js';
import { type MigrationSettings, runMigrations } from '../postgres/run-migrations.js';
import {
  assertEmpty,
  assertNotServing,
  type DataOwner,
  type RestoreHooks,
  restoreSection,
} from './restore-section.js';
import { saveSchema } from './save-schema.js';

/** Application name in Postgres. It lets a restore distinguish backup commands from a running portal. */
const APPLICATION_NAME = 'portal-backup';

/** Hooks for data that a service saves besides its tables. */
export interface SaveHooks {
  /** Runs before the snapshot is taken. */
  before?(client: Client): Promise<void>;
  /** Runs in the transaction that reads the tables. */
  after?(client: Client, section: SectionWriter): Promise<SavedExtras>;
}

interface SavedExtras {
  /** Summary of what was saved, for the administrator. */
  readonly summary: string;
  /** Whether everything was saved; false when objects were lost earlier. */
  readonly isWhole: boolean;
}

/** Connects for a backup or restore, without time limits. */
export async function withBackupClient<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
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

const total = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Creates the command that writes a service's section of a backup to standard output. */
export function backupData(
  owner: DataOwner,
  settings: () => { DATABASE_URL: string },
  hooksOf: (settings: { DATABASE_URL: string }) => SaveHooks = () => ({}),
): Command {
  return command({
    summary: 'Write this service’s section of a backup',
    usage:
      'Usage: portal backup-data > <file>\n\nUsed by `portal backup`, which joins the sections of all services.',
    options: {},
    run: () =>
      withErrorPrefix(`The data of ${owner.service} were not saved`, async () => {
        const values = settings();
        const { before, after } = hooksOf(values);
        return withBackupClient(values.DATABASE_URL, async (client) => {
          const section = new SectionWriter(process.stdout, owner.service);
          await before?.(client);
          await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
          const counts = await saveSchema(client, owner.schema, section);
          const extras = await after?.(client, section);
          await client.query('COMMIT');
          await section.writeManifest();
          process.stderr.write(
            `${owner.service}: saved rows: ${total(counts)}${extras === undefined ? '' : `, ${extras.summary}`}\n`,
          );
          return (extras?.isWhole ?? true) ? exitCode.done : EXIT_PARTIAL;
        });
      }),
  });
}

/** Creates the command that restores a service's section from standard input, all or nothing. */
export function restoreData<S extends { DATABASE_ADMIN_URL: string }>(
  owner: DataOwner,
  settings: () => S,
  hooksOf: (settings: S) => RestoreHooks = () => ({}),
): Command {
  return command({
    summary: 'Restore this service’s section of a backup into its empty tables',
    usage: `Usage: portal restore-data [--check] < <file>

  --check   only check that the data of this service are empty and that no service is running

Used by \`portal restore\`, which splits a backup into sections. Stop the services first.`,
    options: { check: { type: 'boolean', default: false } },
    run: ({ check }) =>
      withErrorPrefix(`The data of ${owner.service} were not restored`, async () => {
        const values = settings();
        const roles = roleUrls(owner.roles);
        const logger = createLogger({ service: 'restore', level: 'silent' });
        const migrate = (migrations: MigrationSettings['migrations']) =>
          runMigrations({
            adminUrl: values.DATABASE_ADMIN_URL,
            ...roles,
            schema: owner.schema,
            migrations,
            logger,
            ...(owner.afterMigrations === undefined ? {} : { afterMigrations: owner.afterMigrations }),
          });
        const hooks = hooksOf(values);
        await withBackupClient(values.DATABASE_ADMIN_URL, async (admin) => {
          await assertNotServing(admin);
          await assertEmpty(admin, owner);
          await hooks.check?.();
          if (check) return;
          const counts = await restoreSection(admin, owner, process.stdin, migrate, hooks);
          process.stderr.write(`${owner.service}: restored rows: ${total(counts)}\n`);
        });
        if (check) return exitCode.done;
        await migrate(owner.migrations);
        await hooks.after?.();
        return exitCode.done;
      }),
  });
}

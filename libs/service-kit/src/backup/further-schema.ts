import { readWhole } from '@secure-preview/operations';
import type { Client } from 'pg';
import { createLogger } from '../logging/logger.js';
import { roleUrls } from '../postgres/database-roles.js';
import { runMigrations } from '../postgres/run-migrations.js';
import { type SaveHooks, withBackupClient } from './data-commands.js';
import { SchemaLoader } from './load-schema.js';
import { assertEmpty, type DataOwner, migrateToBackup, type RestoreHooks } from './restore-section.js';
import { type SavedSchema, saveSchema } from './save-schema.js';

/** A second schema that a service saves in its section, in a folder of that name. */
export type FurtherSchema = Pick<DataOwner, 'schema' | 'roles' | 'migrations'>;

/** Returns the hook that saves a further schema, as the role that reads it. */
export function saveFurtherSchema({ schema, roles: { app } }: FurtherSchema): SaveHooks {
  return {
    after: (_client, section) =>
      withBackupClient(roleUrls({ app }).appUrl, async (client) => {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const counts = await saveSchema(client, schema, section, `${schema}/`);
        await client.query('COMMIT');
        const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
        return { summary: `${rows} in ${schema}`, isWhole: true };
      }),
  };
}

/**
 * Returns the hooks that restore a further schema, in the same transaction as the service's own tables. Backups of
 * earlier versions may lack this schema.
 *
 * @param restored runs once its tables are filled
 */
export function restoreFurtherSchema(
  { schema, roles, migrations }: FurtherSchema,
  adminUrl: string,
  restored: (client: Client) => Promise<void>,
): RestoreHooks {
  const logger = createLogger({ service: 'restore', level: 'silent' });
  const migrate = (some: FurtherSchema['migrations']) =>
    runMigrations({ adminUrl, ...roleUrls(roles), schema, migrations: some, logger });
  const folder = `${schema}/`;
  let loader: SchemaLoader | undefined;
  return {
    check: () => withBackupClient(adminUrl, (admin) => assertEmpty(admin, { schema })),
    restoreFile: async (entry, client) => {
      if (!entry.name.startsWith(folder)) return;
      const name = entry.name.slice(folder.length);
      if (name !== 'schema.json') {
        await loader?.loadRows({ ...entry, name });
        return;
      }
      const saved = JSON.parse((await readWhole(entry)).toString()) as SavedSchema;
      // Uses another connection, because the transaction may still treat the schema as missing after it was created.
      await withBackupClient(adminUrl, (admin) =>
        migrateToBackup(admin, { schema, migrations }, saved, migrate),
      );
      loader = new SchemaLoader(client, saved);
      await loader.begin();
    },
    complete: async (client) => {
      await loader?.end();
      if (loader !== undefined) await restored(client);
    },
    after: () => migrate(migrations),
  };
}

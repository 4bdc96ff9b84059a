import { readWhole } from '@secure-preview/operations';
import type { RestoreHooks } from '@secure-preview/service-kit/backup';
import { execute, queryRows } from '@secure-preview/service-kit/postgres';
import type { Client } from 'pg';
import * as z from 'zod';
import { SecretBox } from '../secrets/secret-box.js';
import { isPortalKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import {
  keyOfFile,
  keyRow,
  type SavedSecrets,
  SECRETS_FILE,
  savedSecrets,
  selectKeys,
  WRAPPED_KEYS,
  type WrappedKeyColumn,
} from './saved-files.js';

const sourceRow = z.object({ key: z.string() });

/**
 * Restores objects, and rewraps trailer keys with the secret of this portal. The secret in the backup is not needed
 * afterwards.
 *
 * @param resume enqueues a job for each unfinished trailer
 */
export function mediaRestoreHooks(
  store: ObjectStore,
  currentBox: SecretBox,
  resume: () => Promise<void>,
): Required<RestoreHooks> {
  const restoredKeys: string[] = [];
  let secrets: SavedSecrets | undefined;
  return {
    check: async () => {
      await store.prepareBucket();
      for await (const page of store.list()) {
        if (page.some(({ key }) => isPortalKey(key))) {
          throw new Error(
            'the bucket contains objects of a portal. Nothing was changed. Restore into an empty bucket.',
          );
        }
      }
    },
    restoreFile: async (entry) => {
      const key = keyOfFile(entry.name);
      if (entry.name === SECRETS_FILE) {
        secrets = savedSecrets.parse(JSON.parse((await readWhole(entry)).toString()));
      } else if (key === undefined) {
        throw new Error(`The backup contains ${entry.name}, which this version does not support.`);
      } else {
        restoredKeys.push(key);
        await store.putStream(key, entry.body, entry.size);
      }
    },
    complete: async (client, tables) => {
      if (secrets === undefined)
        throw new Error('The backup contains no secrets, so its videos cannot be decrypted.');
      const savedBox = new SecretBox(secrets.current, secrets.previous ?? undefined);
      // Backups of earlier versions lack some of the tables.
      for (const keys of WRAPPED_KEYS) {
        if (tables.has(keys.table)) await rewrap(client, keys, savedBox, currentBox);
      }
      for (const table of UPLOADS) {
        if (tables.has(table)) await updateEtags(client, table, store, restoredKeys);
      }
      process.stderr.write(`media-service: restored objects: ${restoredKeys.length}\n`);
    },
    undo: async () => {
      for (const key of restoredKeys) await store.delete(key).catch(() => undefined);
    },
    after: resume,
  };
}

async function rewrap(
  client: Client,
  keys: WrappedKeyColumn,
  savedBox: SecretBox,
  currentBox: SecretBox,
): Promise<void> {
  const replaceKey = `UPDATE media.${keys.table} SET ${keys.column} = $3 WHERE trailer_id = $1 AND ${keys.column} = $2`;
  for (const { id, wrapped } of await queryRows(client, keyRow, selectKeys(keys))) {
    await execute(client, replaceKey, [id, wrapped, currentBox.wrap(savedBox.unwrap(wrapped, id), id)]);
  }
}

/** Tables whose rows name an upload and its ETag. */
const UPLOADS = ['trailers', 'leak_cases'];

/**
 * Updates the stored ETags, which later reads require. Another store may assign different ETags.
 */
async function updateEtags(
  client: Client,
  table: string,
  store: ObjectStore,
  keys: readonly string[],
): Promise<void> {
  const selectSources = `SELECT source_key AS key FROM media.${table} WHERE source_key = ANY($1)`;
  const replaceEtag = `UPDATE media.${table} SET source_etag = $2 WHERE source_key = $1`;
  for (const { key } of await queryRows(client, sourceRow, selectSources, [keys])) {
    await execute(client, replaceEtag, [key, (await store.facts(key))?.etag]);
  }
}

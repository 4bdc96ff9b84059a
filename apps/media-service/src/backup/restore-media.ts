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
  WRAPPED_KEYS,
} from './saved-files.js';

const REPLACE_SEGMENT_KEY =
  'UPDATE media.trailer_keys SET wrapped = $3 WHERE trailer_id = $1 AND wrapped = $2';
const REPLACE_PATTERN_KEY =
  'UPDATE media.marks SET pattern_key = $3 WHERE trailer_id = $1 AND pattern_key = $2';

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
    complete: async (client) => {
      if (secrets === undefined)
        throw new Error('The backup contains no secrets, so its videos cannot be decrypted.');
      await rewrap(client, new SecretBox(secrets.current, secrets.previous ?? undefined), currentBox);
      await updateEtags(client, store, restoredKeys);
      process.stderr.write(`media-service: restored objects: ${restoredKeys.length}\n`);
    },
    undo: async () => {
      for (const key of restoredKeys) await store.delete(key).catch(() => undefined);
    },
    after: resume,
  };
}

async function rewrap(client: Client, savedBox: SecretBox, currentBox: SecretBox): Promise<void> {
  for (const { id, wrapped } of await queryRows(client, keyRow, WRAPPED_KEYS)) {
    const values = [id, wrapped, currentBox.wrap(savedBox.unwrap(wrapped, id), id)];
    await execute(client, REPLACE_SEGMENT_KEY, values);
    await execute(client, REPLACE_PATTERN_KEY, values);
  }
}

/** SQL: tables whose rows name an upload and its ETag. */
const UPLOADS = ['media.trailers', 'media.leak_cases'];

/**
 * Updates the stored ETags, which later reads require. Another store may assign different ETags.
 */
async function updateEtags(client: Client, store: ObjectStore, keys: readonly string[]): Promise<void> {
  for (const table of UPLOADS) {
    const sql = `SELECT source_key AS key FROM ${table} WHERE source_key = ANY($1)`;
    for (const { key } of await queryRows(client, sourceRow, sql, [keys])) {
      const facts = await store.facts(key);
      await execute(client, `UPDATE ${table} SET source_etag = $2 WHERE source_key = $1`, [key, facts?.etag]);
    }
  }
}

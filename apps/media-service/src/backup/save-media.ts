import type { SectionWriter } from '@secure-preview/operations';
import type { SaveHooks } from '@secure-preview/service-kit/backup';
import { queryRows } from '@secure-preview/service-kit/postgres';
import type { Client } from 'pg';
import * as z from 'zod';
import { UNFINISHED } from '../processing/unfinished.js';
import { SecretBox } from '../secrets/secret-box.js';
import { BACKUP_LOCK } from '../storage/backup-lock.js';
import type { ObjectStore } from '../storage/object-store.js';
import { SEGMENT_OBJECTS } from '../storage/segment-objects.queries.js';
import {
  keyRow,
  objectFile,
  type SavedSecrets,
  SECRETS_FILE,
  selectKeys,
  WRAPPED_KEYS,
} from './saved-files.js';

/**
 * Saves the objects that the database refers to, and the secrets that decrypt them. Copies the objects after the
 * tables: objects are immutable, and the lock prevents sweeps from deleting them.
 */
export function mediaSaveHooks(store: Pick<ObjectStore, 'read'>, secrets: SavedSecrets): SaveHooks {
  return {
    before: async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK]);
    },
    after: async (client, section) => {
      await assertSecretFits(client, secrets);
      await section.addJson(SECRETS_FILE, secrets);
      const { saved, missing, needed } = await saveObjects(client, store, section);
      const warning =
        missing === 0 ? '' : ` (missing in storage: ${missing}, needed by trailers or the gate: ${needed})`;
      return { summary: `objects: ${saved}${warning}`, isWhole: needed === 0 };
    },
  };
}

/**
 * Checks that the secret can unwrap every key. With another secret, the restored videos would be unplayable.
 *
 * @throws Error for a key of another secret
 */
async function assertSecretFits(client: Client, { current, previous }: SavedSecrets): Promise<void> {
  const box = new SecretBox(current, previous ?? undefined);
  for (const keys of WRAPPED_KEYS) {
    for (const { id, wrapped } of await queryRows(client, keyRow, selectKeys(keys))) {
      try {
        box.unwrap(wrapped, id);
      } catch {
        throw new Error(`MEDIA_SECRET cannot unwrap the key of trailer ${id}: it belongs to another portal.`);
      }
    }
  }
}

const objectRow = z.object({
  key: z.string(),
  etag: z.string().nullable(),
  /**
   * Whether the object is the upload of an unfinished trailer or the clip of an unfinished case, a segment of a ready trailer or of one that is kept as
   * evidence, a used poster, or an image
   * of the gate.
   */
  needed: z.boolean(),
});

async function saveObjects(client: Client, store: Pick<ObjectStore, 'read'>, section: SectionWriter) {
  let [saved, missing, needed] = [0, 0, 0];
  const objects = await queryRows(
    client,
    objectRow,
    `SELECT o.key, coalesce(t.source_etag, clip.clip_etag) AS etag, coalesce(${UNFINISHED}, false)
       OR coalesce(clip.unread, false)
       OR EXISTS (SELECT FROM ${SEGMENT_OBJECTS} s JOIN media.renditions r ON r.id = s.rendition_id
                  JOIN media.trailers owner ON owner.id = r.trailer_id
                  WHERE s.object_key = o.key AND r.retired_at IS NULL AND owner.status IN ('ready', 'expired'))
       OR EXISTS (SELECT FROM media.posters p JOIN media.trailers owner ON owner.poster_id = p.id
                  WHERE p.object_key = o.key)
       OR EXISTS (SELECT FROM media.gate_images WHERE object_key = o.key) AS needed
     FROM media.stored_objects o
     LEFT JOIN media.trailers t ON t.source_key = o.key
     LEFT JOIN (SELECT source_key AS clip_key, source_etag AS clip_etag, status IN ('queued', 'working') AS unread
                FROM media.leak_cases) clip ON clip.clip_key = o.key
     WHERE o.delete_after IS NULL ORDER BY o.key`,
  );
  for (const { key, etag, needed: isNeeded } of objects) {
    const stop = new AbortController();
    const object = await store.read(key, stop.signal);
    // An upload that was replaced after its acceptance counts as missing.
    if (object === undefined || (etag !== null && etag !== object.etag)) {
      stop.abort();
      missing += 1;
      needed += Number(isNeeded);
      continue;
    }
    await section.add(objectFile(key), object.bytes, object.body);
    saved += 1;
  }
  return { saved, missing, needed };
}

import { type FlagKind, flagKinds } from '@secure-preview/contracts';
import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod/mini';

const flagSettings = z.object({ blocks: z.array(z.string()), language: z.nullable(z.string()) });

/**
 * Returns the kinds of flags that block automatically, and the language of the administrator's mails. Before a gateway
 * has sent the settings, no kind blocks.
 */
export async function readFlagSettings(db: Queryable): Promise<{ blocks: FlagKind[]; language: string }> {
  const found = await queryRow(db, flagSettings, 'SELECT blocks, language FROM outbox.flag_settings');
  return {
    blocks: flagKinds.filter((kind) => found?.blocks.includes(kind)),
    language: found?.language ?? 'en',
  };
}

/** Returns the kinds of flags that block automatically. */
export const kindsThatBlock = async (db: Queryable): Promise<FlagKind[]> =>
  (await readFlagSettings(db)).blocks;

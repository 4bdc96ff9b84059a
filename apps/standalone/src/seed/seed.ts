import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectRows, withClient } from '@secure-preview/embedded';
import type { Client } from 'pg';
import { z } from 'zod';
import { makeVideo } from '../trailer/make-video.js';
import { publishTrailer } from '../trailer/publish-trailer.js';
import { seedLeads } from './seed-leads.js';

export const SEEDED_LEADS = 200;
const VIDEO = { seconds: 20, size: '1280x720' };

interface SeedOptions {
  /** URL of the gateway. */
  readonly url: string;
  readonly uploadPassword: string;
  /** URL of the database for the owner of the tables. */
  readonly databaseAdminUrl: string;
}

async function shownTrailer(owner: Client): Promise<{ id: string; seconds: number } | undefined> {
  const [trailer] = await selectRows(
    owner,
    z.object({ id: z.uuid(), seconds: z.number() }),
    `SELECT id, duration_seconds AS seconds FROM media.trailers JOIN media.active_trailers ON trailer_id = id`,
  );
  return trailer;
}

async function publish({ url, uploadPassword }: SeedOptions): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'seed-'));
  try {
    await publishTrailer(url, uploadPassword, await makeVideo(dir, VIDEO), 'Seeded trailer');
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Uploads a trailer unless one is shown, and adds leads with viewings of it. A second call changes nothing. */
export async function seed(portal: SeedOptions): Promise<void> {
  await withClient(portal.databaseAdminUrl, async (owner) => {
    if ((await shownTrailer(owner)) === undefined) await publish(portal);
    const trailer = await shownTrailer(owner);
    if (trailer === undefined) throw new Error('No trailer is shown');
    await seedLeads(owner, SEEDED_LEADS, trailer);
  });
}

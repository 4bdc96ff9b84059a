import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { makeFilm } from '../film/make-film.js';
import { publishFilm } from '../film/publish-film.js';
import { withClient } from '../postgres/bootstrap.js';
import { seedLeads } from './seed-leads.js';

export const SEEDED_LEADS = 200;
const FILM = { seconds: 20, size: '1280x720' };

interface Seeded {
  /** URL of the gateway. */
  readonly url: string;
  readonly uploadPassword: string;
  /** Address of the database for the owner of the tables. */
  readonly databaseAdminUrl: string;
}

async function shownTrailer(owner: Client): Promise<{ id: string; seconds: number } | undefined> {
  const { rows } = await owner.query<{ id: string; seconds: number }>(
    `SELECT id, duration_seconds AS seconds FROM media.trailer JOIN media.active_trailer ON trailer_id = id`,
  );
  return rows[0];
}

async function publish({ url, uploadPassword }: Seeded): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'seed-'));
  try {
    await publishFilm(url, uploadPassword, await makeFilm(dir, FILM), 'Seeded trailer');
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Uploads a trailer unless one is shown, and adds leads with viewings of it. A second call changes nothing. */
export async function seed(portal: Seeded): Promise<void> {
  await withClient(portal.databaseAdminUrl, async (owner) => {
    if ((await shownTrailer(owner)) === undefined) await publish(portal);
    const film = await shownTrailer(owner);
    if (film === undefined) throw new Error('No trailer is shown');
    await seedLeads(owner, SEEDED_LEADS, film);
  });
}

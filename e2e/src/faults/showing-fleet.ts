import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { until } from '@secure-preview/testing';
import { mediaFiles } from '../support/media-files.js';
import { publishTrailer } from '../support/published-trailer.js';
import { Fleet, type FleetOptions } from './fleet.js';

/** Length of the trailer in seconds; visitors report no more of it. */
const SECONDS = 12;
const films = new Map<number, Uint8Array>();

/**
 * Returns a film, made at the first call. ffmpeg blocks this process, including the visitors and relays it
 * runs, so call this before they start.
 */
export async function filmOf(seconds: number): Promise<Uint8Array> {
  const known = films.get(seconds);
  if (known !== undefined) return known;
  const files = await mediaFiles();
  try {
    const film = readFileSync(files.film('mp4', seconds));
    films.set(seconds, film);
    return film;
  } finally {
    files.dispose();
  }
}

/** Uploads a film, and resolves once it is shown: storage, jobs and workers function. */
export async function takesFilms({ url }: Fleet): Promise<void> {
  const film = await filmOf(SECONDS);
  await publishTrailer(url, { title: `Perihelion ${randomUUID()}`, film, deadlineMs: 120_000 });
}

/** Starts a fleet that shows a trailer. */
export async function startShowingFleet(options: FleetOptions = {}): Promise<Fleet> {
  await filmOf(SECONDS);
  const fleet = await Fleet.start(options);
  try {
    // On an overloaded machine the first requests may be refused.
    await until(() => takesFilms(fleet).then(() => true), { deadlineMs: 180_000, everyMs: 500 });
    return fleet;
  } catch (error) {
    await fleet.dispose();
    throw error;
  }
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { until } from '@secure-preview/testing';
import { mediaFiles } from '../support/media-files.js';
import { publishTrailer } from '../support/published-trailer.js';
import { Fleet, type FleetOptions } from './fleet.js';

/** Length of the trailer in seconds; visitors report no more than this. */
const SECONDS = 12;
const videos = new Map<number, Uint8Array>();

/**
 * Returns a video, which the first call creates. ffmpeg blocks this process with its visitors and relays, so
 * call this before they start.
 */
export async function videoOf(seconds: number): Promise<Uint8Array> {
  const cached = videos.get(seconds);
  if (cached !== undefined) return cached;
  const files = await mediaFiles();
  try {
    const video = readFileSync(files.video('mp4', seconds));
    videos.set(seconds, video);
    return video;
  } finally {
    files.dispose();
  }
}

/** Uploads a trailer, and resolves once it is shown, which proves that storage, jobs and workers function. */
export async function publishAnotherTrailer({ url }: Fleet): Promise<void> {
  const video = await videoOf(SECONDS);
  await publishTrailer(url, { title: `Perihelion ${randomUUID()}`, video, deadlineMs: 120_000 });
}

/** Starts a fleet that shows a trailer. */
export async function startFleetWithTrailer(options: FleetOptions = {}): Promise<Fleet> {
  await videoOf(SECONDS);
  const fleet = await Fleet.start(options);
  try {
    // On an overloaded machine the first requests may be rejected.
    await until(() => publishAnotherTrailer(fleet).then(() => true), { deadlineMs: 180_000, everyMs: 500 });
    return fleet;
  } catch (error) {
    await fleet.dispose();
    throw error;
  }
}

import { randomUUID } from 'node:crypto';
import { segmentType } from '../playback/rendition.js';
import { randomObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import type { Output } from './hls/read-output.js';
import type { Attempt, ProcessedTrailer, StoredSegment } from './processing.repository.js';

const PARALLEL_UPLOADS = 4;

/** Name within the rendition's addresses; the object's key is another matter and says nothing. */
const segmentName = (position: number): string =>
  position === 0 ? 'init.mp4' : `${String(position).padStart(5, '0')}.m4s`;

interface Destination {
  readonly store: ObjectStore;
  readonly ledger: StoredObjectsRepository;
  readonly attempt: Attempt;
  readonly signal: AbortSignal;
  /** @param share of the files, 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** Uploads what ffmpeg wrote under keys that were announced before, so that a dead worker leaves nothing unknown. */
export async function storeRendition(
  output: Output,
  frameRate: number | null,
  { store, ledger, attempt, signal, onProgress }: Destination,
): Promise<ProcessedTrailer> {
  const segments: StoredSegment[] = output.files.map(({ bytes, durationSeconds }, position) => ({
    name: segmentName(position),
    objectKey: randomObjectKey(),
    bytes,
    durationSeconds,
  }));
  await ledger.announceForAttempt(
    segments.map(({ objectKey }) => objectKey),
    attempt,
  );
  const waiting = segments.entries();
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  let stored = 0;
  const uploadNext = async (): Promise<void> => {
    for (const [position, { name, objectKey }] of waiting) {
      stop.throwIfAborted();
      await store.putFile(objectKey, output.files[position]?.path ?? '', segmentType(name), stop);
      stored += 1;
      onProgress(stored / segments.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, uploadNext));
  } catch (error) {
    failed.abort();
    throw error;
  }
  const { width, height, codecs, peakBitsPerSecond, averageBitsPerSecond, durationSeconds } = output;
  const rendition = {
    id: randomUUID(),
    width,
    height,
    frameRate,
    codecs,
    peakBitsPerSecond,
    averageBitsPerSecond,
  };
  return { durationSeconds, rendition, segments };
}

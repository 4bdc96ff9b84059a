import { randomUUID } from 'node:crypto';
import type { TrailerNotice } from '@secure-preview/contracts';
import { ProcessingRepository } from '../processing/processing.repository.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import type { MediaApp } from './media-app.js';

/**
 * Acts as the worker: publishes a trailer with one media segment, and finishes it with or without a warning.
 */
export async function publishWithoutWorker(
  app: MediaApp,
  { id: trailerId }: { id: string },
  warnings: readonly TrailerNotice[] = [],
  keepSource = false,
): Promise<void> {
  const worker = new ProcessingRepository(app.database);
  const attempt = { trailerId, attemptId: randomUUID() };
  const keys = [randomUUID(), randomUUID()];
  if ((await worker.begin(attempt, 'process-trailer')) === undefined)
    throw new Error('the trailer needs no processing');
  await app.context.get(StoredObjectsRepository, { strict: false }).announceForAttempt(keys, attempt);
  const segments = keys.map((objectKey, position) => ({
    name: position === 0 ? 'init.mp4' : '00001.m4s',
    objectKey,
    bytes: 10,
    durationSeconds: position === 0 ? null : 4,
    iv: null,
    twin: null,
  }));
  const rendition = {
    id: randomUUID(),
    kind: 'video' as const,
    width: 64,
    height: 36,
    frameRate: 5,
    codecs: 'avc1.64002A',
    peakBitsPerSecond: 2000,
    averageBitsPerSecond: 1000,
    durationSeconds: 4,
    rungHeight: 480,
    channels: null,
    provisional: false,
    segments,
  };
  await worker.publish(attempt, [rendition]);
  await worker.finish(attempt, keepSource, warnings);
}

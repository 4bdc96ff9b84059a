import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import { segmentType } from '../playback/rendition.js';
import { randomObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import type { Attempt, NewRendition, SegmentObject } from './attempt.js';
import { encryptFile } from './encrypt-file.js';
import type { OutputFile } from './hls/read-output.js';
import { mapStorageError } from './storage-unavailable.js';
import type { LocalRendition } from './transcode.js';

export const PARALLEL_UPLOADS = 4;
/** Bytes of an initialisation vector of AES. */
const IV_BYTES = 16;

/** Returns the segment's name in playlist URLs. Object keys are random and reveal nothing. */
const segmentName = (position: number): string =>
  position === 0 ? 'init.mp4' : `${String(position).padStart(5, '0')}.m4s`;

export interface StoreContext {
  readonly store: ObjectStore;
  readonly ledger: StoredObjectsRepository;
  readonly attempt: Attempt;
  /** 16 bytes. */
  readonly key: Buffer;
  readonly signal: AbortSignal;
  /** @param share stored share of the files, 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** A file to store under a name that is already chosen. */
interface Upload {
  readonly file: OutputFile;
  readonly name: string;
  readonly objectKey: string;
  /** Initialisation vector, if encrypted. */
  readonly iv: Buffer;
}

/** A segment to store, in one or two variants. */
interface SegmentUploads {
  readonly first: Upload;
  readonly twin: Upload | null;
}

/** Stores a segment. The initialisation segment contains no media and is not encrypted. */
async function storeSegment(
  { file, name, objectKey, iv }: Upload,
  { store, key }: StoreContext,
  signal: AbortSignal,
): Promise<SegmentObject> {
  const { durationSeconds } = file;
  const stored =
    durationSeconds === null ? { ...file, iv: null } : await encryptFile(file.path, key, signal, iv);
  await mapStorageError(signal, store.putFile(objectKey, stored.path, segmentType(name), signal));
  // Frees disk space for the remaining segments.
  await Promise.all([rm(stored.path, { force: true }), rm(file.path, { force: true })]);
  return { objectKey, bytes: stored.bytes, iv: stored.iv };
}

/**
 * Chooses the object keys of a rendition. Both variants of a segment have the same initialisation vector, so the
 * playlist is the same for everybody. This tells only how many blocks at their beginnings are equal (NIST SP 800-38A,
 * appendix C), to people who have the key anyway.
 */
const planUploads = ({ output, twins }: LocalRendition): SegmentUploads[] =>
  output.files.map((file, position) => {
    const name = segmentName(position);
    const iv = randomBytes(IV_BYTES);
    const twin = twins?.[position] ?? null;
    return {
      first: { file, name, objectKey: randomObjectKey(), iv },
      twin: twin && { file: twin, name, objectKey: randomObjectKey(), iv },
    };
  });

/**
 * Encrypts and uploads ffmpeg's output. Object keys are recorded first. The sweep then finds the objects of a
 * killed worker.
 *
 * @param provisional whether the full ladder replaces these renditions later
 */
export async function storeRenditions(
  localRenditions: readonly LocalRendition[],
  { frameRate, provisional }: { frameRate: number | null; provisional: boolean },
  context: StoreContext,
): Promise<NewRendition[]> {
  const { ledger, attempt, onProgress } = context;
  const plans = localRenditions.map(planUploads);
  const uploads = plans.flat().flatMap(({ first, twin }) => [first, ...(twin ? [twin] : [])]);
  await ledger.announceForAttempt(
    uploads.map(({ objectKey }) => objectKey),
    attempt,
  );
  const failure = new AbortController();
  const signal = AbortSignal.any([context.signal, failure.signal]);
  const stored = new Map<Upload, SegmentObject>();
  const limit = pLimit(PARALLEL_UPLOADS);
  const uploading = uploads.map((upload) =>
    limit(async () => {
      signal.throwIfAborted();
      stored.set(upload, await storeSegment(upload, context, signal));
      onProgress(stored.size / uploads.length);
    }),
  );
  try {
    await Promise.all(uploading);
  } catch (error) {
    failure.abort();
    // The caller removes the folder after a failure, and the other uploads still read from it.
    await Promise.allSettled(uploading);
    throw error;
  }
  return localRenditions.map(({ output, rungHeight, channels }, index) => {
    const { size, codecs, peakBitsPerSecond, averageBitsPerSecond, durationSeconds } = output;
    return {
      id: randomUUID(),
      kind: size === null ? 'audio' : 'video',
      rungHeight,
      width: size?.width ?? null,
      height: size?.height ?? null,
      frameRate: size === null ? null : frameRate,
      channels,
      codecs,
      peakBitsPerSecond,
      averageBitsPerSecond,
      durationSeconds,
      provisional,
      segments: (plans[index] ?? []).map(({ first, twin }) => ({
        ...(stored.get(first) as SegmentObject),
        name: first.name,
        durationSeconds: first.file.durationSeconds,
        twin: twin && (stored.get(twin) as SegmentObject),
      })),
    };
  });
}

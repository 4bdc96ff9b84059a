import { ObjectChangedError } from '../storage/object-store.js';

/** Error for a failed request to the object storage that neither the file nor this machine causes. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('object storage is unavailable or returned an error', { cause });
    this.name = 'StorageUnavailableError';
  }
}

/** System errors of the disk and memory of the worker. */
const LOCAL_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT', 'EACCES']);

/** Converts errors of an unavailable storage. @throws StorageUnavailableError */
export async function withStorageErrors<T>(signal: AbortSignal, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    signal.throwIfAborted();
    const isLocal = LOCAL_ERRORS.has((error as NodeJS.ErrnoException).code ?? '');
    throw isLocal || error instanceof ObjectChangedError ? error : new StorageUnavailableError(error);
  }
}

const FIRST_WAIT_SECONDS = 5;
/** Maximum delay until the recovery of the storage is detected, in seconds. */
const MAX_WAIT_SECONDS = 300;

/** Returns the seconds until the next attempt. @param waits previous consecutive attempts without storage */
export function secondsToWait(waits: number): number {
  return Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(waits, 10));
}

import { ObjectChangedError } from '../storage/object-store.js';

/** A request to the object storage failed, and neither the file nor this machine is the cause. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('object storage is unavailable or returned an error', { cause });
    this.name = 'StorageUnavailableError';
  }
}

/** System errors of the worker's own disk and memory. */
const OWN_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT', 'EACCES']);

/** Distinguishes an unavailable storage from all other failures. @throws StorageUnavailableError */
export async function fromStorage<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    signal.throwIfAborted();
    const isOwnError = OWN_ERRORS.has((error as NodeJS.ErrnoException).code ?? '');
    throw isOwnError || error instanceof ObjectChangedError ? error : new StorageUnavailableError(error);
  }
}

const FIRST_WAIT_SECONDS = 5;
/** Maximum seconds until a recovered storage is noticed. */
const MAX_WAIT_SECONDS = 300;

/** Returns the seconds until the next try. @param waits consecutive times it was unavailable before */
export function secondsToWait(waits: number): number {
  return Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(waits, 10));
}

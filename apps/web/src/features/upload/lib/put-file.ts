/** Address of one PUT, with the headers that its signature covers. */
export interface PutTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What storages answer besides 507 when nothing more fits: MinIO's full disk, and quotas of Ceph and others. */
const FULL_CODES = /<Code>(StorageFull|XMinioStorageFull|QuotaExceeded)<\/Code>/;

/** A PUT that storage refused, or that got no answer (status 0). */
export class PutError extends Error {
  override readonly name = 'PutError';
  readonly storageFull: boolean;

  constructor(
    readonly status: number,
    body: string,
  ) {
    super(status === 0 ? 'The storage did not answer' : `The storage answered ${status}`);
    this.storageFull = status === 507 || FULL_CODES.test(body);
  }
}

/**
 * Sends a file by one PUT. `fetch` reports no progress of what it sends, hence XMLHttpRequest.
 *
 * @throws PutError
 * @throws the signal's reason once it is aborted
 */
export function putFile(
  { url, headers }: PutTarget,
  file: Blob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new PutError(request.status, request.responseText));
    request.onerror = () => reject(new PutError(0, ''));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(file);
  });
}

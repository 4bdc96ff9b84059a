/** Error codes besides status 507 for exhausted storage: MinIO's full disk, and quotas of Ceph and others. */
const FULL_CODES = /<Code>(StorageFull|XMinioStorageFull|QuotaExceeded)<\/Code>/;

/** Returns whether an upload failed because the storage is full. Expects the error of the upload library. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error && 'status' in error)) return false;
  return error.status === 507 || ('body' in error && FULL_CODES.test(String(error.body)));
}

/** What storages answer besides 507 when nothing more fits: MinIO's full disk, and quotas of Ceph and others. */
const FULL_CODES = /<Code>(StorageFull|XMinioStorageFull|QuotaExceeded)<\/Code>/;

/** Whether a failed upload is the library's error for an answer of a storage without room. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error && 'status' in error)) return false;
  return error.status === 507 || ('body' in error && FULL_CODES.test(String(error.body)));
}

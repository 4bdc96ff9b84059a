import type { OutgoingAlert } from '@secure-preview/service-kit/outbox';

/** Percent of a disk from which it counts as nearly full. */
const NEARLY_FULL_PERCENT = 90;

/** Blocks of a file system, as `statfs` returns them. */
interface DiskUse {
  readonly blocks: number;
  /** Blocks that a process without special rights may use. */
  readonly bavail: number;
}

/** Returns the alert that a disk is nearly full, with one key for each hour; undefined while it has space. */
export function diskAlert({ blocks, bavail }: DiskUse, now: Date): OutgoingAlert | undefined {
  // Some file systems of containers report no size.
  if (blocks <= 0) return undefined;
  const percent = Math.floor((1 - bavail / blocks) * 100);
  if (percent < NEARLY_FULL_PERCENT) return undefined;
  return {
    key: `storage-low:${now.toISOString().slice(0, 'YYYY-MM-DDThh'.length)}`,
    kind: 'storageLow',
    personKey: 'storage',
    ids: { percent },
    details: { percent },
  };
}

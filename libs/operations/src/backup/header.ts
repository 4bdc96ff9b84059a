/** Of the archive; one that this code does not know is refused. */
export const FORMAT = 1;
/** First file of a backup. */
export const HEADER = 'portal-backup.json';

export interface BackupHeader {
  readonly format: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Services whose data follow, in this order. */
  readonly parts: readonly string[];
}

/** @throws Error when it is no backup, or one that is too new to be read */
export function readHeader(name: string, text: string): BackupHeader {
  if (name !== HEADER) throw new Error('This is not a backup of a portal.');
  const header = JSON.parse(text) as BackupHeader;
  if (header.format !== FORMAT) throw new Error('This backup was made by a newer version of the portal.');
  return header;
}

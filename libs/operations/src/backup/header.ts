/** Version of the archive's format; any other version is rejected. */
export const FORMAT = 1;
/** First file of a backup. */
export const HEADER = 'portal-backup.json';

export interface BackupHeader {
  readonly format: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Services in the order of their sections. */
  readonly parts: readonly string[];
}

/** Parses the first file of a backup. @throws Error when it is not a backup or comes from a newer version */
export function readHeader(name: string, text: string): BackupHeader {
  if (name !== HEADER) throw new Error('This is not a backup of a portal.');
  const header = JSON.parse(text) as BackupHeader;
  if (header.format !== FORMAT) throw new Error('This backup was made by a newer version of the portal.');
  return header;
}

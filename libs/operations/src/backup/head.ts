/** Of the archive; one that this code does not know is refused. */
export const FORMAT = 1;
/** First file of a backup. */
export const HEAD = 'portal-backup.json';

export interface Head {
  readonly format: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Services whose data follow, in this order. */
  readonly parts: readonly string[];
}

/** @throws Error when it is no backup, or one that is too new to be read */
export function readHead(name: string, text: string): Head {
  if (name !== HEAD) throw new Error('This is not a backup of a portal.');
  const head = JSON.parse(text) as Head;
  if (head.format !== FORMAT) throw new Error('This backup was made by a newer version of the portal.');
  return head;
}

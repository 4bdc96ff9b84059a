/** An invitation whose mails are numbered from 1. */
export interface NumberedMails {
  readonly id: string;
  readonly mailNumber: number;
}

/** Returns the key in the outbox of the last mail of an invitation. */
export const lastMailKey = ({ id, mailNumber }: NumberedMails): string => `invitation:${id}:${mailNumber}`;

/** Returns the keys of all mails of an invitation. */
export const mailKeys = ({ id, mailNumber }: NumberedMails): string[] =>
  Array.from({ length: mailNumber }, (_, index) => lastMailKey({ id, mailNumber: index + 1 }));

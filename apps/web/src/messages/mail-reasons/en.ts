/** English texts of why a mail was not sent. Several pages of the admin area use them. */
export const enMailReasons = {
  reasons: {
    MAIL_NOT_CONFIGURED: 'The portal has no mail server. Ask the operator to set SMTP_URL and MAIL_FROM.',
    SERVER_UNAVAILABLE: 'The mail server cannot be reached.',
    TLS_FAILED:
      'The connection to the mail server cannot be encrypted, or its certificate is not valid. Ask the operator to check SMTP_URL.',
    LOGIN_REFUSED: 'The mail server rejects the login of the portal.',
    SENDER_REFUSED: 'The mail server rejects the sender. Ask the operator to check MAIL_FROM.',
    PORTAL_URL_UNKNOWN: 'The address of the portal is not configured. Ask the operator to set PUBLIC_ORIGIN.',
    OUTBOX_SECRET_MISSING: 'The notifier has no secret. Ask the operator to set OUTBOX_SECRET.',
    REFUSED: 'The mail server rejects this address.',
    INVALID_MAIL: 'A mail to this address cannot be written.',
    DEFERRED: 'The mail server asked to try again later.',
    CONNECTION_LOST: 'The connection to the mail server was lost before the mail was sent.',
    ANSWER_LOST: 'The connection was lost before the mail server answered.',
    INTERRUPTED: 'The portal stopped while it sent the mail.',
    RESTORED: 'A backup was restored, and the mail may have left before.',
    REVOKED: 'The mail was not sent: the invitation was revoked before.',
    BLOCKED: 'The mail was not sent: the address was blocked before.',
    CHANGED: 'The mail was not sent: another one has replaced it.',
  },
  notInTime: 'It could not be sent in time.',
};

export type MailReasons = typeof enMailReasons;

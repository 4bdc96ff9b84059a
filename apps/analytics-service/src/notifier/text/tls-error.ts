import { formatError } from '@secure-preview/service-kit';

/** Parts of the messages of OpenSSL, Node and nodemailer. nodemailer replaces the codes of errors with its own. */
const TLS_MESSAGE = /SSL routines|\bEPROTO\b|certificate|STARTTLS/i;

/** Returns whether a connection failed because it could not be encrypted, or because of the certificate. */
export const isTlsError = (error: unknown): boolean => TLS_MESSAGE.test(formatError(error));

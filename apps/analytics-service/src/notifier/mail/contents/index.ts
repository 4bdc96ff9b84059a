import type { MailContents } from '../mail-content.js';
import { alertMail } from './alert-mail.js';
import { testMail } from './test-mail.js';

/** Contents of the mails that this version sends. */
export const mailContents: MailContents = { alert: alertMail, test: testMail };

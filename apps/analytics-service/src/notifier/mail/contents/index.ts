import type { MailContents } from '../mail-content.js';
import { alertMail } from './alert-mail.js';
import { codeMail } from './code-mail.js';
import { invitationMail } from './invitation-mail.js';
import { testMail } from './test-mail.js';

/** Contents of the mails that this version sends. */
export const mailContents: MailContents = {
  code: codeMail,
  alert: alertMail,
  invitation: invitationMail,
  test: testMail,
};

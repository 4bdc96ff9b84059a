import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDir, testCertificate } from '@secure-preview/testing';
import { Mailbox } from './mailbox.js';
import { startTestPortal, type TestPortal } from './portal.js';

/** A portal that sends mails to a mailbox, and webhooks to receivers on this host. */
export interface MailPortal extends TestPortal {
  readonly mailbox: Mailbox;
}

export async function startMailPortal(): Promise<MailPortal> {
  const dir = temporaryDir('mail-portal');
  const ca = join(dir, 'ca.pem');
  writeFileSync(ca, testCertificate.cert);
  const mailbox = await Mailbox.open();
  const portal = await startTestPortal({
    ...mailbox.settings,
    LEADS_PER_MINUTE_PER_IP: '1000000',
    UPLOAD_PASSWORD_TRIES_PER_IP: '1000',
    COMPANY_NAME: 'Meridian Film',
    SETTINGS_LOCKED: 'ownerName',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_EXTRA_CA_CERTS: ca,
  });
  return {
    ...portal,
    mailbox,
    dispose: async () => {
      await portal.dispose();
      await mailbox.stop();
      rmSync(dir, { recursive: true });
    },
  };
}

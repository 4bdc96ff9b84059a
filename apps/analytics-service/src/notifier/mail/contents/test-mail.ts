import type { WriteContent } from '../mail-content.js';

/** The mail of `portal send-test-mail`. */
export const testMail: WriteContent = (_payload, _language, { companyName, portalUrl }) => ({
  subject: `Test of ${companyName}`,
  paragraphs: [
    `This mail was sent by the portal of ${companyName} to test its settings.`,
    'If you can read it, the portal can send mail. You need not answer.',
  ],
  ...(portalUrl === undefined ? {} : { link: { label: 'Open the portal', url: portalUrl } }),
});

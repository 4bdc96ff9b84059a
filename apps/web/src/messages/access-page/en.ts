import type { GateMode, PortalSettings } from '@secure-preview/contracts';

/** English texts of the page for access. They are loaded with it. */
export const enAccessPage = {
  access: {
    title: 'Access',
    intro: 'Who may pass the gate, who is invited, and who is blocked.',
    zoneNote: (zone: string) => `Times are shown in ${zone}`,
    gate: {
      title: 'Gate',
      failed: 'The gate could not be loaded.',
      legend: 'Who may enter',
      modes: {
        open: {
          label: 'Open',
          text: 'Everybody who accepts the terms. Names and addresses are not checked.',
        },
        verified: {
          label: 'Verified',
          text: 'Everybody who proves their email address with a code of six digits.',
        },
        invited: { label: 'Invited', text: 'Only invited people and domains.' },
      } satisfies Record<GateMode, { label: string; text: string }>,
      proofLegend: 'Invitation links',
      proofs: {
        code: {
          label: 'New browsers need a code',
          text: 'A link that was passed on lets nobody else in: the code goes to the invited address.',
        },
        link: {
          label: 'A link alone is enough',
          text: 'Faster, but everybody who receives the link can enter under the invited name.',
        },
      } satisfies Record<PortalSettings['invitationProof'], { label: string; text: string }>,
      locked: 'Set by the operator. It can be changed only in the configuration of the server.',
      change: 'Change the gate',
      unchanged: 'This is the gate as visitors find it.',
      notApplied: 'Your choice is not applied yet.',
      dialogTitle: 'Change the gate?',
      dialogText: (mode: string) => `New visitors find the gate “${mode}” within seconds.`,
      appliesLegend: 'Visitors who are inside',
      appliesTo: {
        newVisitors: {
          label: 'Stay inside',
          text: 'The change concerns them when their session ends.',
        },
        everybody: {
          label: 'Must prove their address now',
          text: 'Sessions without the proof end at their next request, also during playback.',
        },
      } satisfies Record<PortalSettings['gateAppliesTo'], { label: string; text: string }>,
      testTitle: 'Test the mail first',
      testText:
        'Without mail, nobody could enter. Send a code to your own address, and enter it here when it arrives.',
      testEmail: 'Your email address',
      sendTest: 'Send test code',
      sendAgain: 'Send another code',
      sendAgainIn: (seconds: number) => `Another code in ${seconds} s`,
      sentTo: (email: string, minutes: number) =>
        `Sent to ${email}. The code is valid for ${minutes} minutes.`,
      code: 'Test code',
      codeHint: 'Six digits',
      codeMissing: 'Send a test code first, and enter it when it arrives.',
      codeWrong: (triesLeft: number) =>
        triesLeft === 1
          ? 'This code is not correct. 1 try is left.'
          : `This code is not correct. ${triesLeft} tries are left.`,
      codeWrongPlain: 'This code is not correct.',
      notArrived: 'The mail does not arrive?',
      notArrivedHelp: [
        'Look into the spam folder, and check the address.',
        'Ask the operator whether SMTP_URL and MAIL_FROM are set.',
        'The command “portal doctor” sends a test mail and names the cause of a failure.',
      ],
      password: 'Upload password',
      passwordHint: 'The gate decides who sees the trailer, so the password is required again.',
      apply: 'Change the gate',
      applying: 'Changing...',
      loadAgain: 'Load again',
      changedTitle: 'Gate Changed',
      changedText: (mode: string) => `The gate is “${mode}” now`,
      failedFallback: 'Failed to change the gate. Try again.',
      sendFailedFallback: 'Failed to send the code. Try again.',
    },
  },
};

export type AccessPageMessages = typeof enAccessPage;

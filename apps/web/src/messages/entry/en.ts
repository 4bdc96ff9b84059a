import { isolateNames } from '../isolate.js';

/** English texts for entering with a code or an invitation, which are loaded with those screens. */
export const enEntry = isolateNames({
  acceptAgain: 'Please accept the terms again. Your name and address are filled in.',
  proofRequired: 'The organizer now asks you to confirm your address. Your name and address are filled in.',
  code: {
    title: 'Enter your code',
    sent: (email: string) => `If ${email} may enter, an email with a six-digit code is on its way.`,
    /** Shown to people with an invitation link, and where everybody may enter. Others must not learn who is invited. */
    sentTo: (email: string) => `An email with a six-digit code is on its way to ${email}.`,
    valid: (minutes: number) => `The code is valid for ${minutes} minutes.`,
    spam: 'No email? Please look into your spam folder, too.',
    label: 'Six-digit code',
    submit: 'Access Trailer',
    checking: 'Checking...',
    errorFallback: 'The code could not be checked. Please try again.',
    triesLeft: (error: string, tries: number) =>
      tries === 0
        ? `${error}, and has no tries left. Please request a new one.`
        : `${error}. ${tries === 1 ? '1 try' : `${tries} tries`} left.`,
    resend: 'Send a new code',
    resendIn: (seconds: number) => `Send a new code (in ${seconds} s)`,
    resendReady: 'You can request a new code now.',
    resent: 'A new code was requested. Older codes are no longer needed.',
    resendFallback: 'A new code could not be requested. Please try again.',
    changeAddress: 'Change address',
  },
  request: {
    link: 'Request access',
    title: 'Request access',
    text: 'You were not invited, or no code arrives? Tell the organizer who you are.',
    reasonLabel: 'Reason (optional)',
    submit: 'Send request',
    submitting: 'Sending...',
    back: 'Back to the code',
    errorFallback: 'The request could not be sent. Please try again.',
    sentTitle: 'Request sent',
    sentText: 'The organizer decides who may enter. If your request is accepted, you will get an email.',
  },
  invitation: {
    emailHint: 'This is the address that was invited.',
    nameHint: 'This is the name on the invitation.',
    invalidTitle: 'This invitation link is not valid',
    invalidText: 'Please open the link from your email again, and make sure that it is complete.',
    otherTitle: 'This invitation is for another address',
    otherText: (invited: string, present: string) =>
      `The invitation is for ${invited}. You are signed in as ${present}.`,
    enter: 'Enter with the invitation',
    stay: 'Stay signed in',
    toGate: 'Go to the start page',
  },
  /** Beside the player, when another version is shown. */
  otherVersion: {
    text: 'Another version of this trailer is shown now.',
    load: 'Load it',
  },
  ended: {
    title: 'Your access has ended',
    notBegunTitle: 'Your access has not begun yet',
    playbackEndedTitle: 'The playback has ended',
    networkBlockedTitle: 'Access is not possible from here',
    reasons: {
      blocked: 'Your access to this preview was blocked.',
      revoked: 'Your invitation was withdrawn.',
      expired: 'The time of your invitation is over.',
      notBegun: 'Your invitation is for a later time. Please come back then.',
      visitEnded: 'Your visit was ended.',
      playbackEnded: 'The organizer ended the playback of this trailer.',
      networkBlocked: 'The organizer does not allow access from your network.',
    },
    begins: (start: string) => `Your invitation is valid from ${start}. Please come back then.`,
    contact: (owner: string) => `If you have questions, please contact ${owner}.`,
    /** Shown without an address or a telephone number to contact. */
    noContact: 'If you have questions, please ask the person who invited you.',
    signOut: 'Sign in with another address',
  },
});

export type EntryMessages = typeof enEntry;

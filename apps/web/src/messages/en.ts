import {
  type ErrorCode,
  type FieldErrorCode,
  fallbackTitle,
  gateFieldErrors,
  type TrailerNoticeCode,
  type VisitorLanguage,
} from '@secure-preview/contracts';
import type { AdminTranslation } from './admin-translation.js';
import type { EntryMessages } from './entry/en.js';
import { isolateNames } from './isolate.js';
import type { LazyTexts } from './lazy-texts.js';
import type { UploadLibraryMessages } from './upload-library/upload-library-messages.js';

/** The portal's own error messages are English, so the catalogue repeats none of them. */
const errors: Partial<Record<ErrorCode, string>> = {};
/** The portal's notices about a trailer are English too, so the catalogue repeats none of them. */
const notices: Partial<Record<TrailerNoticeCode, string>> = {};
/** The gate checks its fields itself. */
const fieldErrors: Partial<Record<FieldErrorCode, string>> = gateFieldErrors;

/** English texts, without those of the admin area. */
export const en = isolateNames({
  language: 'en' as VisitorLanguage,
  direction: 'ltr' as 'ltr' | 'rtl',
  /** Language tag (BCP 47) for the formats of dates and numbers. */
  locale: 'en',
  /** Texts of the admin area, which are part of its scripts in English. Not every language has them. */
  adminTexts: undefined as LazyTexts<AdminTranslation> | undefined,
  /** Texts for entering with a code or an invitation, which are part of those screens in English. */
  entry: undefined as EntryMessages | undefined,
  /** Messages by error code. The server's message is shown for a code without one. */
  errors,
  /** Notices about a trailer, by code. The server's sentence is shown for a code that is not listed here. */
  notices,
  /** Messages for invalid input, by the code of the field's error. */
  fieldErrors,
  /** Texts of the upload dialog, which are loaded with it. */
  uploadLibrary: async (): Promise<UploadLibraryMessages> =>
    (await import('./upload-library/en.js')).enUploadLibrary,
  common: {
    language: 'Language',
    loading: 'Loading...',
    tryAgain: 'Try again',
    close: 'Close',
    cancel: 'Cancel',
    browse: 'Browse',
    noFile: 'No file chosen',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    reload: 'Reload the page',
    unavailableTitle: 'The portal is not answering',
    unavailableText: 'This is usually over in a moment. Check your connection and try again.',
    loadFailedTitle: 'Part of the page could not be loaded',
    loadFailedText: 'Check your connection and try again.',
    crashTitle: 'Something went wrong',
    crashText: 'An unexpected error stopped this page. Try reloading it.',
    notificationsLabel: 'Notifications ({hotkey})',
    warningTitle: 'Warning',
    notification: 'Notification',
    dismissNotification: 'Dismiss notification',
  },
  brand: {
    name: 'Secure Preview',
    tagline: 'Confidential Content',
    protectedBadge: 'Protected',
    exit: 'Exit',
  },
  footer: {
    portalLabel: 'Confidential Preview Portal',
    legalWarning:
      'Unauthorized distribution, copying, recording or sharing of this material is strictly prohibited and may result in legal action.',
    copyright: (year: number, company: string) => `© ${year} ${company}. All rights reserved.`,
    owner: (owner: string, company: string) => (owner === company ? company : `${owner}, ${company}`),
  },
  gate: {
    title: 'Access Exclusive Preview',
    subtitle: 'Enter your information to view this confidential movie trailer',
    nameLabel: 'Full name',
    namePlaceholder: 'your full name',
    emailLabel: 'Email address',
    emailPlaceholder: 'you@example.com',
    acceptBefore: 'I accept the ',
    acceptLink: 'Terms of Agreement',
    submit: 'Access Trailer',
    submitting: 'Processing...',
    note: 'All access is logged and monitored. Your information is kept strictly confidential.',
    errorTitle: 'Error',
    errorFallback: 'Failed to submit information',
    termsRequiredTitle: 'Terms Required',
    termsRequiredText: 'Please accept the Terms of Agreement to continue',
  },
  terms: {
    title: 'Terms of Agreement for Trailer Viewing',
    description: 'Please read these terms carefully before accessing the trailer',
    lastUpdated: (date: string) => `Last updated ${date}`,
    bodyLabel: 'Terms text',
    unavailable: 'The terms could not be loaded.',
  },
  preview: {
    /** Title of an untitled trailer, if the configuration has not arrived. */
    fallbackTitle,
    conceptLine: 'CONCEPT TRAILER of a live action TV series, coming soon!',
    /** Names the page for screen readers until the title is known. */
    heading: 'Trailer preview',
    loadingTrailer: 'Loading trailer...',
    runtime: (time: string) => `Runtime ${time}`,
    noTrailerTitle: 'No trailer yet',
    noTrailerText: 'Nothing is being shown at the moment. Please come back a little later.',
    checkAgain: 'Check again',
    unavailableTitle: 'The trailer is not available right now',
    processingTitle: 'The trailer is being prepared',
    processingText: 'It appears here by itself as soon as it is ready.',
    processingProgress: (percent: number) => `${percent} % prepared`,
    processingLabel: 'Preparation of the trailer',
    descriptionLabel: 'About this trailer',
  },
  session: {
    expiredTitle: 'Session Expired',
    expiredText: 'Please enter the access code again.',
  },
  player: {
    region: (title: string) => `Video player: ${title}`,
    noVideoSupport: 'Your browser does not support the video tag.',
    play: 'Play',
    playTitle: (title: string) => `Play ${title}`,
    pause: 'Pause',
    mute: 'Mute',
    unmute: 'Unmute',
    fullscreen: 'Fullscreen',
    leaveFullscreen: 'Leave fullscreen',
    seek: 'Position in the video',
    position: (elapsed: string, total: string) => `${elapsed} of ${total}`,
    buffering: 'Buffering',
    continuesAt: (time: string) => `Continues at ${time}`,
    fromBeginning: 'Start from the beginning',
    ended: 'The trailer has ended.',
    watchAgain: 'Watch again',
    contact: 'Questions?',
    error: 'This video could not be played. Check your connection and try again.',
    confidential: 'Confidential',
    captions: {
      title: 'Captions',
      none: 'Off',
      on: (language: string) => `Captions: ${language}`,
      off: 'Captions: off',
    },
    watermarkMissing: 'Playback is paused: your name cannot be shown over the picture.',
    watermarkMissingHint:
      'Something hides or covers it, perhaps a browser extension. When it is visible again, press play.',
  },
  notFound: {
    title: '404 Page Not Found',
    text: 'There is nothing at this address. It may be mistyped, or the page has moved. The trailer is on the start page.',
    forDevelopers: 'For developers:',
    hint: 'Did you forget to add the page to the router?',
    home: 'Go to the preview',
  },
  unsavedUpload: {
    text: 'What you typed on the upload page is not saved yet.',
    link: 'Continue there',
  },
});

export type Messages = typeof en;

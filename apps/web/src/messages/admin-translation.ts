import type {
  ErrorCode,
  FieldErrorCode,
  GateFieldErrorCode,
  TrailerNoticeCode,
} from '@secure-preview/contracts';
import type { AccessPageMessages } from './access-page/en.js';
import type { AudiencePageMessages } from './audience-page/en.js';
import type { LeaksPageMessages } from './leaks-page/en.js';
import type { LivePageMessages } from './live-page/en.js';
import type { SettingsPageMessages } from './settings-page/en.js';
import type { UploadLibraryMessages } from './upload-library/upload-library-messages.js';
import type { UploadPageMessages } from './upload-page/en.js';

/** Errors that only requests of the admin area return. */
export const adminErrorCodes = [
  'UNKNOWN_UPLOAD_URL',
  'UPLOAD_MISSING',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_UNCHANGED',
  'INVALID_PASSWORD',
  'CURRENT_PASSWORD_INCORRECT',
  'UPLOAD_PASSWORD_REQUIRED',
  'TOO_MANY_ATTEMPTS',
  'SETTING_LOCKED',
  'SETTINGS_CHANGED',
  'WEBHOOK_NOT_SET',
  'LEAD_NOT_FOUND',
  'TRAILER_NOT_READY',
  'TRAILER_EXPIRED',
  'TRAILER_NOT_PROCESSING',
  'SOURCE_NOT_KEPT',
  'MARKING_OFF',
  'TRAILER_IS_ACTIVE',
  'TOO_MANY_CAPTIONS',
  'CANNOT_END_OWN_VISIT',
  'VIDEO_TOO_LARGE',
  'POSTER_TOO_LARGE',
  'CAPTIONS_TOO_LARGE',
  'NOT_A_VIDEO',
  'POSTER_NOT_AN_IMAGE',
  'POSTER_WRONG_SHAPE',
  'IMAGE_TOO_LARGE',
  'NOT_AN_IMAGE',
  'KEY_ART_WRONG_SHAPE',
  'NOT_CAPTIONS',
  'CAPTIONS_EMPTY',
  'CAPTIONS_BAD_TIMING',
  'CAPTIONS_BAD_TIME',
  'CAPTIONS_CUE_WITHOUT_LENGTH',
  'CAPTIONS_CUE_TOO_LONG',
  'TEST_CODE_REQUIRED',
  'INVITATION_NOT_FOUND',
  'IMPORT_NOT_FOUND',
  'IMPORT_CONFIRMED',
  'IMPORT_TOO_LARGE',
  'ACCESS_REQUEST_NOT_FOUND',
  'ACCESS_REQUEST_BLOCKED',
  'CANNOT_BLOCK_SELF',
  'TOO_MANY_BLOCKS',
  'LEAK_CASE_NOT_FOUND',
  'LEAK_CASE_FINISHED',
  'TOO_MANY_LEAK_CASES',
] as const satisfies readonly ErrorCode[];
export type AdminErrorCode = (typeof adminErrorCodes)[number];

/** Texts of the admin area in another language. */
export type AdminTranslation = UploadPageMessages &
  AccessPageMessages &
  AudiencePageMessages &
  LivePageMessages &
  LeaksPageMessages &
  SettingsPageMessages & {
    uploadLibrary: () => Promise<UploadLibraryMessages>;
    errors: Record<AdminErrorCode, string>;
    fieldErrors: Record<Exclude<FieldErrorCode, GateFieldErrorCode>, string>;
    notices: Record<TrailerNoticeCode, string>;
  };

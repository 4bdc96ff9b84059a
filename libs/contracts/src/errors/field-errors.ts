import { captionLimits } from '../caption-limits.js';
import { limits } from '../limits.js';
import { settingsLimits } from '../settings-limits.js';
import { type ErrorParams, fillIn } from './error-codes.js';
import { gateFieldErrorParams, gateFieldErrors } from './gate-field-errors.js';

/**
 * Every error of an input field: its code, and the English message. A schema uses the code as the message of a check,
 * and the browser shows its own text for the code. Sources: docs/product.md#gate, docs/product.md#upload-page.
 */
export const fieldErrorMessages = {
  ...gateFieldErrors,

  PASSWORD_REQUIRED: 'Password is required',
  CURRENT_PASSWORD_REQUIRED: 'Current password is required',
  NEW_PASSWORD_REQUIRED: 'New password is required',
  PASSWORD_TOO_LONG: 'Password must be at most {max} characters',

  TITLE_REQUIRED: 'Please enter a trailer title before uploading',
  TITLE_TOO_LONG: 'Title must be at most {max} characters',
  TITLE_UNSHOWABLE: 'Title contains characters that cannot be shown',
  VIDEO_URL_REQUIRED: 'videoURL is required',
  POSTER_URL_REQUIRED: 'posterURL is required',
  POSTER_URL_INVALID: 'posterURL must be an upload address',
  DESCRIPTION_INVALID: 'Description must be text',
  DESCRIPTION_TOO_LONG: 'Description must be at most {max} characters',
  DESCRIPTION_UNSTORABLE: 'Description contains characters that cannot be stored',

  CAPTIONS_LANGUAGE_INVALID: 'Please choose the language of the captions',
  CAPTIONS_LABEL_TOO_LONG: 'The name of the captions must be at most {max} characters',
  CAPTIONS_LABEL_UNSHOWABLE: 'The name of the captions contains characters that cannot be shown',
  CAPTIONS_REQUIRED: 'The captions file is required',
  CAPTIONS_TOO_LONG: 'The captions must be at most {max} bytes',
  CAPTIONS_UNSTORABLE: 'The captions contain characters that cannot be stored',

  SETTING_REQUIRED: 'Please enter a text',
  SETTING_TOO_LONG: 'The text must be at most {max} characters',
  SETTING_DESCRIPTION_TOO_LONG: 'The description must be at most {max} characters',
  SETTING_UNSHOWABLE: 'The text contains characters that cannot be shown',
  TERMS_TEXT_TOO_LONG: 'The terms must be at most {max} characters',
  TERMS_TOGETHER_TOO_LONG: 'The terms of all languages together must be at most {max} bytes',
  WEBHOOK_URL_INVALID:
    'Please enter an address that begins with https://, without user name, of at most {max} characters',
  TIME_ZONE_UNKNOWN: 'Unknown time zone. Use a name such as Europe/Berlin',
  LANGUAGES_REQUIRED: 'Please choose at least one language',
  LANGUAGE_UNKNOWN: 'The portal has no texts in this language',
  GATE_IMAGE_UNKNOWN: 'This image does not exist. Please upload it again',
  IMAGE_URL_REQUIRED: 'imageURL is required',
  GATE_IMAGE_KIND_UNKNOWN: 'kind must be logo or keyArt',

  GATE_MODE_UNKNOWN: 'Unknown gate mode',
  MESSAGE_TOO_LONG: 'The message must be at most {max} characters',
  MESSAGE_UNSHOWABLE: 'The message contains characters that cannot be shown',
  NOTE_TOO_LONG: 'The note must be at most {max} characters',
  NOTE_UNSHOWABLE: 'The note contains characters that cannot be shown',
  INSTANT_INVALID: 'Please enter a date and time',
  ENDS_BEFORE_START: 'The end must be after the start',
  BLOCK_VALUE_INVALID: 'Please enter an e-mail address, a domain, or a network such as 192.0.2.0/24',
  NETWORK_TOO_LARGE: 'This network is too large: a prefix has at least 8 bits, of IPv6 at least 16',
  PAGE_TOO_LARGE: 'limit must be at most {max}',

  SORT_UNKNOWN: 'Unknown sort order',
  PROOF_UNKNOWN: 'Unknown proof',
  PEOPLE_FILTER_UNKNOWN: 'Unknown filter',
  LIVE_FILTER_UNKNOWN: 'Unknown filter',
  REQUEST_STATE_UNKNOWN: 'Unknown state of a request',
  LIMIT_NOT_A_NUMBER: 'limit must be a number',
  LIMIT_NOT_WHOLE: 'limit must be a whole number',
  LIMIT_TOO_SMALL: 'limit must be at least 1',
  LIMIT_TOO_LARGE: 'limit must be at most {max}',
  SEARCH_UNSEARCHABLE: 'q contains characters that cannot be searched',
} as const;

export type FieldErrorCode = keyof typeof fieldErrorMessages;

const params: Partial<Record<FieldErrorCode, ErrorParams>> = {
  ...gateFieldErrorParams,
  PASSWORD_TOO_LONG: { max: limits.uploadPassword.max },
  TITLE_TOO_LONG: { max: limits.trailerTitle.max },
  DESCRIPTION_TOO_LONG: { max: limits.description.max },
  CAPTIONS_LABEL_TOO_LONG: { max: captionLimits.label.max },
  CAPTIONS_TOO_LONG: { max: captionLimits.maxBytes },
  SETTING_TOO_LONG: { max: settingsLimits.line.max },
  SETTING_DESCRIPTION_TOO_LONG: { max: settingsLimits.description.max },
  TERMS_TEXT_TOO_LONG: { max: settingsLimits.terms.max },
  TERMS_TOGETHER_TOO_LONG: { max: settingsLimits.terms.maxTotalBytes },
  WEBHOOK_URL_INVALID: { max: settingsLimits.webhookUrl.max },
  MESSAGE_TOO_LONG: { max: limits.access.message.max },
  NOTE_TOO_LONG: { max: limits.access.note.max },
  PAGE_TOO_LARGE: { max: limits.access.page.max },
  LIMIT_TOO_LARGE: { max: limits.leadsPage.max },
};

/** Code and parameters by invalid field. A newer service may send codes that are unknown here. */
export type FieldErrorCodes = Readonly<
  Record<string, { readonly code: string; readonly params: ErrorParams }>
>;

export function isFieldErrorCode(value: unknown): value is FieldErrorCode {
  return typeof value === 'string' && Object.hasOwn(fieldErrorMessages, value);
}

/** Returns the values for the placeholders of an error's message. */
export const fieldErrorParams = (code: FieldErrorCode): ErrorParams => params[code] ?? {};

/** Returns the message of a field error in `messages`, or the English message if `messages` has none. */
export function fieldErrorMessage(
  code: FieldErrorCode,
  messages: Readonly<Partial<Record<FieldErrorCode, string>>> = {},
): string {
  return fillIn(messages[code] ?? fieldErrorMessages[code], fieldErrorParams(code));
}

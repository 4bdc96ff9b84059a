/**
 * Every error that may cross a boundary: HTTP status and the default sentence to show.
 * `{name}` in a sentence is replaced from the error's `params`.
 * Sources: docs/product.md#errors.
 */
export const errorCodes = {
  VALIDATION_FAILED: { status: 400, message: 'The request is not valid' },
  MALFORMED_BODY: { status: 400, message: 'The request body is not valid JSON' },
  UNKNOWN_UPLOAD_URL: { status: 400, message: 'This upload address was not issued by the portal' },
  UPLOAD_MISSING: { status: 400, message: 'Nothing was uploaded to this address' },
  PASSWORD_TOO_SHORT: {
    status: 400,
    message: 'The new password must be at least {minLength} characters long',
  },
  CODE_WRONG: { status: 400, message: 'This code is not correct' },
  CODE_EXPIRED: { status: 400, message: 'This code is no longer valid. Please request a new one' },
  INVITATION_INVALID: { status: 400, message: 'This invitation link is not valid' },
  TEST_CODE_REQUIRED: { status: 400, message: 'Please enter the test code that was sent to you first' },
  PASSWORD_UNCHANGED: { status: 400, message: 'The new password must differ from the current one' },

  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  INVALID_PASSWORD: { status: 401, message: 'Invalid password' },
  CURRENT_PASSWORD_INCORRECT: { status: 401, message: 'Current password is incorrect' },

  UPLOAD_PASSWORD_REQUIRED: { status: 403, message: 'Please enter the upload password first' },
  ACCESS_ENDED: { status: 403, message: 'Your access has ended. Please contact the person who invited you' },
  CODE_REQUIRED: { status: 403, message: 'Please prove your email address with a code' },
  SETTING_LOCKED: { status: 403, message: 'The setting {name} is locked by the configuration of the server' },
  CROSS_ORIGIN: { status: 403, message: 'Requests from another site are refused' },

  NOT_FOUND: { status: 404, message: 'Not found' },
  NO_ACTIVE_TRAILER: { status: 404, message: 'No active trailer' },
  LEAD_NOT_FOUND: { status: 404, message: 'This lead does not exist' },
  TRAILER_NOT_FOUND: { status: 404, message: 'This trailer does not exist' },
  VIEWING_SESSION_NOT_FOUND: { status: 404, message: 'This viewing session does not exist' },
  CAPTIONS_NOT_FOUND: { status: 404, message: 'These captions do not exist' },
  INVITATION_NOT_FOUND: { status: 404, message: 'This invitation does not exist' },
  IMPORT_NOT_FOUND: { status: 404, message: 'This import does not exist. Please start again' },
  LEAK_CASE_NOT_FOUND: { status: 404, message: 'This found copy does not exist' },
  ACCESS_REQUEST_NOT_FOUND: { status: 404, message: 'This request does not exist' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take {method} requests' },

  TERMS_CHANGED: { status: 409, message: 'The terms have changed. Please read them again before you accept' },
  TERMS_NOT_REGISTERED: { status: 409, message: 'The terms text is not registered yet' },
  TRAILER_NOT_READY: { status: 409, message: 'This trailer is not ready to be shown' },
  TRAILER_EXPIRED: {
    status: 409,
    message: 'The video of this trailer was removed. Please upload it again',
  },
  TRAILER_NOT_PROCESSING: { status: 409, message: 'Nothing is being processed for this trailer' },
  SOURCE_NOT_KEPT: {
    status: 409,
    message: 'The uploaded file of this trailer is no longer in storage. Please upload it again',
  },
  MARKING_OFF: { status: 409, message: 'New trailers are not marked. Turn marking on in the settings first' },
  TRAILER_IS_ACTIVE: { status: 409, message: 'The active trailer cannot be deleted' },
  TOO_MANY_CAPTIONS: { status: 409, message: 'A trailer has captions in at most {max} languages' },
  SETTINGS_CHANGED: {
    status: 409,
    message: 'Another administrator has changed the settings. Load them again before you change them',
  },
  LEAK_CASE_FINISHED: { status: 409, message: 'This clip is not being read' },
  TOO_MANY_LEAK_CASES: {
    status: 409,
    message: 'At most {max} found copies are kept. Please delete some of them first',
  },
  WEBHOOK_NOT_SET: { status: 409, message: 'No address for webhooks is saved' },
  CANNOT_END_OWN_VISIT: {
    status: 409,
    message: 'This is your own access. You cannot end your own visit',
  },

  CANNOT_BLOCK_SELF: { status: 409, message: 'This would block your own access' },
  ACCESS_REQUEST_BLOCKED: { status: 409, message: 'This address is blocked. Please unblock it first' },
  TOO_MANY_BLOCKS: { status: 409, message: 'At most {max} domains and networks can be blocked' },
  IMPORT_CONFIRMED: { status: 409, message: 'This import was confirmed already. Please start another one' },

  IMPORT_TOO_LARGE: { status: 413, message: 'An import has at most {max} rows. Please split it' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large' },
  VIDEO_TOO_LARGE: { status: 413, message: 'The video is larger than the allowed {maxBytes} bytes' },
  POSTER_TOO_LARGE: { status: 413, message: 'The poster is larger than the allowed {maxBytes} bytes' },
  IMAGE_TOO_LARGE: { status: 413, message: 'The image is larger than the allowed {maxBytes} bytes' },
  CAPTIONS_TOO_LARGE: { status: 413, message: 'The captions are larger than the allowed {maxBytes} bytes' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be application/json' },

  MISDIRECTED_REQUEST: {
    status: 421,
    message:
      'The portal is not set up for this address. Use the address you were given, or ask the administrator to allow this one',
  },

  NOT_A_VIDEO: { status: 422, message: 'The uploaded file is not a video this portal can read' },
  POSTER_NOT_AN_IMAGE: { status: 422, message: 'The poster must be a JPEG, PNG or WebP image' },
  POSTER_WRONG_SHAPE: { status: 422, message: 'Poster must be 16:9, this one is {width}×{height}' },
  NOT_AN_IMAGE: { status: 422, message: 'The image must be a JPEG, PNG or WebP file' },
  KEY_ART_WRONG_SHAPE: { status: 422, message: 'Key art must be 16:9, this one is {width}×{height}' },

  NOT_CAPTIONS: { status: 422, message: 'This file is neither SubRip (SRT) nor WebVTT captions' },
  CAPTIONS_EMPTY: { status: 422, message: 'There are no captions in this file' },
  CAPTIONS_BAD_TIMING: {
    status: 422,
    message: 'Line {line} of the captions: “{timing}” is not two times with --> between them',
  },
  CAPTIONS_BAD_TIME: { status: 422, message: 'Line {line} of the captions: “{time}” is not a time' },
  CAPTIONS_CUE_WITHOUT_LENGTH: {
    status: 422,
    message: 'Line {line} of the captions: the end time is not after the start time',
  },
  CAPTIONS_CUE_TOO_LONG: {
    status: 422,
    message: 'Line {line} of the captions: the caption has more than {max} characters',
  },

  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please try again later' },
  CODE_TOO_SOON: {
    status: 429,
    message: 'A code was just sent. Please wait {retryAfterSeconds} seconds before you request another one',
  },
  TOO_MANY_CODES: {
    status: 429,
    message: 'Too many codes were sent to this address today. Please try again tomorrow',
  },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts. Please try again later' },

  INTERNAL: { status: 500, message: 'Something went wrong. Please try again' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service is temporarily unavailable. Please try again shortly',
  },
  DEADLINE_EXCEEDED: { status: 504, message: 'The service took too long to answer. Please try again' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** Errors that any call and any route may return, declared or not: they concern the request, not the resource. */
export const requestErrors: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'SERVICE_UNAVAILABLE',
  'DEADLINE_EXCEEDED',
];

/** Values for the placeholders of an error message, such as the size of a rejected poster. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** Seconds a client should wait: in `params` of 429 and 503, sent as `Retry-After` (RFC 9110, 10.2.3). */
export const RETRY_AFTER_PARAM = 'retryAfterSeconds';

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value);
}

/** Returns the message of `code` with its `{placeholders}` filled in. */
export function errorMessage(code: ErrorCode, params: ErrorParams = {}): string {
  return fillIn(errorCodes[code].message, params);
}

/** Fills in the `{placeholders}` that `params` names, and keeps all others. */
export function fillIn(sentence: string, params: ErrorParams): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}

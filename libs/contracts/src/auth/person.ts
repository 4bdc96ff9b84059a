import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { limits } from '../limits.js';
import { displayableText, visibleText } from '../text.js';

const nameRequired = fieldError('NAME_REQUIRED');
const emailInvalid = fieldError('EMAIL_INVALID');

/** A visitor's name in any script, trimmed. */
export const personName = z
  .string({ error: nameRequired })
  .check(
    z.trim(),
    z.minLength(limits.name.min, nameRequired),
    z.maxLength(limits.name.max, fieldError('NAME_TOO_LONG')),
    displayableText(fieldError('NAME_UNSHOWABLE')),
    visibleText(nameRequired),
  );

/**
 * Dot-separated atoms, `@`, a domain of at least two labels. Unicode is allowed on both sides (RFC 6531);
 * quoted local parts and address literals are not.
 */
const EMAIL =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}]$/u;

/** An e-mail address, trimmed, otherwise as typed. */
export const emailAddress = z
  .string({ error: emailInvalid })
  .check(z.trim(), z.maxLength(limits.email.max, emailInvalid), z.regex(EMAIL, emailInvalid));

/**
 * The fields that a visitor fills in at the gate and that are kept with the lead: shown, searched and exported in this
 * order. Declare an optional field as `z._default(<its schema>, '')`: when left empty, it is '' everywhere.
 */
export const person = z.object({ name: personName, email: emailAddress });
export type PersonInput = z.input<typeof person>;

/**
 * The fields of `person` as stored and as sent between services. They are not validated: stored text stays readable
 * when a check changes. A field added after a release is `z._default(z.string(), '')`, since an older service omits it.
 */
export const storedPerson = z.object({
  name: z.string(),
  email: z.string(),
} satisfies Record<keyof PersonInput, z.ZodMiniType<string>>);
export type StoredPerson = z.infer<typeof storedPerson>;

/** Names of the fields of `person`, in order. */
export const personFields = z.keyof(storedPerson).options;

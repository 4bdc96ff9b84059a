import * as z from 'zod/mini';
import { emailAddress } from '../auth/person.js';
import { fieldError } from '../errors/field-error.js';
import { flagKinds } from '../flags/flag.js';
import { gateMode, invitationProof, requiredInside } from '../gate/gate-mode.js';
import { pageEnd } from '../lists/page-query.js';
import { settingsLimits } from '../settings-limits.js';
import { displayableText, multilineText, visibleText } from '../text.js';
import { alertRulesForm, defaultAlertRules, storedAlertRules } from './alerts.js';
import { alertLanguages, languageTags, visitorLanguages } from './languages.js';
import { isTimeZone } from './time-zone.js';

const { line, description, terms, webhookUrl } = settingsLimits;

const required = fieldError('SETTING_REQUIRED');

/** One line in any script, trimmed. */
const oneLine = z
  .string({ error: required })
  .check(
    z.trim(),
    z.minLength(1, required),
    z.maxLength(line.max, fieldError('SETTING_TOO_LONG')),
    displayableText(fieldError('SETTING_UNSHOWABLE')),
    visibleText(required),
  );

/** Several lines, trimmed, with line feeds as line breaks. */
const severalLines = (max: number, tooLong: string) =>
  z.string({ error: required }).check(
    z.overwrite((text) => text.replace(/\r\n?|[\u2028\u2029]/g, '\n')),
    z.trim(),
    z.minLength(1, required),
    z.maxLength(max, tooLong),
    multilineText(fieldError('SETTING_UNSHOWABLE')),
    visibleText(required),
  );

const gateImageUnknown = fieldError('GATE_IMAGE_UNKNOWN');
/** Id of an uploaded image of the gate; null for none. */
const gateImageId = z.nullable(z.uuid({ error: gateImageUnknown }));

const timeZoneUnknown = fieldError('TIME_ZONE_UNKNOWN');
const languageUnknown = fieldError('LANGUAGE_UNKNOWN');
const languagesRequired = fieldError('LANGUAGES_REQUIRED');
const termsTooLong = fieldError('TERMS_TOGETHER_TOO_LONG');

/** Returns whether a text is a URL to which the notifier delivers webhooks. It refuses private networks later. */
function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}
const webhookUrlInvalid = fieldError('WEBHOOK_URL_INVALID');
const webhookAddress = z
  .string({ error: webhookUrlInvalid })
  .check(z.trim(), z.maxLength(webhookUrl.max, webhookUrlInvalid), z.refine(isWebhookUrl, webhookUrlInvalid));

const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** The settings of the portal as an administrator enters them (docs/product.md#settings), in the order of the page. */
export const settingsForm = z.object({
  companyName: oneLine,
  ownerName: oneLine,
  contactEmail: z.nullable(emailAddress),
  contactPhone: z.nullable(oneLine),
  headerLine: oneLine,
  /** Line of the sender in mails, such as “Invited by Ada Lovelace”; null for none. */
  senderLine: z.nullable(oneLine),
  /** Receives the alerts of the portal; null for nobody. */
  alertEmail: z.nullable(emailAddress),
  alertLanguage: z.enum(alertLanguages, { error: languageUnknown }),
  /** When and how each kind of alert is sent. */
  alerts: alertRulesForm,
  /** Kinds of flags that block automatically. */
  flagBlocks: z.array(z.enum(flagKinds)).check(z.maxLength(flagKinds.length)),
  /** Receives the alerts as webhooks; null for none. */
  webhookUrl: z.nullable(webhookAddress),
  /** Whether webhooks contain names, addresses and texts of people. Otherwise they contain ids only. */
  webhookNames: z.boolean(),
  fallbackTitle: oneLine,
  fallbackDescription: severalLines(description.max, fieldError('SETTING_DESCRIPTION_TOO_LONG')),
  termsVersion: oneLine,
  termsLastUpdated: oneLine,
  /** Terms by language. A language without a text shows the English text, or else the default terms. */
  termsTexts: z
    .partialRecord(z.enum(visitorLanguages), severalLines(terms.max, fieldError('TERMS_TEXT_TOO_LONG')), {
      error: languageUnknown,
    })
    .check(z.refine((texts) => jsonBytes(texts) <= terms.maxTotalBytes, termsTooLong)),
  /** Name of the time zone in the IANA database, for times in invitations, days and digests. */
  timeZone: z.string({ error: timeZoneUnknown }).check(z.trim(), z.refine(isTimeZone, timeZoneUnknown)),
  /** Languages that visitors can choose. The order has no effect. */
  languages: z
    .array(z.enum(visitorLanguages, { error: languageUnknown }), { error: languagesRequired })
    .check(z.minLength(1, languagesRequired), z.maxLength(visitorLanguages.length, languageUnknown)),
  /** Whether the gate shows logo and key art, and pages have a link preview. */
  gateArt: z.boolean({ error: required }),
  logoId: gateImageId,
  keyArtId: gateImageId,
  /** Whether trailers uploaded from then on are marked: every person is sent a copy of their own. */
  forensicMarking: z.boolean({ error: required }),
  gateMode,
  requiredInside,
  invitationProof,
  /** Time before which accepted terms must be accepted again at the next visit; null for never. */
  termsAskedAt: z.nullable(z.iso.datetime()),
});

/** Settings that only `POST /api/gate-mode` changes, with the upload password. */
export const gateSettingNames = ['gateMode', 'requiredInside', 'invitationProof'] as const;

/** The settings that the settings page changes. */
export const pageSettingsForm = z.omit(settingsForm, {
  gateMode: true,
  requiredInside: true,
  invitationProof: true,
  termsAskedAt: true,
});
export const pageSettingNames = z.keyof(pageSettingsForm).options;
export type PageSettingName = (typeof pageSettingNames)[number];

/** Names of the settings, in the order of the page. */
export const settingNames = z.keyof(settingsForm).options;
export const settingName = z.enum(settingNames);
export type SettingName = z.infer<typeof settingName>;

/**
 * Settings as stored and as sent between processes. They are not validated: stored values stay readable when a check
 * changes. A reader ignores unknown languages.
 */
const storedValues = {
  companyName: z.string(),
  ownerName: z.string(),
  contactEmail: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  headerLine: z.string(),
  senderLine: z.nullable(z.string()),
  alertEmail: z.nullable(z.string()),
  alertLanguage: z.string(),
  alerts: storedAlertRules,
  flagBlocks: z.array(z.string()),
  webhookUrl: z.nullable(z.string()),
  webhookNames: z.boolean(),
  fallbackTitle: z.string(),
  fallbackDescription: z.string(),
  termsVersion: z.string(),
  termsLastUpdated: z.string(),
  termsTexts: z.record(z.string(), z.string()),
  timeZone: z.string(),
  languages: languageTags,
  gateArt: z.boolean(),
  logoId: z.nullable(z.string()),
  keyArtId: z.nullable(z.string()),
  forensicMarking: z.boolean(),
  gateMode,
  requiredInside,
  invitationProof,
  termsAskedAt: z.nullable(z.string()),
} satisfies Record<SettingName, z.ZodMiniType>;

/** The settings that an administrator changed from their defaults. */
export const settingOverrides = z.partial(z.object(storedValues));
export type SettingOverrides = z.infer<typeof settingOverrides>;

/**
 * All settings, as the page reads them. Declare a setting that was added after a release as `z._default` here, since
 * an older gateway omits it.
 */
export const portalSettings = z.object({
  ...storedValues,
  senderLine: z._default(storedValues.senderLine, null),
  alertEmail: z._default(storedValues.alertEmail, null),
  alertLanguage: z._default(storedValues.alertLanguage, 'en'),
  alerts: z._default(storedValues.alerts, defaultAlertRules),
  flagBlocks: z._default(storedValues.flagBlocks, []),
  gateArt: z._default(storedValues.gateArt, false),
  logoId: z._default(storedValues.logoId, null),
  keyArtId: z._default(storedValues.keyArtId, null),
  forensicMarking: z._default(storedValues.forensicMarking, false),
  webhookUrl: z._default(storedValues.webhookUrl, null),
  webhookNames: z._default(storedValues.webhookNames, false),
  gateMode: z._default(gateMode, 'open'),
  requiredInside: z._default(requiredInside, 'nothing'),
  invitationProof: z._default(invitationProof, 'code'),
  termsAskedAt: z._default(storedValues.termsAskedAt, null),
});
export type PortalSettings = z.infer<typeof portalSettings>;

/** Number of changes so far; 0 before the first change. */
export const settingsVersion = z.int().check(z.nonnegative());

/** A change of the settings, also of the gate. It applies as a whole, or not at all. */
export const settingsChange = z.object({
  /** Version that the administrator edited. */
  version: settingsVersion,
  /** New values. Each replaces the whole setting, so `termsTexts` must contain the texts of all languages. */
  set: z._default(z.partial(settingsForm), {}),
  /** Settings that return to their defaults. A name that is also in `set` is set. */
  reset: z._default(z.array(settingName), []),
});

/** A change of the settings by the settings page. */
export const pageSettingsChange = z.extend(settingsChange, {
  set: z._default(z.partial(pageSettingsForm), {}),
  reset: z._default(z.array(z.enum(pageSettingNames)), []),
});
export type SettingsChange = z.input<typeof pageSettingsChange>;

/** Returns whether a change needs the upload password: another address of webhooks has another signing secret. */
export const needsUploadPassword = ({ set = {}, reset = [] }: SettingsChange): boolean =>
  set.webhookUrl !== undefined || reset.includes('webhookUrl');

/** A value in the history: for a terms text its SHA-256, for alerts their JSON, for a removed contact ''. */
const historyValue = z.nullable(z.union([z.string(), languageTags]));

/** A change of the settings in the history. */
export const settingsHistoryEntry = z.object({
  version: settingsVersion,
  at: z.iso.datetime(),
  /** Name that the administrator entered at the gate; it is not verified. Null for a command of an operator. */
  byName: z.nullable(z.string()),
  changes: z.array(
    z.object({
      /** Name of the setting. */
      name: z.string(),
      /** Language of the text, only for `termsTexts`: each text that changed is listed by itself. */
      language: z.optional(z.string()),
      /** Null for the default. */
      from: historyValue,
      to: historyValue,
    }),
  ),
});
export type SettingsHistoryEntry = z.infer<typeof settingsHistoryEntry>;

/** A page of the history, newest first. */
export const settingsHistoryPage = z.object({ entries: z.array(settingsHistoryEntry), ...pageEnd });
export type SettingsHistoryPage = z.infer<typeof settingsHistoryPage>;

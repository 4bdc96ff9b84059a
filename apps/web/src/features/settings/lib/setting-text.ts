import {
  flagKinds,
  gateSettingNames,
  isVisitorLanguage,
  languageDetails,
  type PageSettingName,
  type PortalSettings,
  pageSettingNames,
  type SettingName,
  type SettingsHistoryEntry,
  type StoredAlertRules,
  settingNames,
} from '@secure-preview/contracts';
import { formatsOf, timeZoneName } from '../../../lib/formats.js';
import type { AllSettingsMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { parseRules, rulesText } from './alert-rules.js';
import type { PlainName } from './settings-draft.js';

export type HistoryChange = SettingsHistoryEntry['changes'][number];

/** Characters of a hash, and of the id of an image, that are shown. */
const FINGERPRINT_LENGTH = 12;
const IMAGE_LENGTH = 8;

const imageNames = ['logoId', 'keyArtId'];

const isSettingName = (name: string): name is SettingName => settingNames.some((known) => known === name);

/** Returns whether this page can change the setting. */
export const isPageSettingName = (name: string): name is PageSettingName =>
  pageSettingNames.some((known) => known === name);

/** Returns whether a setting is on or off. The history has it as text. */
const switches = ['gateArt', 'webhookNames', 'forensicMarking'];
const isSwitch = (name: string): boolean => switches.includes(name);

/** Returns the earlier value of a setting other than the terms. */
export function restoredValue({
  name,
  from,
}: HistoryChange): string | string[] | boolean | StoredAlertRules | null {
  if (name === 'alerts') return parseRules(String(from));
  if (isSwitch(name)) return from === 'true';
  return from === '' ? null : from;
}

/** Returns the name of a language in the language of the page. */
export const languageName = (tag: string, { locale }: AllSettingsMessages): string =>
  formatsOf(locale).language.of(tag) ?? tag;

/** Returns the name of a language in that language, such as Deutsch. */
export const ownName = (tag: string): string => (isVisitorLanguage(tag) ? languageDetails[tag].name : tag);

/** Returns the label of a setting. The label of a terms text includes its language. */
export function settingLabel(
  { name, language }: Pick<HistoryChange, 'name' | 'language'>,
  messages: AllSettingsMessages,
): string {
  const t = messages.settings;
  if (language !== undefined) return t.termsIn(languageName(language, messages));
  return isSettingName(name) ? t.names[name] : name;
}

/** Returns a value of a setting as text. */
export function valueText(value: PortalSettings[PlainName], messages: AllSettingsMessages): string {
  if (typeof value === 'boolean') return value ? messages.settings.on : messages.settings.off;
  if (Array.isArray(value)) return value.map((tag) => languageName(tag, messages)).join(', ');
  if (typeof value === 'object' && value !== null) return rulesText(value, messages);
  return value || messages.settings.none;
}

/** Returns a value of the setting `name` as text. */
export const settingText = (
  name: string,
  value: PortalSettings[PlainName],
  messages: AllSettingsMessages,
): string => {
  if (name === 'flagBlocks' && Array.isArray(value)) return flagKindsText(value, messages);
  return name === 'alertLanguage' && typeof value === 'string'
    ? languageName(value, messages)
    : valueText(value, messages);
};

/** Returns the names of kinds of flags, in the order of the page. */
export function flagKindsText(kinds: readonly string[], { admin, settings }: AllSettingsMessages): string {
  const names = flagKinds.filter((kind) => kinds.includes(kind)).map((kind) => admin.flagKinds[kind]);
  return names.join(', ') || settings.none;
}

/** Returns a value of the history as text. */
export function historyText(
  value: HistoryChange['from'],
  { name }: HistoryChange,
  messages: AllSettingsMessages,
): string {
  const t = messages.settings.history;
  if (name === 'termsAskedAt') return askedText(typeof value === 'string' ? value : null, messages);
  if (value === null) return t.default;
  if (name === 'termsTexts' && typeof value === 'string')
    return t.termsText(value.slice(0, FINGERPRINT_LENGTH));
  if (isSwitch(name)) return valueText(value === 'true', messages);
  if (name === 'alerts') return rulesText(parseRules(String(value)), messages);
  if (imageNames.includes(name) && value !== '')
    return messages.settings.image(String(value).slice(0, IMAGE_LENGTH));
  const gateName = gateSettingNames.find((known) => known === name);
  if (gateName) return gateText(gateName, value, messages);
  return settingText(name, value, messages);
}

/** Returns when the terms had to be accepted again, in the time zone of the browser; never for null or ''. */
export function askedText(
  instant: string | null,
  { locale, settings: { askAgain } }: AllSettingsMessages,
): string {
  const time = Date.parse(instant ?? '');
  if (Number.isNaN(time)) return askAgain.never;
  return askAgain.askedAt(formatsOf(locale).date.format(time), timeZoneName(locale) ?? '');
}

/** Returns a value of a gate setting as text; the value itself if it is unknown. */
function gateText(
  name: (typeof gateSettingNames)[number],
  value: NonNullable<HistoryChange['from']>,
  messages: AllSettingsMessages,
): string {
  const texts: Readonly<Record<string, string>> = messages.settings.gateValues[name];
  return texts[String(value)] ?? String(value);
}

import {
  type PageSettingName,
  type PortalSettings,
  pageSettingNames,
  type SettingsChange,
  type SettingsView,
  settingOverrides,
} from '@secure-preview/contracts';
import * as z from 'zod/mini';

/** A setting other than the terms, which are edited per language. */
export type PlainName = Exclude<PageSettingName, 'termsTexts'>;

const pageOverrides = z.omit(settingOverrides, {
  gateMode: true,
  requiredInside: true,
  invitationProof: true,
  termsAskedAt: true,
});
type PageOverrides = z.infer<typeof pageOverrides>;

const storedDraft = z.object({
  version: z.int(),
  set: pageOverrides,
  reset: z.array(z.enum(pageSettingNames)),
});

/**
 * Unsaved changes: new values, and settings that return to their defaults. For the terms, it holds only the changed
 * texts; '' removes one. So a text that another administrator saves in another language stays.
 */
export type SettingsDraft = z.infer<typeof storedDraft>;
type Texts = PortalSettings['termsTexts'];

export const draftOf = ({ version }: SettingsView): SettingsDraft => ({ version, set: {}, reset: [] });

/** Returns the draft that this tab stored; undefined if there is none. */
export const parseDraft = (stored: unknown): SettingsDraft | undefined => storedDraft.safeParse(stored).data;

/** Names of the settings that the draft changes, in the order of the page. */
export const changedNames = ({ set, reset }: SettingsDraft): PageSettingName[] =>
  pageSettingNames.filter((name) => name in set || reset.includes(name));

/** Returns the value that the page shows. */
export function shownValue<N extends PlainName>(
  name: N,
  { set, reset }: SettingsDraft,
  { defaults, values }: SettingsView,
): PortalSettings[N] {
  const value = set[name] as PortalSettings[N] | undefined;
  if (value !== undefined) return value;
  return (reset.includes(name) ? defaults : values)[name];
}

/** Returns the terms that the page shows in a language, '' if there are none. */
export function shownTerms(language: string, { set }: SettingsDraft, settings: SettingsView): string {
  const text = set.termsTexts?.[language];
  return text ?? settings.values.termsTexts[language] ?? settings.defaults.termsTexts[language] ?? '';
}

/** Returns whether a setting will have a value of its own once the draft is saved. */
export const isOverridden = (
  name: PlainName,
  { set, reset }: SettingsDraft,
  settings: SettingsView,
): boolean => name in set || (!reset.includes(name) && settings.overridden.includes(name));

/** Changes a setting. A value that is saved already is no change. */
export function withValue<N extends PlainName>(
  draft: SettingsDraft,
  { values }: SettingsView,
  name: N,
  value: PortalSettings[N],
): SettingsDraft {
  const rest = without(draft, name);
  return isSame(value, values[name]) ? rest : { ...rest, set: { ...rest.set, [name]: value } };
}

/** Returns a setting to its default. */
export function withDefault(
  draft: SettingsDraft,
  { overridden }: SettingsView,
  name: PlainName,
): SettingsDraft {
  const rest = without(draft, name);
  return overridden.includes(name) ? { ...rest, reset: [...rest.reset, name] } : rest;
}

/** Changes the terms in one language. */
export function withTerms(
  draft: SettingsDraft,
  settings: SettingsView,
  language: string,
  text: string,
): SettingsDraft {
  const rest = without(draft, 'termsTexts');
  const { [language]: _, ...others } = draft.set.termsTexts ?? {};
  const isSaved = text === shownTerms(language, rest, settings);
  const termsTexts = isSaved ? others : { ...others, [language]: text };
  return Object.keys(termsTexts).length > 0 ? { ...rest, set: { ...rest.set, termsTexts } } : rest;
}

/** Returns the change to send. All texts of the terms are sent, except default ones. */
export function changeOf(draft: SettingsDraft, settings: SettingsView): unknown {
  const { set, reset } = draft;
  const change = { version: settings.version, set, reset } satisfies Record<keyof SettingsChange, unknown>;
  if (!set.termsTexts) return change;
  const { defaults, values } = settings;
  const languages = new Set([...Object.keys(values.termsTexts), ...Object.keys(set.termsTexts)]);
  const texts: Texts = {};
  for (const language of languages) {
    const text = shownTerms(language, draft, settings);
    if (text !== (defaults.termsTexts[language] ?? '')) texts[language] = text;
  }
  if (Object.keys(texts).length > 0) return { ...change, set: { ...set, termsTexts: texts } };
  return { ...change, set: without(draft, 'termsTexts').set, reset: [...reset, 'termsTexts'] };
}

/** Removes changes that are already saved or not allowed, such as after a save. */
export function rebased(draft: SettingsDraft, settings: SettingsView): SettingsDraft {
  let result = { ...draftOf(settings), version: draft.version };
  for (const name of changedNames(draft)) {
    if (settings.locked.includes(name)) continue;
    if (name === 'termsTexts') {
      for (const [language, text] of Object.entries(draft.set.termsTexts ?? {}))
        result = withTerms(result, settings, language, text);
    } else if (draft.set[name] === undefined) result = withDefault(result, settings, name);
    else result = withValue(result, settings, name, draft.set[name] as never);
  }
  return changedNames(result).length > 0 ? result : draftOf(settings);
}

/** Removes what was sent and saved. Input entered since then stays. */
export function withoutSent(draft: SettingsDraft, sent: SettingsDraft, saved: SettingsView): SettingsDraft {
  const set = Object.entries(draft.set).filter(
    ([name, value]) => !isSame(value, sent.set[name as PageSettingName]),
  );
  const reset = draft.reset.filter((name) => !sent.reset.includes(name));
  return { version: saved.version, set: Object.fromEntries(set) as PageOverrides, reset };
}

function without(draft: SettingsDraft, name: PageSettingName): SettingsDraft {
  const set = Object.entries(draft.set).filter(([other]) => other !== name);
  return {
    ...draft,
    set: Object.fromEntries(set) as PageOverrides,
    reset: draft.reset.filter((other) => other !== name),
  };
}

/** Compares two values of a setting. The order of languages has no effect. */
function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.toSorted());
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

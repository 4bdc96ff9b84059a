import {
  inMenuOrder,
  type PortalSettings,
  type SettingName,
  type StoredSettings,
  settingNames,
} from '@secure-preview/contracts';
import type { DefaultSettings } from './default-settings.js';

/** A version of the settings with all values that are in effect. */
export interface EffectiveSettings {
  readonly version: number;
  readonly values: PortalSettings;
  /** Names of the settings whose values are not the defaults. */
  readonly overridden: readonly SettingName[];
}

/** Returns the settings in effect. Ignores overrides of the settings in `locked`. */
export function effectiveSettings(
  { version, overrides }: StoredSettings,
  defaults: DefaultSettings,
  locked: readonly SettingName[],
): EffectiveSettings {
  const overridden = settingNames.filter((name) => overrides[name] !== undefined && !locked.includes(name));
  const applied = Object.fromEntries(
    overridden.map((name) => [name, overrides[name]]),
  ) as Partial<PortalSettings>;
  const values = { ...defaults.values, ...applied };
  // A newer version of the portal may have stored languages that are unknown here.
  const languages = inMenuOrder(values.languages);
  return {
    version,
    overridden,
    values: {
      ...values,
      termsTexts: { en: defaults.terms(values), ...applied.termsTexts },
      languages: languages.length > 0 ? languages : defaults.values.languages,
    },
  };
}

import { createHash } from 'node:crypto';
import {
  inMenuOrder,
  type PortalConfig,
  type PortalSettings,
  type PreviewTexts,
} from '@secure-preview/contracts';

export type Terms = PortalConfig['terms'];

/** Texts for visitors, from one version of the settings. */
export interface PortalTexts {
  /** Configurations by language, for the languages that are offered. */
  readonly configs: ReadonlyMap<string, PortalConfig>;
  /** Configuration for all other languages: English if it is offered, otherwise the first. */
  readonly fallback: PortalConfig;
  readonly previewTexts: PreviewTexts;
}

/** Returns the terms in `language`, or in English if there is no such text. */
function termsIn(language: string, { termsTexts, termsVersion, termsLastUpdated }: PortalSettings): Terms {
  const translated = termsTexts[language];
  const text = translated ?? termsTexts['en'] ?? '';
  return {
    version: termsVersion,
    lastUpdated: termsLastUpdated,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    language: translated === undefined ? 'en' : language,
  };
}

export function portalTexts(values: PortalSettings): PortalTexts {
  const { companyName, ownerName, contactEmail, contactPhone } = values;
  const languages = inMenuOrder(values.languages);
  const configIn = (language: string): PortalConfig => ({
    companyName,
    ownerName,
    contactEmail,
    contactPhone,
    languages,
    gateMode: values.gateMode,
    // Depends on the browser.
    gateArt: null,
    terms: termsIn(language, values),
  });
  const configs = new Map(languages.map((language) => [language as string, configIn(language)]));
  return {
    configs,
    fallback: configs.get(languages[0] ?? 'en') ?? configIn('en'),
    previewTexts: {
      headerLine: values.headerLine,
      fallbackTitle: values.fallbackTitle,
      fallbackDescription: values.fallbackDescription,
    },
  };
}

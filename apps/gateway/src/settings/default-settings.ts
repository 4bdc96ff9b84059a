import { readFileSync } from 'node:fs';
import {
  alertLanguages,
  defaultAlertRules,
  inMenuOrder,
  type PortalSettings,
} from '@secure-preview/contracts';
import type { GatewayEnvironment } from '../environment.js';
import { defaultTerms } from './default-terms.js';

const FALLBACK_DESCRIPTION = `Check in where the sun rises sixteen times a day.

High above the Earth, the first grand hotel in outer space opens its doors: silk, starlight and champagne that floats. Its guests have money enough for anything but the way home, and behind every airlock somebody is keeping a secret.

A story of luxury, longing and zero gravity.`;

type Parties = Pick<PortalSettings, 'companyName' | 'ownerName' | 'contactEmail' | 'contactPhone'>;

/** Settings before any change by an administrator. */
export interface DefaultSettings {
  readonly values: PortalSettings;
  /** Returns the English terms: those of the file, otherwise the built-in ones, which name owner and contacts. */
  readonly terms: (parties: Parties) => string;
}

/** Reads the defaults from the environment, and the file of the terms. */
export function defaultSettings(environment: GatewayEnvironment): DefaultSettings {
  const { TERMS_FILE } = environment;
  const fromFile = TERMS_FILE ? readFileSync(TERMS_FILE, 'utf8').trim() : undefined;
  const terms = ({ companyName, ownerName, contactEmail, contactPhone }: Parties) =>
    fromFile ??
    defaultTerms({
      owner: ownerName,
      company: companyName,
      email: contactEmail ?? undefined,
      phone: contactPhone ?? undefined,
    });
  const parties = {
    companyName: environment.COMPANY_NAME,
    ownerName: environment.OWNER_NAME,
    contactEmail: environment.CONTACT_EMAIL ?? null,
    contactPhone: environment.CONTACT_PHONE ?? null,
  };
  const languages = inMenuOrder(environment.LANGUAGES);
  const values = {
    ...parties,
    headerLine: environment.HEADER_LINE,
    fallbackTitle: environment.FALLBACK_TITLE,
    fallbackDescription: environment.FALLBACK_DESCRIPTION ?? FALLBACK_DESCRIPTION,
    termsVersion: environment.TERMS_VERSION,
    termsLastUpdated: environment.TERMS_LAST_UPDATED,
    termsTexts: { en: terms(parties) },
    timeZone: environment.TIME_ZONE,
    languages,
    senderLine: null,
    alertEmail: null,
    alertLanguage: alertLanguages.find((language) => languages.includes(language)) ?? 'en',
    alerts: defaultAlertRules,
    flagBlocks: [],
    gateArt: false,
    logoId: null,
    keyArtId: null,
    forensicMarking: environment.FORENSIC_MARKING === 'on',
    webhookUrl: null,
    webhookNames: false,
    gateMode: environment.GATE_MODE,
    requiredInside: 'nothing' as const,
    invitationProof: 'code' as const,
    termsAskedAt: null,
  };
  return { values, terms };
}

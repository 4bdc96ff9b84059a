import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import type { PortalConfig, PreviewTexts } from '@secure-preview/contracts';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import { defaultTerms } from './default-terms.js';

const FALLBACK_DESCRIPTION = `Check in where the sun rises sixteen times a day.

High above the Earth, the first grand hotel in outer space opens its doors: silk, starlight and champagne that floats. Its guests have money enough for anything but the way home, and behind every airlock somebody is keeping a secret.

A story of luxury, longing and zero gravity.`;

/** Provides the names, contacts and terms of this portal. They do not change while the process runs. */
@Injectable()
export class PortalConfigService {
  readonly config: PortalConfig;
  readonly previewTexts: PreviewTexts;

  constructor(@Inject(GATEWAY_ENVIRONMENT) settings: GatewayEnvironment) {
    const { COMPANY_NAME, OWNER_NAME, TERMS_FILE } = settings;
    const text = TERMS_FILE
      ? readFileSync(TERMS_FILE, 'utf8').trim()
      : defaultTerms({
          owner: OWNER_NAME,
          company: COMPANY_NAME,
          email: settings.CONTACT_EMAIL,
          phone: settings.CONTACT_PHONE,
        });
    this.config = {
      companyName: COMPANY_NAME,
      ownerName: OWNER_NAME,
      contactEmail: settings.CONTACT_EMAIL ?? null,
      contactPhone: settings.CONTACT_PHONE ?? null,
      terms: {
        version: settings.TERMS_VERSION,
        lastUpdated: settings.TERMS_LAST_UPDATED,
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
      },
    };
    this.previewTexts = {
      headerLine: settings.HEADER_LINE,
      fallbackTitle: settings.FALLBACK_TITLE,
      fallbackDescription: settings.FALLBACK_DESCRIPTION ?? FALLBACK_DESCRIPTION,
    };
  }

  get terms(): PortalConfig['terms'] {
    return this.config.terms;
  }
}

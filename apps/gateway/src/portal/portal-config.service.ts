import { Injectable } from '@nestjs/common';
import type { PortalConfig, PreviewTexts } from '@secure-preview/contracts';
import type { EffectiveSettings } from '../settings/effective-settings.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';
import { type PortalTexts, portalTexts, type Terms } from './portal-texts.js';

/**
 * Provides the names, contacts and terms of this portal, from the settings in memory. Before these were read, every
 * member throws an AppError `SERVICE_UNAVAILABLE`.
 */
@Injectable()
export class PortalConfigService {
  private derived: { from: EffectiveSettings; texts: PortalTexts } | undefined;

  constructor(private readonly settings: SettingsFollowerService) {}

  /** Returns the configuration with the terms in `language`, if visitors can choose it. */
  config(language?: string): PortalConfig {
    const { configs, fallback } = this.texts;
    return (language === undefined ? undefined : configs.get(language)) ?? fallback;
  }

  get previewTexts(): PreviewTexts {
    return this.texts.previewTexts;
  }

  /** The terms of every language that visitors can choose. Languages without a text have the English one. */
  get terms(): readonly Terms[] {
    return [...this.texts.configs.values()].map(({ terms }) => terms);
  }

  private get texts(): PortalTexts {
    const { current } = this.settings;
    if (this.derived?.from !== current) this.derived = { from: current, texts: portalTexts(current.values) };
    return this.derived.texts;
  }
}

import type { AlertSettings, PortalSettings } from '@secure-preview/contracts';

/** Returns the settings that decide about alerts and flags. */
export function alertSettingsOf(values: PortalSettings): AlertSettings {
  const { alerts, alertEmail, alertLanguage, companyName, timeZone, webhookUrl, webhookNames, flagBlocks } =
    values;
  return {
    rules: alerts,
    recipient: alertEmail,
    language: alertLanguage,
    companyName,
    timeZone,
    webhook: webhookUrl === null ? null : { url: webhookUrl, names: webhookNames },
    flagBlocks,
  };
}

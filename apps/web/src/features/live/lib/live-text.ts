import type { LivePlayer } from '@secure-preview/contracts';
import { deviceOf } from '../../../lib/device.js';
import { formatsOf } from '../../../lib/formats.js';
import type { AllLiveMessages } from '../../../messages/live-page/use-live-page-messages.js';

/** Returns browser and system as text. */
export function deviceText({ userAgent }: LivePlayer, { live }: AllLiveMessages): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== undefined && system !== undefined) return live.device(browser, system);
  return browser ?? system ?? live.unknownDevice;
}

/** Returns when a player first played, in the time zone of the browser. */
export const startText = ({ startedAt }: LivePlayer, { locale }: AllLiveMessages): string =>
  formatsOf(locale).date.format(Date.parse(startedAt));

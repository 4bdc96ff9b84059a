import {
  type AlertKind,
  alertKinds,
  alertTimes,
  type StoredAlertRule,
  type StoredAlertRules,
  storedAlertRules,
} from '@secure-preview/contracts';
import type { AllSettingsMessages } from '../../../messages/settings-page/use-settings-page-messages.js';

/** Rule of a kind that is switched on for the first time. */
const OFF: StoredAlertRule = { when: 'off', mail: true, webhook: true };

/** Returns the rule of a kind; a missing one is off. */
export const ruleOf = (rules: StoredAlertRules, kind: AlertKind): StoredAlertRule => rules[kind] ?? OFF;

/** Returns whether the alerts of a rule are sent, but none of its channels has a receiver. */
export const reachesNobody = (
  { when, mail, webhook }: StoredAlertRule,
  receivers: { readonly mail: boolean; readonly webhook: boolean },
): boolean =>
  when !== 'off' && (mail || webhook) && !(mail && receivers.mail) && !(webhook && receivers.webhook);

/** Returns the rules with another rule for a kind, in the order of the page. A kind that is off is left out. */
export function withRule(rules: StoredAlertRules, kind: AlertKind, rule: StoredAlertRule): StoredAlertRules {
  const changed = { ...rules, [kind]: rule };
  return Object.fromEntries(
    alertKinds.flatMap((name) => {
      const { when, mail, webhook } = ruleOf(changed, name);
      return when === 'off' ? [] : [[name, { when, mail, webhook }]];
    }),
  );
}

/** Returns the rules in a text of the history; none if it has another form. */
export function parseRules(text: string): StoredAlertRules {
  try {
    return storedAlertRules.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

/** Returns rules as a text: the kinds that are on, with time and channels. */
export function rulesText(rules: StoredAlertRules, { settings }: AllSettingsMessages): string {
  const { kinds, times, channels, rule } = settings.alerts;
  const texts = alertKinds.flatMap((kind) => {
    const { when, mail, webhook } = ruleOf(rules, kind);
    const time = alertTimes.find((known) => known === when);
    if (time === undefined || time === 'off') return [];
    const used = [...(mail ? [channels.mail] : []), ...(webhook ? [channels.webhook] : [])];
    return [rule(kinds[kind], [times[time], ...used].join(', '))];
  });
  return texts.length === 0 ? settings.off : texts.join('; ');
}

import { alertKinds } from '@secure-preview/contracts';
import { BellRing } from 'lucide-react';
import { Panel } from '../../../components/ui/panel.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { reachesNobody, ruleOf, rulesText, withRule } from '../lib/alert-rules.js';
import type { SettingsEditor } from '../lib/use-settings-form.js';
import { AlertLanguageField } from './alert-language-field.js';
import { AlertRuleField } from './alert-rule-field.js';
import { TextSetting } from './setting-field.js';
import { SettingNotes } from './setting-notes.js';
import { UnsentMails } from './unsent-mails.js';

/** Who receives alerts, which events the portal reports, when, and how. */
export function AlertsSection({ form }: { form: SettingsEditor }) {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const rules = form.value('alerts');
  const isLocked = form.isLocked('alerts');
  const label = t.names.alerts;
  const receivers = { mail: Boolean(form.value('alertEmail')), webhook: Boolean(form.value('webhookUrl')) };
  const isUnread = alertKinds.some((kind) => reachesNobody(ruleOf(rules, kind), receivers));
  return (
    <Panel title={t.sections.alerts} icon={<BellRing aria-hidden="true" />}>
      <p className="text-[0.95rem] text-muted">{t.alerts.text}</p>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <TextSetting name="alertEmail" form={form} hint={t.hints.alertEmail} type="email" />
        <AlertLanguageField form={form} />
      </div>
      <p role="status" className="text-sm text-primary-bright empty:hidden">
        {isUnread && t.alerts.noReceiver}
      </p>
      <UnsentMails />
      <div data-setting className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <fieldset disabled={isLocked} className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          <legend className="sr-only">{label}</legend>
          {alertKinds.map((kind) => (
            <AlertRuleField
              key={kind}
              kind={kind}
              rule={ruleOf(rules, kind)}
              onChange={(rule) => form.setValue('alerts', withRule(rules, kind, rule))}
            />
          ))}
        </fieldset>
        {isLocked && <p className="text-sm text-muted">{t.locked}</p>}
        <SettingNotes
          label={label}
          isOverridden={form.isOverridden('alerts')}
          isLocked={isLocked}
          defaultText={rulesText(form.settings.defaults.alerts, messages)}
          savedMeanwhile={
            form.isSavedMeanwhile('alerts') ? rulesText(form.settings.values.alerts, messages) : undefined
          }
          onUseDefault={() => form.resetToDefault('alerts')}
        />
      </div>
    </Panel>
  );
}

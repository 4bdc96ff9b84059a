import { Webhook } from 'lucide-react';
import { Panel } from '../../../../components/ui/panel.js';
import { useSettingsPageMessages } from '../../../../messages/settings-page/use-settings-page-messages.js';
import type { SettingsEditor } from '../../lib/use-settings-form.js';
import { SwitchSetting, TextSetting } from '../setting-field.js';
import { WebhookSecret } from './webhook-secret.js';
import { WebhookTest } from './webhook-test.js';

/** Alerts as webhooks: address, names, signing secret, test and last deliveries. */
export function WebhookSection({ form }: { form: SettingsEditor }) {
  const { hints, sections, webhook: t } = useSettingsPageMessages().settings;
  const saved = form.settings.values.webhookUrl;
  return (
    <Panel title={sections.webhooks} icon={<Webhook aria-hidden="true" />}>
      <p className="text-[0.95rem] text-muted">{t.text}</p>
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <TextSetting name="webhookUrl" form={form} hint={hints.webhookUrl} type="url" />
        <SwitchSetting name="webhookNames" form={form} hint={hints.webhookNames} />
      </div>
      {form.changed.includes('webhookUrl') ? (
        <p className="text-[0.95rem] text-muted">{t.saveFirst}</p>
      ) : (
        saved !== null && (
          <div key={saved} className="grid gap-x-8 gap-y-5 border-t border-line pt-5 lg:grid-cols-2">
            <WebhookTest url={saved} />
            <WebhookSecret />
          </div>
        )
      )}
    </Panel>
  );
}

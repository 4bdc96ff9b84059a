import {
  alertLanguages,
  inMenuOrder,
  type MailPreviewKind,
  mailPreviewKinds,
  type VisitorLanguage,
} from '@secure-preview/contracts';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { MailPreviewToggle } from '../../../components/mail-preview/mail-preview-toggle.js';
import { Field } from '../../../components/ui/field.js';
import { Panel } from '../../../components/ui/panel.js';
import { Select } from '../../../components/ui/select.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { languageName } from '../lib/setting-text.js';
import type { SettingsForm } from '../lib/use-settings-form.js';

/** Shows each mail with the values of the form. */
export function MailPreviewSection({ form }: { form: SettingsForm }) {
  const messages = useSettingsPageMessages();
  const t = messages.mailPreview;
  const newImages = (['logoId', 'keyArtId'] as const)
    .filter((name) => form.changed.includes(name))
    .map((name) => form.value(name))
    .filter((id) => id !== null);
  const [kind, setKind] = useState<MailPreviewKind>('invitation');
  const [chosen, setChosen] = useState<VisitorLanguage>();
  const isAlert = kind === 'accessRequested';
  const languages: readonly VisitorLanguage[] = isAlert
    ? alertLanguages
    : inMenuOrder(form.value('languages'));
  const preferred = chosen ?? (isAlert ? form.value('alertLanguage') : messages.language);
  const language = languages.find((name) => name === preferred) ?? languages[0] ?? 'en';
  return (
    <Panel
      className="no-print"
      title={messages.settings.sections.mailPreview}
      icon={<Mail aria-hidden="true" />}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t.kind}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={({ target }) =>
                setKind(mailPreviewKinds.find((name) => name === target.value) ?? 'invitation')
              }
            >
              {mailPreviewKinds.map((name) => (
                <option key={name} value={name}>
                  {t.kinds[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t.language}>
          {(control) => (
            <Select
              {...control}
              value={language}
              onChange={({ target }) =>
                setChosen(languages.find((name) => name === target.value) ?? language)
              }
            >
              {languages.map((name) => (
                <option key={name} value={name}>
                  {languageName(name, messages)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {form.value('gateArt') && newImages.length > 0 && <p className="text-sm text-muted">{t.newImages}</p>}
      <MailPreviewToggle
        // Saved images have copies for mails.
        revision={newImages.join()}
        form={{
          kind,
          language,
          companyName: form.value('companyName'),
          senderLine: form.value('senderLine'),
          gateArt: form.value('gateArt'),
          logoId: form.value('logoId'),
          keyArtId: form.value('keyArtId'),
        }}
      />
    </Panel>
  );
}

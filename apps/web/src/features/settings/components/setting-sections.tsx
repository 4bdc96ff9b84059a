import { Building2, Clock, Fingerprint, ScrollText, Type } from 'lucide-react';
import { Panel } from '../../../components/ui/panel.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import type { SettingsEditor } from '../lib/use-settings-form.js';
import { AlertsSection } from './alerts-section.js';
import { AskAgain } from './ask-again.js';
import { FlagsSection } from './flags-section.js';
import { GateArtSection, type RenderUpload } from './gate-art-section.js';
import { SwitchSetting, TextSetting } from './setting-field.js';
import { TermsFields } from './terms-fields.js';
import { WebhookSection } from './webhook/webhook-section.js';
import { LanguagesField, TimeZoneField } from './zone-fields.js';

/** All settings, by section. */
export function SettingSections({
  form,
  renderUpload,
}: {
  form: SettingsEditor;
  renderUpload: RenderUpload;
}) {
  const { sections, hints, termsNote } = useSettingsPageMessages().settings;
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <Panel title={sections.names} icon={<Building2 aria-hidden="true" />}>
          <TextSetting name="companyName" form={form} />
          <TextSetting name="ownerName" form={form} />
          <TextSetting name="contactEmail" form={form} hint={hints.contact} type="email" />
          <TextSetting name="contactPhone" form={form} hint={hints.contact} type="tel" />
        </Panel>
        <Panel title={sections.texts} icon={<Type aria-hidden="true" />}>
          <TextSetting name="headerLine" form={form} />
          <TextSetting name="senderLine" form={form} hint={hints.senderLine} />
          <TextSetting name="fallbackTitle" form={form} />
          <TextSetting name="fallbackDescription" form={form} isLong />
        </Panel>
      </div>
      <GateArtSection form={form} renderUpload={renderUpload} />
      <Panel title={sections.terms} icon={<ScrollText aria-hidden="true" />}>
        <p className="text-[0.95rem] text-muted">{termsNote}</p>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextSetting name="termsVersion" form={form} />
          <TextSetting name="termsLastUpdated" form={form} hint={hints.termsLastUpdated} />
        </div>
        <TermsFields form={form} />
        <AskAgain form={form} />
      </Panel>
      <AlertsSection form={form} />
      <FlagsSection form={form} />
      <WebhookSection form={form} />
      <Panel title={sections.marking} icon={<Fingerprint aria-hidden="true" />}>
        <SwitchSetting name="forensicMarking" form={form} hint={hints.forensicMarking} />
      </Panel>
      <Panel title={sections.zoneAndLanguages} icon={<Clock aria-hidden="true" />}>
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
          <TimeZoneField form={form} />
          <LanguagesField form={form} />
        </div>
      </Panel>
    </>
  );
}

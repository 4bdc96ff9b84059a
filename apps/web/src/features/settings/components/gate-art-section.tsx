import { type GateImageKind, pathOfGateImage } from '@secure-preview/contracts';
import { Image } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/ui/button.js';
import { FieldError } from '../../../components/ui/field.js';
import { Panel } from '../../../components/ui/panel.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { valueText } from '../lib/setting-text.js';
import type { SettingsEditor } from '../lib/use-settings-form.js';
import { GateImagePicture } from './gate-image-picture.js';
import { SettingNotes } from './setting-notes.js';

/** Renders the button that uploads an image. */
export type RenderUpload = (kind: GateImageKind, onUploaded: (imageId: string) => void) => ReactNode;

interface GateArtSectionProps {
  form: SettingsEditor;
  renderUpload: RenderUpload;
}

/** Settings of the logo and the key art of the gate (docs/product.md#gate-art). */
export function GateArtSection({ form, renderUpload }: GateArtSectionProps) {
  const t = useSettingsPageMessages().settings;
  return (
    <Panel title={t.sections.gateArt} icon={<Image aria-hidden="true" />}>
      <GateArtSwitch form={form} />
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <GateImageField name="logoId" kind="logo" form={form} renderUpload={renderUpload} />
        <GateImageField name="keyArtId" kind="keyArt" form={form} renderUpload={renderUpload} />
      </div>
    </Panel>
  );
}

function GateArtSwitch({ form }: { form: SettingsEditor }) {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const id = useId();
  const isLocked = form.isLocked('gateArt');
  const { defaults, values } = form.settings;
  return (
    <div data-setting className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="gateArt"
          disabled={isLocked}
          checked={form.value('gateArt')}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => form.setValue('gateArt', target.checked)}
          className="checkbox control shrink-0"
        />
        {t.names.gateArt}
      </label>
      <p id={`${id}-hint`} className="max-w-3xl text-sm text-muted">
        {isLocked ? t.locked : t.hints.gateArt}
      </p>
      <FieldError id={`${id}-error`}>{form.errors['gateArt']}</FieldError>
      <SettingNotes
        label={t.names.gateArt}
        isOverridden={form.isOverridden('gateArt')}
        isLocked={isLocked}
        defaultText={valueText(defaults.gateArt, messages)}
        savedMeanwhile={form.isSavedMeanwhile('gateArt') ? valueText(values.gateArt, messages) : undefined}
        onUseDefault={() => form.resetToDefault('gateArt')}
      />
    </div>
  );
}

interface GateImageFieldProps extends GateArtSectionProps {
  name: 'logoId' | 'keyArtId';
  kind: GateImageKind;
}

function GateImageField({ name, kind, form, renderUpload }: GateImageFieldProps) {
  const t = useSettingsPageMessages().settings;
  const id = useId();
  const isLocked = form.isLocked(name);
  const error = form.errors[name];
  const imageId = form.value(name);
  return (
    <fieldset
      name={name}
      tabIndex={-1}
      aria-describedby={`${id}-hint ${id}-error`}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3"
    >
      <legend className="mb-2 text-sm font-medium">{t.names[name]}</legend>
      <GateImagePicture key={imageId} path={pathOfGateImage(imageId)} name={t.names[name]} />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {isLocked ? t.locked : t.hints[name]}
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {form.isSavedMeanwhile(name) && (
        <p className="border-s-2 border-primary ps-3 text-sm text-primary-bright">
          {t.savedMeanwhile} {t.names[name]}
        </p>
      )}
      {!isLocked && (
        <div className="grid justify-items-start gap-1">
          {renderUpload(kind, (uploaded) => form.setValue(name, uploaded))}
          {imageId !== null && (
            <Button
              variant="quiet"
              className="-mx-5"
              aria-label={t.removeImageOf(t.names[name])}
              onClick={({ currentTarget }) => {
                // The button disappears, so the field takes the focus.
                currentTarget.closest('fieldset')?.focus();
                form.setValue(name, null);
              }}
            >
              {t.removeImage}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

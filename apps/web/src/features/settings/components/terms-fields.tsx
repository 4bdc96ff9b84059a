import { inMenuOrder } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Field, inputVariants } from '../../../components/ui/field.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { languageName } from '../lib/setting-text.js';
import type { SettingsEditor } from '../lib/use-settings-form.js';
import { lockedVariants } from './locked-variants.js';
import { SettingNotes } from './setting-notes.js';

/** The terms in each language that visitors can choose. English comes first: other languages fall back to it. */
export function TermsFields({ form }: { form: SettingsEditor }) {
  const languages = inMenuOrder(['en', ...form.value('languages')]);
  return languages.map((language) => <TermsField key={language} language={language} form={form} />);
}

function TermsField({ language, form }: { language: string; form: SettingsEditor }) {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const { defaults, values } = form.settings;
  const label = t.termsIn(languageName(language, messages));
  const text = form.terms(language);
  const defaultText = defaults.termsTexts[language];
  const isLocked = form.isLocked('termsTexts');
  const hint = isLocked ? t.locked : defaultText === undefined ? t.termsFallback : undefined;
  const name = `termsTexts.${language}`;
  return (
    <div data-setting className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <Field label={label} hint={hint} error={form.errors[name] ?? form.errors['termsTexts']}>
        {(control) => (
          <textarea
            {...control}
            name={name}
            lang={language}
            dir="auto"
            disabled={isLocked}
            value={text}
            onChange={(event) => form.setTerms(language, event.target.value)}
            className={clsx(inputVariants, lockedVariants, 'scroll-quiet min-h-64 resize-y leading-relaxed')}
          />
        )}
      </Field>
      {(defaultText !== undefined || form.isSavedMeanwhile('termsTexts', language)) && (
        <SettingNotes
          label={label}
          isOverridden={text !== defaultText}
          isLocked={isLocked || defaultText === undefined}
          defaultText={defaultText ?? t.none}
          savedMeanwhile={
            form.isSavedMeanwhile('termsTexts', language)
              ? (values.termsTexts[language] ?? t.none)
              : undefined
          }
          onUseDefault={() => form.setTerms(language, defaultText ?? '')}
        />
      )}
    </div>
  );
}

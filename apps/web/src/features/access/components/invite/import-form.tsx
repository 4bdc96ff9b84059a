import {
  type CheckedRow,
  type ConfirmedImport,
  inMenuOrder,
  isVisitorLanguage,
} from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MailPreviewToggle } from '../../../../components/mail-preview/mail-preview-toggle.js';
import { Button } from '../../../../components/ui/button.js';
import { Field, inputVariants } from '../../../../components/ui/field.js';
import { Select } from '../../../../components/ui/select.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { usePortalConfig } from '../../../../lib/api/portal-config.js';
import { formatsOf, timeZoneName } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { useConfirmImport } from '../../api/imports.js';
import { checkOptions, type OptionsInput } from '../../lib/import-options.js';
import { isInvited } from '../../lib/import-rows.js';
import { validInstantOf } from '../../lib/instants.js';
import { CheckField } from '../fields/check-field.js';
import { InstantField } from '../fields/instant-field.js';

interface ImportFormProps {
  importId: string;
  rows: readonly CheckedRow[];
  onBack: () => void;
  onDone: (confirmed: ConfirmedImport, sendMail: boolean) => void;
}

/** What all invitations of the import share, and the confirmation. */
export function ImportForm({ importId, rows, onBack, onDone }: ImportFormProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.invite;
  const formats = formatsOf(messages.locale);
  const zone = timeZoneName(messages.locale) ?? '';
  const form = useRef<HTMLFormElement>(null);
  const config = usePortalConfig();
  const languages = inMenuOrder(config.data?.languages ?? [messages.language]);
  const [input, setInput] = useState<OptionsInput>({
    language: languages.includes(messages.language) ? messages.language : (languages[0] ?? 'en'),
    message: '',
    startsAt: '',
    endsAt: '',
    sendMail: true,
  });
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const confirm = useConfirmImport();
  const count = rows.filter(isInvited).length;
  const change = (changed: Partial<OptionsInput>) => setInput({ ...input, ...changed });
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (confirm.isPending) return;
    const checked = checkOptions(input, messages);
    setErrors(checked.errors);
    if (!checked.options) return;
    confirm.mutate(
      { importId, options: checked.options },
      {
        onSuccess: (confirmed) => onDone(confirmed, input.sendMail),
        onError: (error) => toastFailure(error, t.confirmFailed.title, t.confirmFailed.text, messages),
      },
    );
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <Field label={t.language}>
          {(control) => (
            <Select
              {...control}
              value={input.language}
              onChange={({ target }) => isVisitorLanguage(target.value) && change({ language: target.value })}
            >
              {languages.map((language) => (
                <option key={language} value={language}>
                  {formats.language.of(language)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <InstantField
          label={t.startsAt}
          hint={t.startsHint(zone)}
          error={errors['startsAt']}
          value={input.startsAt}
          onChange={(startsAt) => change({ startsAt })}
        />
        <InstantField
          label={t.endsAt}
          hint={t.endsHint(zone)}
          error={errors['endsAt']}
          value={input.endsAt}
          onChange={(endsAt) => change({ endsAt })}
        />
      </div>
      <Field label={t.message} hint={t.messageHint} error={errors['message']}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            value={input.message}
            onChange={(event) => change({ message: event.target.value })}
            className={clsx(inputVariants, 'scroll-quiet min-h-28 resize-y leading-relaxed')}
          />
        )}
      </Field>
      <CheckField
        label={t.sendMail}
        hint={t.sendMailHint}
        checked={input.sendMail}
        onChange={(sendMail) => change({ sendMail })}
      />
      {input.sendMail && (
        <MailPreviewToggle
          form={{
            kind: 'invitation',
            language: input.language,
            name: rows.find(isInvited)?.name || null,
            message: input.message,
            startsAt: validInstantOf(input.startsAt),
            endsAt: validInstantOf(input.endsAt),
          }}
        />
      )}
      {count === 0 && <p className="text-destructive">{t.nobodyToInvite}</p>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={confirm.isPending} disabled={confirm.isPending || count === 0}>
          {confirm.isPending ? t.confirming : t.confirm(formats.number.format(count))}
        </Button>
        <Button variant="secondary" disabled={confirm.isPending} onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </form>
  );
}

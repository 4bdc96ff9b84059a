import { emailAddress, fieldErrorMessage, limits } from '@secure-preview/contracts';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Field, Input } from '../../../../components/ui/field.js';
import { serverMessage } from '../../../../lib/http-error.js';
import { useSecondsUntil } from '../../../../lib/use-seconds-until.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { type GateModeChange, useSendTestCode } from '../../api/gate-mode.js';

export type TestCode = NonNullable<GateModeChange['testCode']>;

interface TestCodeFieldsProps {
  /** The code that was sent, with the digits that were entered; undefined before one was sent. */
  value: TestCode | undefined;
  onChange: (value: TestCode) => void;
  error: string | undefined;
}

/** Sends a code to the administrator, who enters it. */
export function TestCodeFields({ value, onChange, error }: TestCodeFieldsProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.gate;
  const [email, setEmail] = useState('');
  const [emailError, setEmailError] = useState<string>();
  const send = useSendTestCode();
  /** Time from which another code may be sent, in milliseconds since 1970. */
  const [resendAt, setResendAt] = useState(0);
  const secondsLeft = useSecondsUntil(resendAt);

  function requestCode() {
    const checked = emailAddress.safeParse(email);
    setEmailError(checked.success ? undefined : fieldErrorMessage('EMAIL_INVALID', messages.fieldErrors));
    if (!checked.success || send.isPending) return;
    send.mutate(
      { email: checked.data, language: messages.language },
      {
        onSuccess: ({ codeId, resendInSeconds }) => {
          setResendAt(Date.now() + resendInSeconds * 1000);
          onChange({ email: checked.data, codeId, code: '' });
        },
        onError: (failure) => setEmailError(serverMessage(failure, t.sendFailedFallback, messages)),
      },
    );
  }

  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="mb-2 font-medium">{t.testTitle}</legend>
      <p className="text-[0.95rem] text-muted">{t.testText}</p>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field label={t.testEmail} error={emailError}>
          {(control) => (
            <Input
              {...control}
              type="email"
              dir="ltr"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              onKeyDown={(event) => {
                // Sends the code instead of the form.
                if (event.key !== 'Enter') return;
                event.preventDefault();
                requestCode();
              }}
            />
          )}
        </Field>
        <Button
          variant="secondary"
          className="min-h-12 sm:mt-7"
          pending={send.isPending}
          disabled={send.isPending || secondsLeft > 0}
          onClick={requestCode}
        >
          {secondsLeft > 0 ? t.sendAgainIn(secondsLeft) : value ? t.sendAgain : t.sendTest}
        </Button>
      </div>
      <div role="status">
        {value && (
          <p className="text-[0.95rem] [overflow-wrap:anywhere]">
            {t.sentTo(value.email, limits.access.code.seconds / 60)}
          </p>
        )}
      </div>
      {(value || error) && (
        <Field label={t.code} hint={t.codeHint} error={error}>
          {(control) => (
            <Input
              {...control}
              name="code"
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              disabled={!value}
              className="max-w-48 tracking-[0.3em] tabular-nums"
              value={value?.code ?? ''}
              onChange={(event) => value && onChange({ ...value, code: event.target.value })}
            />
          )}
        </Field>
      )}
      {value && (
        <details className="text-[0.95rem]">
          <summary className="w-fit cursor-pointer text-primary-bright">{t.notArrived}</summary>
          <ul className="mt-2 grid list-disc gap-1 ps-5 text-muted">
            {Object.values(t.notArrivedHelp).map((help) => (
              <li key={help}>{help}</li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  );
}

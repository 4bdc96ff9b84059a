import { limits } from '@secure-preview/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { endedReason, hasCode } from '../../../../lib/http-error.js';
import { type CodeRequest, rememberedCodeRequest } from '../../../../lib/memory/code-request.js';
import { useEntryMessages } from '../../../../messages/entry/use-entry-messages.js';
import { useMessages } from '../../../../messages/use-messages.js';
import { type CodeForm as CodeValues, enterWithCode, storeAccessStart } from '../../api/codes.js';
import { useEnter } from '../../api/enter.js';
import { forgetBrowser } from '../../api/forget-browser.js';
import { codeDigits } from '../../lib/code-digits.js';
import { codeError } from '../../lib/code-error.js';
import { CodeInput } from './code-input.js';
import { ResendCode } from './resend-code.js';
import { StepHeading } from './step-heading.js';

const { digits, seconds } = limits.access.code;

export interface CodeStepProps {
  request: CodeRequest;
  /** Whether the visitor may go back to the form and change the address. */
  canChangeAddress: boolean;
  onRequest: (request: CodeRequest) => void;
  /** Called to show the form again. */
  onBack: () => void;
}

interface CodeFormProps extends CodeStepProps {
  /** Whether everybody with a proved address may enter. */
  admitsEverybody: boolean;
  /** Undefined if requests for access are ignored. */
  onRequestAccess: (() => void) | undefined;
}

/** The input of the code, which is sent as soon as it is complete. */
export function CodeForm(props: CodeFormProps) {
  const { request, admitsEverybody, canChangeAddress, onRequest, onBack, onRequestAccess } = props;
  const messages = useMessages();
  const entry = useEntryMessages();
  const t = entry.code;
  const sentText = (request.codeSent ?? admitsEverybody) ? t.sentTo : t.sent;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  /** Code that the server refused as wrong, and why. It would use up another try. */
  const [wrong, setWrong] = useState<{ code: string; message: string }>();
  const input = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const enter = useEnter<CodeValues>({
    send: enterWithCode,
    onFailure: (failure, { code: sent }) => {
      if (endedReason(failure)) rememberedCodeRequest.forget();
      storeAccessStart(queryClient, failure);
      const message = codeError(failure, messages, t);
      if (hasCode(failure, 'TERMS_CHANGED')) {
        toast({ title: messages.gate.errorTitle, description: message, variant: 'destructive' });
        return onBack();
      }
      setError(message);
      if (hasCode(failure, 'CODE_WRONG')) setWrong({ code: sent, message });
      // The next digit replaces the wrong code.
      input.current?.select();
    },
  });

  const send = (typed: string) => {
    if (enter.isPending) return;
    // A hand that types the last digit and also taps the button sends the code twice.
    if (typed === wrong?.code) {
      setError(wrong.message);
      input.current?.select();
    } else if (typed.length === digits)
      enter.mutate({ ...request.form, codeId: request.codeId, code: typed });
    else {
      setError(messages.fieldErrors.CODE_INVALID);
      input.current?.focus();
    }
  };
  const change = (text: string) => {
    const typed = codeDigits(text);
    setCode(typed);
    setError(undefined);
    if (typed.length === digits && typed !== code) send(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(code);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-2">
        <StepHeading>{t.title}</StepHeading>
        <p className="text-muted [overflow-wrap:anywhere]">{sentText(request.form.email)}</p>
        <p className="text-sm text-muted">{t.valid(seconds / 60)}</p>
      </div>
      <CodeInput
        ref={input}
        label={t.label}
        hint={t.spam}
        error={error}
        value={code}
        readOnly={enter.isPending}
        onChange={(event) => change(event.target.value)}
      />
      <Button
        type="submit"
        pending={enter.isPending}
        disabled={enter.isPending}
        className="min-h-13 text-base"
      >
        {enter.isPending ? t.checking : t.submit}
      </Button>
      <ResendCode
        request={request}
        onRequest={(next) => {
          setCode('');
          setWrong(undefined);
          setError(undefined);
          onRequest(next);
          // The button is disabled again.
          input.current?.focus();
        }}
        onFailure={setError}
      />
      <div className="flex flex-wrap justify-between gap-x-2">
        {canChangeAddress && (
          <Button
            variant="quiet"
            className="-mx-5"
            onClick={() => {
              forgetBrowser();
              onBack();
            }}
          >
            {t.changeAddress}
          </Button>
        )}
        {onRequestAccess && (
          <Button variant="quiet" className="-mx-5" onClick={onRequestAccess}>
            {entry.request.link}
          </Button>
        )}
      </div>
    </form>
  );
}

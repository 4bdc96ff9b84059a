import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { serverMessage } from '../../../../lib/http-error.js';
import type { CodeRequest } from '../../../../lib/memory/code-request.js';
import { useSecondsUntil } from '../../../../lib/use-seconds-until.js';
import { useEntryMessages } from '../../../../messages/entry/use-entry-messages.js';
import { useMessages } from '../../../../messages/use-messages.js';
import { requestCode } from '../../api/codes.js';

interface ResendCodeProps {
  request: CodeRequest;
  onRequest: (request: CodeRequest) => void;
  onFailure: (message: string) => void;
}

/** Requests another code, after the time that the portal requires between two codes. */
export function ResendCode({ request, onRequest, onFailure }: ResendCodeProps) {
  const messages = useMessages();
  const t = useEntryMessages().code;
  const [isResent, setResent] = useState(false);
  const seconds = useSecondsUntil(request.resendAt);
  const resend = useMutation({
    mutationFn: () => requestCode(request.form, messages.language),
    onSuccess: (next) => {
      setResent(true);
      onRequest(next);
    },
    onError: (error) => onFailure(serverMessage(error, t.resendFallback, messages)),
  });
  return (
    <div className="grid gap-2">
      <Button
        variant="secondary"
        pending={resend.isPending}
        disabled={seconds > 0 || resend.isPending}
        onClick={() => resend.mutate()}
        className="tabular-nums"
      >
        {seconds > 0 ? t.resendIn(seconds) : t.resend}
      </Button>
      {/* Outside the button: the seconds are not read out. */}
      <p role="status" className={isResent && seconds > 0 ? 'text-center text-sm text-muted' : 'sr-only'}>
        {seconds === 0 ? t.resendReady : isResent && t.resent}
      </p>
    </div>
  );
}

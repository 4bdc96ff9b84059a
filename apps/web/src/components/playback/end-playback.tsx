import { type ReactNode, useState } from 'react';
import { useAllowPlayback, useEndPlayback } from '../../lib/api/ended-playbacks.js';
import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { Button } from '../ui/button.js';
import { toastFailure } from '../ui/toast/toast-failure.js';

interface EndPlaybackProps {
  leadId: string;
  trailerId: string;
  /** Name of the visitor, for the label of the button. */
  name: string;
  /** Whether the playback is ended already, as far as the page knows. */
  ended?: boolean;
  /** Leads to a block of the person. Shown with the hint that an ended playback does not prevent another visit. */
  block?: ReactNode;
  /** Called after a change. */
  onChanged?: () => void;
}

/**
 * Ends the playback of a version in a visit, and allows it again. It asks for no confirmation: it has to be fast, and the
 * same button takes it back.
 */
export function EndPlayback({ leadId, trailerId, name, ended = false, block, onChanged }: EndPlaybackProps) {
  const messages = useUploadPageMessages();
  const t = messages.admin.endPlayback;
  const end = useEndPlayback();
  const allow = useAllowPlayback();
  // Holds until the page has read the state again.
  const [change, setChange] = useState<{ of: boolean; to: boolean }>();
  const isEnded = change?.of === ended ? change.to : ended;
  const isPending = end.isPending || allow.isPending;
  const toggle = () => {
    if (isPending) return;
    const failed = isEnded ? t.allowFailed : t.endFailed;
    (isEnded ? allow : end).mutate(
      { leadId, trailerId },
      {
        onSuccess: () => {
          setChange({ of: ended, to: !isEnded });
          onChanged?.();
        },
        onError: (error) => toastFailure(error, failed.title, failed.text, messages),
      },
    );
  };
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {isEnded && <p className="text-sm text-destructive">{t.ended}</p>}
      <Button
        variant="secondary"
        aria-label={isEnded ? t.allowOf(name) : t.endOf(name)}
        // Not disabled meanwhile: the focus stays, and the new name of the button is read out.
        pending={isPending}
        onClick={toggle}
        className="min-h-10! px-3.5! py-1.5! text-sm! whitespace-nowrap"
      >
        {isEnded ? t.allow : t.end}
      </Button>
      {isEnded && (
        <p className="text-sm text-muted">
          {t.endedNote} {block}
        </p>
      )}
    </div>
  );
}

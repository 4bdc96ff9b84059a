import type { ListedTrailer } from '@secure-preview/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { useMessages } from '../../../messages/use-messages.js';
import { useActivate, useCancel, useRemove } from '../api/versions.js';

type Ask = 'preview' | 'cancel' | 'remove';

export interface VersionActions {
  preview: (trailer: ListedTrailer) => void;
  activate: (trailer: ListedTrailer) => void;
  /** Asks for confirmation. */
  cancel: (trailer: ListedTrailer) => void;
  /** Asks for confirmation. */
  remove: (trailer: ListedTrailer) => void;
  /** Id of the version that is being changed. */
  busyWith: string | undefined;
  dialog: ReactNode;
}

interface Options {
  renderPlayer: (trailer: ListedTrailer) => ReactNode;
  /** Called after a change or a refusal, once the lists are refetched. */
  onDone: () => void;
}

/**
 * Provides the administrator's actions on versions. Each reports its outcome; irreversible ones require
 * confirmation.
 */
export function useVersionActions({ renderPlayer, onDone }: Options): VersionActions {
  const messages = useMessages();
  const t = messages.versions;
  const [asked, setAsked] = useState<{ what: Ask; trailer: ListedTrailer }>();
  const [activate, cancel, remove] = [useActivate(), useCancel(), useRemove()];
  const pending = [activate, cancel, remove].find(({ isPending }) => isPending);
  const close = () => setAsked(undefined);

  function run(
    change: typeof activate,
    { id, title }: ListedTrailer,
    done: { title: string; text: (title: string) => string },
    failed: { title: string; text: string },
  ) {
    if (pending) return;
    change.mutate(id, {
      onSuccess: () => toast({ title: done.title, description: done.text(title) }),
      onError: (error) => toastFailure(error, failed.title, failed.text, messages),
      // Closes before the toast appears, which an open dialog would cover.
      onSettled: () => {
        close();
        onDone();
      },
    });
  }

  const runActivate = (trailer: ListedTrailer) => run(activate, trailer, t.activated, t.activateFailed);
  const ask = (what: Ask) => (trailer: ListedTrailer) => setAsked({ what, trailer });

  function dialogOf({ what, trailer }: NonNullable<typeof asked>): ReactNode {
    const { title, status, active } = trailer;
    switch (what) {
      case 'preview':
        return (
          <Dialog title={title} description={active ? t.previewActiveText : t.previewText} onClose={close}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto p-3 [--shadow-screen:none] [--stage-height:min(24.5rem,100dvh-15rem)] sm:p-5">
              {renderPlayer(trailer)}
              {!active && (
                <Button
                  className="justify-self-end max-sm:justify-self-stretch"
                  pending={activate.isPending}
                  disabled={activate.isPending}
                  onClick={() => runActivate(trailer)}
                >
                  {t.activate}
                </Button>
              )}
            </div>
          </Dialog>
        );
      case 'cancel':
        return (
          <Confirmation
            title={t.cancelTitle(title)}
            text={status === 'ready' ? t.cancelReadyText : t.cancelText}
            keep={t.cancelKeep}
            confirm={t.cancelConfirm}
            pending={cancel.isPending}
            onKeep={close}
            onConfirm={() => run(cancel, trailer, t.cancelled, t.cancelFailed)}
          />
        );
      case 'remove':
        return (
          <Confirmation
            title={t.removeTitle(title)}
            text={t.removeText}
            keep={messages.common.cancel}
            confirm={t.remove}
            pending={remove.isPending}
            onKeep={close}
            onConfirm={() => run(remove, trailer, t.removed, t.removeFailed)}
          />
        );
    }
  }

  return {
    preview: ask('preview'),
    activate: runActivate,
    cancel: ask('cancel'),
    remove: ask('remove'),
    busyWith: pending?.variables,
    dialog: asked && dialogOf(asked),
  };
}

interface ConfirmationProps {
  title: string;
  text: string;
  keep: string;
  confirm: string;
  pending: boolean;
  onKeep: () => void;
  onConfirm: () => void;
}

function Confirmation({ title, text, keep, confirm, pending, onKeep, onConfirm }: ConfirmationProps) {
  return (
    <Dialog title={title} description={text} onClose={onKeep}>
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button variant="quiet" onClick={onKeep}>
          {keep}
        </Button>
        <Button pending={pending} disabled={pending} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}

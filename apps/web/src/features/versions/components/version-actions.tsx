import type { ListedTrailer } from '@secure-preview/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useActivate, useCancel, useMark, useRemove } from '../api/versions.js';

type DialogKind = 'preview' | 'mark' | 'cancel' | 'remove';

export interface VersionActions {
  preview: (trailer: ListedTrailer) => void;
  activate: (trailer: ListedTrailer) => void;
  /** Opens a confirmation dialog. */
  mark: (trailer: ListedTrailer) => void;
  /** Opens a confirmation dialog. */
  cancel: (trailer: ListedTrailer) => void;
  /** Opens a confirmation dialog. */
  remove: (trailer: ListedTrailer) => void;
  /** Id of the version that is being changed. */
  busyId: string | undefined;
  dialog: ReactNode;
}

interface Options {
  renderPlayer: (trailer: ListedTrailer) => ReactNode;
  /** Called after a change or a rejection, once the lists are refetched. */
  onDone: () => void;
}

/**
 * Provides the actions of the administrator on versions. Each action reports its outcome. Irreversible actions
 * require confirmation.
 */
export function useVersionActions({ renderPlayer, onDone }: Options): VersionActions {
  const messages = useUploadPageMessages();
  const t = messages.versions;
  const [opened, setOpened] = useState<{ kind: DialogKind; trailer: ListedTrailer }>();
  const [activate, mark, cancel, remove] = [useActivate(), useMark(), useCancel(), useRemove()];
  const pending = [activate, mark, cancel, remove].find(({ isPending }) => isPending);
  const close = () => setOpened(undefined);

  function run(
    change: typeof activate,
    { id, title }: ListedTrailer,
    success: { title: string; text: (title: string) => string },
    failure: { title: string; text: string },
  ) {
    if (pending) return;
    change.mutate(id, {
      onSuccess: () => toast({ title: success.title, description: success.text(title) }),
      onError: (error) => toastFailure(error, failure.title, failure.text, messages),
      // Closes before the toast appears, because the dialog would cover it.
      onSettled: () => {
        close();
        onDone();
      },
    });
  }

  const runActivate = (trailer: ListedTrailer) => run(activate, trailer, t.activated, t.activateFailed);
  const openDialog = (kind: DialogKind) => (trailer: ListedTrailer) => setOpened({ kind, trailer });

  function renderDialog({ kind, trailer }: NonNullable<typeof opened>): ReactNode {
    const { title, status, active } = trailer;
    switch (kind) {
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
      case 'mark':
        return (
          <Confirmation
            title={t.markTitle(title)}
            text={t.markText}
            cancelLabel={messages.common.cancel}
            confirmLabel={t.mark}
            pending={mark.isPending}
            onCancel={close}
            onConfirm={() => run(mark, trailer, t.markStarted, t.markFailed)}
          />
        );
      case 'cancel':
        return (
          <Confirmation
            title={t.cancelTitle(title)}
            text={status === 'ready' ? t.cancelReadyText : t.cancelText}
            cancelLabel={t.cancelKeep}
            confirmLabel={t.cancelConfirm}
            pending={cancel.isPending}
            onCancel={close}
            onConfirm={() => run(cancel, trailer, t.cancelled, t.cancelFailed)}
          />
        );
      case 'remove':
        return (
          <Confirmation
            title={t.removeTitle(title)}
            text={trailer.marked ? `${t.removeText} ${t.removeMarkedText}` : t.removeText}
            cancelLabel={messages.common.cancel}
            confirmLabel={t.remove}
            pending={remove.isPending}
            onCancel={close}
            onConfirm={() => run(remove, trailer, t.removed, t.removeFailed)}
          />
        );
    }
  }

  return {
    preview: openDialog('preview'),
    activate: runActivate,
    mark: openDialog('mark'),
    cancel: openDialog('cancel'),
    remove: openDialog('remove'),
    busyId: pending?.variables,
    dialog: opened && renderDialog(opened),
  };
}

interface ConfirmationProps {
  title: string;
  text: string;
  cancelLabel: string;
  confirmLabel: string;
  pending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

function Confirmation({
  title,
  text,
  cancelLabel,
  confirmLabel,
  pending,
  onCancel,
  onConfirm,
}: ConfirmationProps) {
  return (
    <Dialog title={title} description={text} onClose={onCancel}>
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button variant="quiet" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button pending={pending} disabled={pending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}

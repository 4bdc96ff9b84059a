import type { DeclaredFile } from '@secure-preview/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { logFailure } from '../../../lib/log.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { requestUploadAddress, type UploadKind } from '../api/upload-address.js';
import { reloadFailedStyles } from './failed-styles.js';
import type { UploadDialog, UploadedFile } from './upload-dialog.js';
import { markWork } from './uploads-in-progress.js';

interface UploadEvents {
  onUploaded: (uploadURL: string | undefined, file: UploadedFile) => void;
  onFailed: (message: string) => void;
}

/**
 * Manages the upload dialog for one kind of file. It is loaded on first open and keeps its file until the page is left.
 */
export function useUploadDialog(kind: UploadKind, events: UploadEvents) {
  const messages = useUploadPageMessages();
  const dialog = useRef<Promise<UploadDialog>>(undefined);
  const [opening, setOpening] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  /** Reason why the file in the dialog could not be sent. */
  const [failure, setFailure] = useState<string | null>(null);
  const { mutateAsync: requestAddress } = useMutation({
    mutationFn: (file: DeclaredFile) => requestUploadAddress(kind, file),
  });
  const onUploaded = useEffectEvent(events.onUploaded);
  const onFailed = useEffectEvent(events.onFailed);

  useEffect(
    () => () => {
      void dialog.current?.then((open) => open.destroy());
      dialog.current = undefined;
      markWork(kind, false);
    },
    [kind],
  );

  async function create(): Promise<UploadDialog> {
    await reloadFailedStyles();
    const [{ createUploadDialog }, libraryMessages] = await Promise.all([
      import('./upload-dialog.js'),
      messages.uploadLibrary(),
    ]);
    return createUploadDialog({
      kind,
      messages,
      libraryMessages,
      requestAddress: (file) => requestAddress(file),
      onUploaded,
      onFailed: (message) => {
        setFailure(message);
        onFailed(message);
      },
      onProgress: (percent) => {
        setFailure(null);
        setProgress(percent);
        markWork(kind, percent !== null);
      },
    });
  }

  async function open(dropped: readonly File[] = []): Promise<void> {
    setOpening(true);
    try {
      dialog.current ??= create();
      (await dialog.current).open(dropped);
    } catch (error) {
      dialog.current = undefined;
      logFailure('The upload dialog could not be opened', error);
      const { openFailedTitle, openFailedText } = messages.upload.dialog;
      toast({ title: openFailedTitle, description: openFailedText, variant: 'destructive' });
    } finally {
      setOpening(false);
    }
  }

  return { open, opening, progress, failure };
}

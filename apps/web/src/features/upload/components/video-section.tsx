import { limits } from '@secure-preview/contracts';
import { Clapperboard, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Input } from '../../../components/ui/field.js';
import { Notice } from '../../../components/ui/notice.js';
import { Panel } from '../../../components/ui/panel.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { isPermanentRejection, serverMessage } from '../../../lib/http-error.js';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import type { Success } from '../../../lib/redirect-toast.js';
import { warningText } from '../../../lib/trailer-notice.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useCreateTrailer } from '../api/trailers.js';
import { pendingPoster } from '../lib/pending-poster.js';
import { markWork } from '../lib/uploads-in-progress.js';
import { useUploadDialog } from '../lib/use-upload-dialog.js';
import { UploadButton } from './upload-button.js';
import { UploadFailure } from './upload-failure.js';

/** Section 1 of the upload page: creates a trailer from a title and a video (docs/product.md#upload-page). */
export function VideoSection({ onSaved }: { onSaved: (success: Success) => void }) {
  const messages = useUploadPageMessages();
  const t = messages.upload.video;
  const [title, setTitle] = useState(() => uploadDrafts.title.read() ?? '');
  /** URL of an uploaded video that is not saved as a trailer yet. */
  const [unsavedUrl, setUnsavedUrl] = useState<string | null>(null);
  /** Reason why the server permanently rejected the last video. */
  const [rejection, setRejection] = useState<string | null>(null);
  const titleInput = useRef<HTMLInputElement>(null);
  const create = useCreateTrailer();
  useEffect(() => () => markWork('trailer', false), []);

  function changeTitle(changed: string) {
    setTitle(changed);
    if (changed === '') uploadDrafts.title.forget();
    else uploadDrafts.title.save(changed);
  }

  function hasTitle(): boolean {
    if (title.trim() !== '') return true;
    toast({ title: t.missingTitle, description: t.missingText, variant: 'destructive' });
    titleInput.current?.focus();
    return false;
  }

  function save(videoURL: string) {
    setUnsavedUrl(videoURL);
    setRejection(null);
    markWork('trailer', true);
    if (!hasTitle()) return;
    const posterURL = pendingPoster.read();
    create.mutate(
      { title, videoURL, ...(posterURL ? { posterURL } : {}) },
      {
        onSuccess: (created) => {
          const warning = warningText(created, messages);
          pendingPoster.clear();
          setUnsavedUrl(null);
          changeTitle('');
          markWork('trailer', false);
          onSaved({
            title: t.savedTitle,
            text: t.savedText,
            stayingText: t.savedStayingText,
            awayText: t.savedAwayText,
            ...(warning ? { warning } : {}),
          });
        },
        onError: (error) => {
          toastFailure(error, t.failedTitle, t.failedFallback, messages);
          if (!isPermanentRejection(error)) return;
          setUnsavedUrl(null);
          setRejection(serverMessage(error, t.failedFallback, messages));
          markWork('trailer', false);
        },
      },
    );
  }

  const dialog = useUploadDialog('video', {
    onUploaded: (uploadURL) => {
      if (uploadURL) save(uploadURL);
      else toast({ title: t.noUrlTitle, description: t.noUrlText, variant: 'destructive' });
    },
    onFailed: (description) => toast({ title: t.failedTitle, description, variant: 'destructive' }),
  });

  const open = () => hasTitle() && void dialog.open();

  return (
    <Panel className="grid-rows-[auto_1fr]" title={t.title} icon={<Clapperboard aria-hidden="true" />}>
      <div className="flex flex-col gap-5">
        <Field label={t.titleLabel}>
          {(control) => (
            <Input
              {...control}
              ref={titleInput}
              value={title}
              required
              maxLength={limits.trailerTitle.max}
              placeholder={t.titlePlaceholder}
              onChange={(event) => changeTitle(event.target.value)}
            />
          )}
        </Field>
        {create.isPending && (
          <p role="status" className="text-sm text-muted">
            {t.saving}
          </p>
        )}
        {unsavedUrl && !create.isPending && (
          <Notice>
            <p>{t.unsaved}</p>
            <Button variant="secondary" onClick={() => save(unsavedUrl)}>
              {t.saveAgain}
            </Button>
          </Notice>
        )}
        {rejection !== null && (
          <Notice alarming>
            <p>
              <strong className="font-semibold">{t.refused}</strong>
              <br />
              {rejection}
            </p>
            <Button variant="secondary" onClick={open}>
              {t.chooseAnother}
            </Button>
          </Notice>
        )}
        <UploadFailure reason={dialog.failure} />
        {/* Aligns the button with the bottom of the card. */}
        <div className="mt-auto">
          <UploadButton
            label={t.button}
            icon={<Upload aria-hidden="true" />}
            note={t.note}
            dialog={dialog}
            onOpen={open}
          />
        </div>
      </div>
    </Panel>
  );
}

import { limits } from '@secure-preview/contracts';
import { Clapperboard, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Input } from '../../../components/ui/field.js';
import { Panel } from '../../../components/ui/panel.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { serverMessage } from '../../../lib/http-error.js';
import type { Success } from '../../../lib/success.js';
import { messages } from '../../../messages/index.js';
import { useCreateTrailer } from '../api/trailers.js';
import { pendingPoster } from '../lib/pending-poster.js';
import { markWork } from '../lib/uploads-in-progress.js';
import { useUploadDialog } from '../lib/use-upload-dialog.js';
import { UploadButton } from './upload-button.js';

const words = messages.upload.video;

/** Section 1 of the upload page: a title and a video become a trailer (spec section 4). */
export function VideoSection({ onSaved }: { onSaved: (success: Success) => void }) {
  const [title, setTitle] = useState('');
  /** A stored video that is no trailer yet, because saving it failed. */
  const [unsaved, setUnsaved] = useState<string | null>(null);
  const titleInput = useRef<HTMLInputElement>(null);
  const create = useCreateTrailer();
  useEffect(() => () => markWork('trailer', false), []);

  function hasTitle(): boolean {
    if (title.trim() !== '') return true;
    toast({ title: words.missingTitle, description: words.missingText, variant: 'destructive' });
    titleInput.current?.focus();
    return false;
  }

  function save(videoURL: string) {
    setUnsaved(videoURL);
    markWork('trailer', true);
    if (!hasTitle()) return;
    const posterURL = pendingPoster.read();
    create.mutate(
      { title, videoURL, ...(posterURL ? { posterURL } : {}) },
      {
        onSuccess: ({ warning }) => {
          pendingPoster.clear();
          setUnsaved(null);
          setTitle('');
          markWork('trailer', false);
          const withWarning = (text: string) => [text, warning].filter(Boolean).join(' ');
          onSaved({
            title: words.savedTitle,
            text: withWarning(words.savedText),
            stayingText: withWarning(words.savedStayingText),
            lasting: Boolean(warning),
          });
        },
        onError: (error) =>
          toast({
            title: words.failedTitle,
            description: serverMessage(error, words.failedFallback),
            variant: 'destructive',
          }),
      },
    );
  }

  const dialog = useUploadDialog('video', {
    onUploaded: (uploadURL) => {
      if (uploadURL) save(uploadURL);
      else toast({ title: words.noUrlTitle, description: words.noUrlText, variant: 'destructive' });
    },
    onFailed: (description) => toast({ title: words.failedTitle, description, variant: 'destructive' }),
  });

  return (
    <Panel title={words.title} icon={<Clapperboard aria-hidden="true" />}>
      <Field label={words.titleLabel}>
        {(control) => (
          <Input
            {...control}
            ref={titleInput}
            value={title}
            required
            maxLength={limits.trailerTitle.max}
            placeholder={words.titlePlaceholder}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <UploadButton
        label={words.button}
        icon={<Upload aria-hidden="true" />}
        note={words.note}
        opening={dialog.opening}
        progress={dialog.progress}
        onOpen={() => hasTitle() && void dialog.open()}
      />
      {create.isPending && (
        <p role="status" className="text-sm text-mist">
          {words.saving}
        </p>
      )}
      {unsaved && !create.isPending && (
        <div
          role="status"
          className="grid justify-items-start gap-3 rounded-control border border-lamp/40 bg-lamp/8 p-4"
        >
          <p className="text-[0.95rem]">{words.unsaved}</p>
          <Button look="secondary" onClick={() => save(unsaved)}>
            {words.saveAgain}
          </Button>
        </div>
      )}
    </Panel>
  );
}

import { useQuery } from '@tanstack/react-query';
import { AlignCenter, AlignLeft, AlignRight, AlignLeft as TextIcon } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, inputVariants } from '../../../components/ui/field.js';
import { Notice } from '../../../components/ui/notice.js';
import { Panel } from '../../../components/ui/panel.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { hasCode } from '../../../lib/http-error.js';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import type { Success } from '../../../lib/redirect-toast.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useSaveDescription } from '../api/description.js';
import { type Alignment, alignments, toDescription } from '../lib/description-text.js';
import { useDescriptionDraft } from '../lib/use-description-draft.js';

const icons = { left: AlignLeft, center: AlignCenter, right: AlignRight };

interface DescriptionSectionProps {
  unlocked: boolean;
  /** Called once the description is saved. */
  onSaved: (success: Success) => void;
}

/** Section 4 of the upload page: the text of the active trailer, as plain text with an alignment. */
export function DescriptionSection({ unlocked, onSaved }: DescriptionSectionProps) {
  const messages = useUploadPageMessages();
  const t = messages.admin.description;
  const query = useQuery({ ...activeTrailerQuery, enabled: unlocked });
  const trailer = query.data;
  const hasLoadError = query.isError && !trailer && !hasCode(query.error, 'NO_ACTIVE_TRAILER');
  const { text, setText, alignment, setAlignment, isRestored, discard } = useDescriptionDraft(trailer);
  const save = useSaveDescription();
  const isDisabled = text.trim() === '' || !trailer || save.isPending;

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!trailer) {
      toast({ title: t.noTrailerTitle, description: t.noTrailerText, variant: 'destructive' });
      return;
    }
    if (isDisabled) return;
    save.mutate(
      { trailerId: trailer.id, description: toDescription(text, alignment) },
      {
        onSuccess: () => {
          uploadDrafts.description.forget();
          onSaved({
            title: t.savedTitle,
            text: t.savedText,
            stayingText: t.savedStayingText,
            awayText: t.savedAwayText,
          });
        },
        onError: (error) => toastFailure(error, t.failedTitle, t.failedFallback, messages),
      },
    );
  }

  return (
    <Panel className="grid-rows-[auto_1fr]" title={t.title} icon={<TextIcon aria-hidden="true" />}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        {hasLoadError && (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-[0.95rem]">
            <p className="flex-[1_1_14rem]">{t.unreadable}</p>
            <Button variant="secondary" pending={query.isFetching} onClick={() => void query.refetch()}>
              {messages.common.tryAgain}
            </Button>
          </div>
        )}
        {isRestored && (
          <Notice>
            <p>{t.restored}</p>
            <Button variant="secondary" onClick={discard}>
              {t.discard}
            </Button>
          </Notice>
        )}
        <AlignmentButtons value={alignment} onChange={setAlignment} />
        <Field label={t.label} className="flex-1 grid-rows-[auto_1fr]">
          {(control) => (
            <textarea
              {...control}
              // Prevents input that would overwrite a description before it is loaded.
              readOnly={query.isLoading}
              aria-busy={query.isLoading}
              value={text}
              placeholder={t.placeholder}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
              }}
              style={{ textAlign: alignment }}
              className={`${inputVariants} scroll-quiet min-h-36 resize-y lg:min-h-24 leading-relaxed`}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="secondary"
          className="self-start"
          pending={save.isPending}
          disabled={isDisabled}
        >
          {save.isPending ? t.submitting : t.submit}
        </Button>
      </form>
    </Panel>
  );
}

function AlignmentButtons({ value, onChange }: { value: Alignment; onChange: (value: Alignment) => void }) {
  const t = useUploadPageMessages().admin.description;
  return (
    <fieldset className="flex w-fit gap-1 rounded-control border border-line bg-background/60 p-1">
      <legend className="sr-only">{t.alignment}</legend>
      {alignments.map((name) => {
        const Icon = icons[name];
        return (
          <button
            key={name}
            type="button"
            aria-label={t[name]}
            aria-pressed={value === name}
            onClick={() => onChange(name)}
            className="grid h-10 w-12 place-items-center rounded-lg text-muted hover:text-foreground aria-pressed:bg-primary aria-pressed:text-background"
          >
            <Icon className="size-5" aria-hidden="true" />
          </button>
        );
      })}
    </fieldset>
  );
}

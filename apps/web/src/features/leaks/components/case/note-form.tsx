import { type LeakCaseWithPeople, leakLimits } from '@secure-preview/contracts';
import { NotebookPen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Field, inputVariants } from '../../../../components/ui/field.js';
import { Notice } from '../../../../components/ui/notice.js';
import { Panel } from '../../../../components/ui/panel.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { serverMessage } from '../../../../lib/http-error.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { useSaveNote } from '../../api/leaks.js';

interface NoteFormProps {
  found: LeakCaseWithPeople;
  onUnsaved: (discard: (() => void) | null) => void;
}

/** The note on a case. It is saved when the field loses the focus, and the last change can be undone. */
export function NoteForm({ found: { id, note }, onUnsaved }: NoteFormProps) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.note;
  /** Input that is not saved; undefined while there is none. */
  const [draft, setDraft] = useState<string>();
  /** Note before the last change. */
  const [previous, setPrevious] = useState<string>();
  const save = useSaveNote((error) => toastFailure(error, t.failedTitle, t.failed, messages));
  const text = draft ?? note;
  const isUnsaved = text !== note;
  useEffect(() => {
    onUnsaved(isUnsaved ? () => setDraft(undefined) : null);
    return () => onUnsaved(null);
  }, [isUnsaved, onUnsaved]);

  function store(changed: string) {
    if (save.isPending || changed === note) return;
    save.mutate(
      { caseId: id, note: changed },
      {
        onSuccess: () => {
          setPrevious(note);
          // Input during the request is kept.
          setDraft((current) => (current === changed ? undefined : current));
        },
      },
    );
  }

  return (
    <Panel title={t.title} icon={<NotebookPen aria-hidden="true" />}>
      <div className="no-print grid gap-3">
        <Field label={t.label} hint={t.hint}>
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={4}
              maxLength={leakLimits.noteLength}
              value={text}
              onChange={(event) => setDraft(event.target.value)}
              onBlur={() => store(text)}
              className={`${inputVariants} max-h-96 min-h-28 field-sizing-content`}
            />
          )}
        </Field>
        {save.isError && isUnsaved && (
          <Notice alarming>
            <p>{serverMessage(save.error, t.failed, messages)}</p>
            <Button variant="secondary" onClick={() => store(text)}>
              {t.again}
            </Button>
          </Notice>
        )}
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="secondary"
            pending={save.isPending}
            aria-disabled={!isUnsaved || save.isPending}
            onClick={() => store(text)}
          >
            {t.save}
          </Button>
          {previous !== undefined && !isUnsaved && !save.isPending && (
            <Button variant="quiet" onClick={() => store(previous)}>
              {t.undo}
            </Button>
          )}
          <p role="status" className="text-sm text-muted">
            {save.isPending ? t.saving : save.isSuccess && !isUnsaved ? t.saved : ''}
          </p>
        </div>
      </div>
      <p dir="auto" className="hidden whitespace-pre-wrap [overflow-wrap:anywhere] print:block">
        {note || t.empty}
      </p>
    </Panel>
  );
}

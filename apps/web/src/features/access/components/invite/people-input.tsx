import { limits } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Field, inputVariants } from '../../../../components/ui/field.js';
import { FileInput } from '../../../../components/ui/file-input.js';
import { decodeText } from '../../../../lib/decode-text.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';

/** Bytes; far more than 5,000 rows need. */
const MAX_FILE_BYTES = 10_000_000;

interface PeopleInputProps {
  text: string;
  onText: (text: string) => void;
  onCheck: () => void;
  /** Number of people in a list that was refused: 0, or too many. */
  refusedCount: number | undefined;
}

/** Takes a pasted list or a file, whose text can then be edited. */
export function PeopleInput({ text, onText, onCheck, refusedCount }: PeopleInputProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.invite;
  const { number } = formatsOf(messages.locale);
  const [file, setFile] = useState<File>();
  const [fileError, setFileError] = useState<string>();
  const max = number.format(limits.access.importRows);

  async function readFile(chosen: File | undefined) {
    setFile(chosen);
    setFileError(undefined);
    if (!chosen) return;
    if (chosen.size > MAX_FILE_BYTES) return setFileError(t.fileTooLarge);
    try {
      onText(decodeText(new Uint8Array(await chosen.arrayBuffer())));
    } catch {
      setFileError(t.fileUnreadable);
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    onCheck();
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Field
        label={t.people}
        hint={t.peopleHint(max)}
        error={
          refusedCount === undefined
            ? undefined
            : refusedCount === 0
              ? t.nobody
              : t.tooMany(number.format(refusedCount), max)
        }
      >
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            spellCheck={false}
            value={text}
            placeholder={t.peoplePlaceholder}
            onChange={(event) => onText(event.target.value)}
            className={clsx(inputVariants, 'scroll-quiet min-h-40 resize-y leading-relaxed')}
          />
        )}
      </Field>
      <Field label={t.file} hint={t.fileHint} error={fileError}>
        {(control) => (
          <FileInput
            {...control}
            file={file}
            accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" disabled={text.trim() === ''}>
          {t.check}
        </Button>
        <p className="text-[0.95rem] text-muted">{t.checkNote}</p>
      </div>
      <p role="status" className="sr-only">
        {refusedCount !== undefined && refusedCount > 0 && t.tooMany(number.format(refusedCount), max)}
      </p>
    </form>
  );
}

import { type ActiveTrailer, captionLimits, isLanguageTag } from '@secure-preview/contracts';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, FieldError, Input } from '../../../components/ui/field.js';
import { FileInput } from '../../../components/ui/file-input.js';
import { Select } from '../../../components/ui/select.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { decodeText } from '../../../lib/decode-text.js';
import { serverMessage } from '../../../lib/http-error.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useAddCaptions } from '../api/captions.js';
import { captionLanguages, languageName, languageOfFile } from '../lib/languages.js';

/** The option that allows a typed language tag. */
const OTHER = 'other';

/** Adds captions to a trailer from a file and its language. */
export function AddCaptions({ trailer }: { trailer: Pick<ActiveTrailer, 'id' | 'captions'> }) {
  const messages = useUploadPageMessages();
  const t = messages.captions;
  const [file, setFile] = useState<File>();
  const [choice, setChoice] = useState('');
  const [typedTag, setTypedTag] = useState('');
  const [error, setError] = useState<string>();
  const fileInput = useRef<HTMLInputElement>(null);
  const add = useAddCaptions();
  const languages = useMemo(() => captionLanguages(messages.locale), [messages.locale]);

  const language = choice === OTHER ? typedTag.trim() : choice;
  const replacedCaptions = trailer.captions.find((caption) => caption.language === language);

  function selectFile(selectedFile: File | undefined) {
    setFile(selectedFile);
    setError(undefined);
    const guessedLanguage = selectedFile && languageOfFile(selectedFile.name);
    if (guessedLanguage) setChoice(guessedLanguage);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!file || !language || add.isPending) return;
    setError(undefined);
    if (!isLanguageTag(language)) return setError(t.badTag(language));
    if (file.size > captionLimits.maxBytes) return setError(t.tooLarge);
    let text: string;
    try {
      text = decodeText(new Uint8Array(await file.arrayBuffer()));
    } catch {
      // The file was moved or changed after it was chosen.
      return setError(t.fileGone);
    }
    add.mutate(
      { trailerId: trailer.id, language, text },
      {
        onSuccess: (caption) => {
          toast({
            title: t.addedTitle,
            description: t.addedText(languageName(caption.language, messages.locale)),
          });
          // Another file may have been chosen during the upload of this one.
          if (fileInput.current?.files?.[0] !== file) return;
          setFile(undefined);
          setChoice('');
          setTypedTag('');
          if (fileInput.current) fileInput.current.value = '';
        },
        onError: (error) => setError(serverMessage(error, t.failedFallback, messages)),
      },
    );
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid">
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <Field label={t.file} hint={t.fileHint}>
          {(control) => (
            <FileInput
              {...control}
              ref={fileInput}
              file={file}
              accept=".srt,.vtt,text/vtt,application/x-subrip"
              onChange={(event) => selectFile(event.target.files?.[0])}
            />
          )}
        </Field>
        <div className="grid gap-5">
          <Field label={t.language}>
            {(control) => (
              <Select {...control} value={choice} onChange={(event) => setChoice(event.target.value)}>
                <option value="" disabled>
                  {t.choose}
                </option>
                {languages.map(({ tag, name }) => (
                  <option key={tag} value={tag}>
                    {name}
                  </option>
                ))}
                <option value={OTHER}>{t.other}</option>
              </Select>
            )}
          </Field>
          {choice === OTHER && (
            <Field label={t.tag} hint={t.tagHint}>
              {(control) => (
                <Input
                  {...control}
                  value={typedTag}
                  maxLength={captionLimits.languageTag.max}
                  autoCapitalize="none"
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => setTypedTag(event.target.value)}
                />
              )}
            </Field>
          )}
        </div>
        <Button
          type="submit"
          variant="secondary"
          className="min-h-12 justify-self-start lg:mt-7"
          pending={add.isPending}
          disabled={!file || !language || add.isPending}
        >
          {add.isPending ? t.adding : t.add}
        </Button>
      </div>
      <div role="alert" className="not-empty:mt-4">
        <FieldError id="captions-error">{error}</FieldError>
      </div>
      {replacedCaptions && !error && (
        <p className="mt-4 text-sm text-primary-bright">
          {t.replaces(languageName(replacedCaptions.language, messages.locale))}
        </p>
      )}
    </form>
  );
}

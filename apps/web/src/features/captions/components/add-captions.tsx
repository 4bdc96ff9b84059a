import { type ActiveTrailer, isLanguageTag, limits } from '@secure-preview/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, FieldError, Input, inputLook } from '../../../components/ui/field.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { serverMessage } from '../../../lib/http-error.js';
import { messages } from '../../../messages/index.js';
import { useAddCaptions } from '../api/captions.js';
import { languageOfFile, languages } from '../lib/languages.js';
import { decodeCaptions } from '../lib/read-caption-file.js';

const words = messages.captions;
/** The choice that lets a tag be typed. */
const OTHER = 'other';

/** A file and its language become captions of a trailer. */
export function AddCaptions({ trailer }: { trailer: Pick<ActiveTrailer, 'id' | 'captions'> }) {
  const [file, setFile] = useState<File>();
  const [choice, setChoice] = useState('');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const fileInput = useRef<HTMLInputElement>(null);
  const add = useAddCaptions();

  const language = choice === OTHER ? typed.trim() : choice;
  const replaces = trailer.captions.find((caption) => caption.language === language);

  function take(chosen: File | undefined) {
    setFile(chosen);
    setFault(undefined);
    const guess = chosen && languageOfFile(chosen.name);
    if (guess) setChoice(guess);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!file || !language || add.isPending) return;
    setFault(undefined);
    if (!isLanguageTag(language)) return setFault(words.badTag(language));
    if (file.size > limits.captions.maxBytes) return setFault(words.tooLarge);
    let text: string;
    try {
      text = decodeCaptions(new Uint8Array(await file.arrayBuffer()));
    } catch {
      // It was moved or changed after it was chosen.
      return setFault(words.fileGone);
    }
    add.mutate(
      { trailerId: trailer.id, language, text },
      {
        onSuccess: ({ label }) => {
          toast({ title: words.addedTitle, description: words.addedText(label) });
          // Another file may have been chosen while this one was on its way.
          if (fileInput.current?.files?.[0] !== file) return;
          setFile(undefined);
          setChoice('');
          setTyped('');
          if (fileInput.current) fileInput.current.value = '';
        },
        onError: (error) => setFault(serverMessage(error, words.failedFallback)),
      },
    );
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field label={words.file} hint={words.fileHint}>
        {(control) => (
          <input
            {...control}
            ref={fileInput}
            type="file"
            accept=".srt,.vtt,text/vtt,application/x-subrip"
            onChange={(event) => take(event.target.files?.[0])}
            className={`${inputLook} cursor-pointer py-1.5 pl-1.5 file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-lg file:border-0 file:bg-white/10 file:px-4 file:font-medium file:text-ivory hover:file:bg-white/16`}
          />
        )}
      </Field>
      <Field label={words.language}>
        {(control) => (
          <select
            {...control}
            value={choice}
            onChange={(event) => setChoice(event.target.value)}
            className={inputLook}
          >
            <option value="" disabled>
              {words.choose}
            </option>
            {languages.map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
            <option value={OTHER}>{words.other}</option>
          </select>
        )}
      </Field>
      {choice === OTHER && (
        <Field label={words.tag} hint={words.tagHint}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              maxLength={limits.captions.languageTag.max}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="grid gap-3">
        <div role="alert">
          <FieldError id="captions-fault">{fault}</FieldError>
        </div>
        {replaces && !fault && <p className="text-sm text-lamp-bright">{words.replaces(replaces.label)}</p>}
        <Button
          type="submit"
          className="justify-self-start"
          pending={add.isPending}
          disabled={!file || !language || add.isPending}
        >
          {add.isPending ? words.adding : words.add}
        </Button>
      </div>
    </form>
  );
}

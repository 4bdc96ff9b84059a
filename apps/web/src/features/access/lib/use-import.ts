import { type ConfirmedImport, limits } from '@secure-preview/contracts';
import { useEffect, useRef, useState } from 'react';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { useAccessPageMessages } from '../../../messages/access-page/use-access-page-messages.js';
import { useCheckRows } from '../api/imports.js';
import { type ListedRow, numberedRows, withListedLines } from './import-rows.js';
import { type ListedPerson, parsePeople } from './parse-people.js';
import { randomUuid } from './random-uuid.js';

/** The steps of an import. */
export type ImportStep =
  | { name: 'input' }
  | { name: 'refused'; count: number }
  | { name: 'checking'; done: number; total: number }
  | { name: 'preview'; importId: string; rows: readonly ListedRow[] }
  | ({ name: 'done'; sendMail: boolean } & ConfirmedImport);

/** Parses and checks a list. A new import begins with each check, so a corrected list replaces the earlier one. */
export function useImport() {
  const messages = useAccessPageMessages();
  const t = messages.access.invite;
  const [step, setStep] = useState<ImportStep>({ name: 'input' });
  const check = useCheckRows();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const fail = (error: Error) => toastFailure(error, t.checkFailed.title, t.checkFailed.text, messages);

  function start(text: string) {
    parsePeople(text).then(startCheck, fail);
  }
  function startCheck(people: readonly ListedPerson[]) {
    // In a list without any address, such as one of streets, every line would be a problem.
    const total = people.some(({ email }) => email.includes('@')) ? people.length : 0;
    if (total === 0 || total > limits.access.importRows) return setStep({ name: 'refused', count: total });
    const controller = new AbortController();
    running.current = controller;
    const importId = randomUuid();
    setStep({ name: 'checking', done: 0, total });
    check.mutate(
      {
        importId,
        rows: numberedRows(people),
        signal: controller.signal,
        onProgress: (done) => !controller.signal.aborted && setStep({ name: 'checking', done, total }),
      },
      {
        onSuccess: (checked) =>
          setStep({ name: 'preview', importId, rows: withListedLines(checked, people) }),
        onError: (error) => {
          setStep({ name: 'input' });
          if (!controller.signal.aborted) fail(error);
        },
      },
    );
  }

  return { step, setStep, start, cancel: () => running.current?.abort() };
}

import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Notice } from '../../../../components/ui/notice.js';
import { Panel } from '../../../../components/ui/panel.js';
import { ProgressBar } from '../../../../components/ui/progress-bar.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { gateModeQuery } from '../../api/gate-mode.js';
import { useImport } from '../../lib/use-import.js';
import { ImportForm } from './import-form.js';
import { ImportPreview } from './import-preview.js';
import { PeopleInput } from './people-input.js';

interface InviteSectionProps {
  unlocked: boolean;
  onUnsaved: (discard: (() => void) | null) => void;
}

/** Invites the people of a list, after a preview. */
export function InviteSection({ unlocked, onUnsaved }: InviteSectionProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.invite;
  const { number } = formatsOf(messages.locale);
  const [text, setText] = useState('');
  const { step, setStep, start, cancel } = useImport();
  const gate = useQuery({ ...gateModeQuery, enabled: unlocked });
  const content = useRef<HTMLDivElement>(null);
  const isUnsaved = step.name !== 'done' && text.trim() !== '';

  useEffect(() => {
    onUnsaved(isUnsaved ? () => setText('') : null);
    return () => onUnsaved(null);
  }, [isUnsaved, onUnsaved]);

  useEffect(() => {
    // The button that had the focus has disappeared.
    if (document.activeElement === document.body && step.name !== 'input') content.current?.focus();
  }, [step.name]);

  return (
    <Panel title={t.title} icon={<MailPlus aria-hidden="true" />}>
      <div ref={content} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
        {gate.data && gate.data.gateMode !== 'invited' && <p className="text-muted">{t.openNote}</p>}
        {(step.name === 'input' || step.name === 'refused') && (
          <PeopleInput
            text={text}
            onText={setText}
            onCheck={() => start(text)}
            refusedCount={step.name === 'refused' ? step.count : undefined}
          />
        )}
        {step.name === 'checking' && (
          <div className="grid justify-items-start gap-4">
            <p role="status">{t.checking(number.format(step.done), number.format(step.total))}</p>
            <ProgressBar label={t.progressLabel} percent={(step.done / step.total) * 100} />
            <Button variant="secondary" onClick={cancel}>
              {messages.common.cancel}
            </Button>
          </div>
        )}
        {step.name === 'preview' && (
          <>
            <ImportPreview rows={step.rows} />
            <ImportForm
              importId={step.importId}
              rows={step.rows}
              onBack={() => setStep({ name: 'input' })}
              onDone={(confirmed, sendMail) => {
                setText('');
                setStep({ name: 'done', ...confirmed, sendMail });
              }}
            />
          </>
        )}
        {step.name === 'done' && (
          <>
            <Notice>
              <p>
                <strong className="font-semibold">{t.done(number.format(step.invited))}</strong>{' '}
                {step.sendMail ? t.doneMail : t.doneNoMail}
              </p>
              {step.blocked > 0 && <p>{t.doneBlocked(number.format(step.blocked))}</p>}
            </Notice>
            <p className="text-[0.95rem] text-muted">{t.undo}</p>
            <Button
              variant="secondary"
              className="justify-self-start"
              onClick={() => setStep({ name: 'input' })}
            >
              {t.again}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}

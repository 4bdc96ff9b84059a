import type { LeakCaseWithPeople } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import { AdminMain } from '../../../../components/layout/admin-main.js';
import { Button, buttonVariants } from '../../../../components/ui/button.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Notice } from '../../../../components/ui/notice.js';
import { Panel } from '../../../../components/ui/panel.js';
import { hasCode } from '../../../../lib/http-error.js';
import { LEAKS_PATH } from '../../../../lib/leak-paths.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { isRunning, leakQuery } from '../../api/leaks.js';
import { failureText, remedyText } from '../../lib/leak-text.js';
import { useVerdictAnnouncement } from '../../lib/use-verdict-announcement.js';
import { LeavingLink } from '../leaving-link.js';
import { CaseProgress } from './case-progress.js';
import { ClipFacts } from './clip-facts.js';
import { DeleteCase } from './delete-case.js';
import { LeakResultView } from './leak-result-view.js';
import { NoteForm } from './note-form.js';
import { ReportHeader } from './report-header.js';

interface LeakCaseViewProps {
  caseId: string;
  unlocked: boolean;
  onUnsaved: (discard: (() => void) | null) => void;
}

/** A case: its progress, and then the report on the clip. */
export function LeakCaseView({ caseId, unlocked, onUnsaved }: LeakCaseViewProps) {
  const t = useLeaksPageMessages().leaks;
  const query = useQuery({ ...leakQuery(caseId), enabled: unlocked });
  const announcement = useVerdictAnnouncement(query.data);
  const isUnknown = hasCode(query.error, 'LEAK_CASE_NOT_FOUND');
  const found = isUnknown ? undefined : query.data;
  const title = found?.fileName ?? (isUnknown ? t.case.notFound.title : t.case.title);
  return (
    <AdminMain
      title={title}
      heading={found && <bdi className="[overflow-wrap:anywhere]">{found.fileName}</bdi>}
      shown={unlocked}
    >
      <div className="no-print flex flex-wrap items-center justify-between gap-3">
        <LeavingLink href={LEAKS_PATH} className={buttonVariants('quiet', '-ms-3')}>
          <ArrowLeft className="size-4.5" aria-hidden="true" />
          {t.case.back}
        </LeavingLink>
        {found && !isRunning(found) && (
          <div className="flex flex-wrap gap-3">
            {found.result && (
              <Button variant="secondary" onClick={() => print()}>
                <Printer className="size-4.5" aria-hidden="true" />
                {t.report.print}
              </Button>
            )}
            <DeleteCase found={found} />
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isUnknown ? (
        <p className="max-w-prose px-1 text-muted">{t.case.notFound.text}</p>
      ) : found ? (
        <div className="leak-report grid grid-cols-[minmax(0,1fr)] gap-5">
          {query.isError && (
            <Notice alarming>
              <p>{t.outdated}</p>
            </Notice>
          )}
          <ReportHeader />
          <Outcome found={found} onRetry={() => void query.refetch()} />
          <ClipFacts found={found} />
          <NoteForm found={found} onUnsaved={onUnsaved} />
        </div>
      ) : query.isError ? (
        <LoadFailed text={t.case.failed} query={query} />
      ) : (
        <Loading />
      )}
    </AdminMain>
  );
}

function Outcome({ found, onRetry }: { found: LeakCaseWithPeople; onRetry: () => void }) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.case;
  if (isRunning(found)) return <CaseProgress found={found} />;
  if (found.status === 'done' && found.result) {
    return <LeakResultView found={found} result={found.result} onRetry={onRetry} />;
  }
  const isCancelled = found.status === 'cancelled';
  return (
    <Panel title={isCancelled ? t.wasCancelled.title : t.notRead.title}>
      {!isCancelled && <p className="max-w-prose">{failureText(found.failure, messages)}</p>}
      <p className="max-w-prose text-muted">
        {isCancelled ? t.wasCancelled.text : remedyText(found.failure, messages.leaks)}
      </p>
    </Panel>
  );
}

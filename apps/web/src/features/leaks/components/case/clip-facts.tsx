import { formatTime, type LeakCaseWithPeople } from '@secure-preview/contracts';
import { FileVideo } from 'lucide-react';
import { Fact, Facts } from '../../../../components/ui/facts.js';
import { Panel } from '../../../../components/ui/panel.js';
import { formatsOf, timeZoneName } from '../../../../lib/formats.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { sizeText } from '../../lib/figures.js';
import { momentText } from '../../lib/leak-text.js';

/** What identifies a clip and its case. */
export function ClipFacts({ found }: { found: LeakCaseWithPeople }) {
  const messages = useLeaksPageMessages();
  const { facts: t, zoneNote } = messages.leaks;
  const { locale } = messages;
  const { id, fileName, bytes, seconds, createdAt, finishedAt, result } = found;
  const zone = timeZoneName(locale);
  return (
    <Panel
      title={t.title}
      icon={<FileVideo aria-hidden="true" />}
      aside={zone && <p className="text-sm text-muted">{zoneNote(zone)}</p>}
    >
      <Facts>
        <Fact label={t.file}>
          <bdi>{fileName}</bdi>
        </Fact>
        <Fact label={t.size}>{t.bytes(sizeText(bytes, locale), formatsOf(locale).number.format(bytes))}</Fact>
        <Fact label={t.length}>{seconds === null ? t.unknown : formatTime(seconds)}</Fact>
        <Fact label={t.added}>
          <time dateTime={createdAt}>{momentText(createdAt, messages)}</time>
        </Fact>
        {finishedAt !== null && (
          <Fact label={t.finished}>
            <time dateTime={finishedAt}>{momentText(finishedAt, messages)}</time>
          </Fact>
        )}
        <Fact label={t.id}>
          <span className="font-mono text-[0.85em]">{id}</span>
        </Fact>
        {result?.provenance && (
          <>
            <Fact label={t.sha256}>
              <span className="font-mono text-[0.85em] break-all">{result.provenance.sha256}</span>
            </Fact>
            <Fact label={t.portal}>{result.provenance.portalVersion}</Fact>
          </>
        )}
      </Facts>
    </Panel>
  );
}

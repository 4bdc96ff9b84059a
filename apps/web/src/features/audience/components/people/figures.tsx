import { type AudienceOverview, viewingLimits } from '@secure-preview/contracts';
import { formatsOf } from '../../../../lib/formats.js';
import { formatPercent } from '../../../../lib/percent.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';

/**
 * The overview as a row of figures. Figures of a version are absent while none is shown.
 *
 * @param live visitors who are watching now; undefined while unknown
 */
export function Figures({ overview, live }: { overview: AudienceOverview; live: number | undefined }) {
  const messages = useAudiencePageMessages();
  const t = messages.audience.figures;
  const { number } = formatsOf(messages.locale);
  const percent = (share: number) => formatPercent(share, messages.locale);
  const { trailerId, people, watched, finished, meanShare, flagged, openInvitations } = overview;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 xl:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      <Figure name={t.people} note={t.peopleNote} value={number.format(people)} />
      {trailerId !== null && (
        <>
          <Figure name={t.watched} note={t.watchedNote} value={number.format(watched)} />
          <Figure
            name={t.finished}
            note={t.finishedNote(percent(viewingLimits.completedShare))}
            value={number.format(finished)}
          />
          <Figure
            name={t.meanShare}
            note={t.meanShareNote}
            value={meanShare === null ? t.none : percent(meanShare)}
          />
        </>
      )}
      <Figure name={t.live} note={t.liveNote} value={live === undefined ? t.none : number.format(live)} />
      <Figure name={t.flagged} note={t.flaggedNote} value={number.format(flagged)} />
      {openInvitations !== undefined && (
        <Figure name={t.invitations} note={t.invitationsNote} value={number.format(openInvitations)} />
      )}
    </dl>
  );
}

interface FigureProps {
  name: string;
  /** What is counted. */
  note: string;
  value: string;
}

function Figure({ name, note, value }: FigureProps) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-3xl font-semibold text-foreground tabular-nums">{value}</dd>
      <dd className="text-[0.8rem] text-muted">{note}</dd>
    </div>
  );
}

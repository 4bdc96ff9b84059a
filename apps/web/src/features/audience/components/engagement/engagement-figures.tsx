import { type Engagement, formatTime, viewingLimits } from '@secure-preview/contracts';
import { formatsOf } from '../../../../lib/formats.js';
import { formatPercent } from '../../../../lib/percent.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';

/** The figures of a version in a row. */
export function EngagementFigures({ engagement }: { engagement: Engagement }) {
  const messages = useAudiencePageMessages();
  const t = messages.engagement;
  const { number } = formatsOf(messages.locale);
  const percent = (share: number) => formatPercent(share, messages.locale);
  const { viewers, finished, reachedEnd, meanShare, medianShare, lengthSeconds } = engagement;
  const ofViewers = (people: number | null) =>
    people === null ? t.unknown : `${number.format(people)} (${percent(people / Math.max(1, viewers))})`;
  const shareText = (share: number | null) => (share === null ? t.unknown : percent(share));
  const figures = [
    [t.figures.length, lengthSeconds === null ? t.unknown : formatTime(lengthSeconds)],
    [t.figures.viewers, number.format(viewers)],
    [t.figures.finished(percent(viewingLimits.completedShare)), ofViewers(finished)],
    [t.figures.reachedEnd, ofViewers(reachedEnd)],
    [t.figures.meanShare, shareText(meanShare)],
    [t.figures.medianShare, shareText(medianShare)],
  ] as const;
  return (
    <dl className="panel grid grid-cols-2 gap-x-6 gap-y-4 rounded-panel border border-line bg-panel/92 px-5 py-4 shadow-panel sm:grid-cols-3 sm:px-7 sm:py-5 xl:grid-cols-6">
      {figures.map(([name, value]) => (
        <div key={name} className="grid min-w-0 content-start gap-1 [overflow-wrap:anywhere]">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-lg font-medium text-foreground tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

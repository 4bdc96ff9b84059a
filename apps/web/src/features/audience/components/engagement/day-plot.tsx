import type { Engagement } from '@secure-preview/contracts';
import { formatsOf } from '../../../../lib/formats.js';
import { placeTicks } from '../../../../lib/plot-ticks.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { dayFormats, eachDay } from '../../lib/engagement/each-day.js';
import { Plot } from './plot.js';

/** The plot of viewings and new viewers by day. */
export function DayPlot({ engagement }: { engagement: Engagement }) {
  const messages = useAudiencePageMessages();
  const t = messages.engagement;
  const { number } = formatsOf(messages.locale);
  const { long, short } = dayFormats(messages.locale);
  const days = eachDay(engagement.days);
  return (
    <Plot
      title={t.days.title}
      note={t.days.note(engagement.timeZone)}
      xLabel={t.days.axis}
      yLabel={t.viewingsAxis}
      series={[
        { name: t.viewingsAxis, values: days.map((day) => day.viewings), kind: 'bars', tone: 'quiet' },
        { name: t.newViewersAxis, values: days.map((day) => day.newViewers), kind: 'bars', tone: 'primary' },
      ]}
      ticks={placeTicks(days.map(({ day }) => short(day)))}
      describe={(index) => {
        const { day = '', viewings = 0, newViewers = 0 } = days[index] ?? {};
        const texts = [
          t.viewings(viewings, number.format(viewings)),
          t.newViewers(newViewers, number.format(newViewers)),
        ];
        return day ? `${long(day)}: ${texts.join(', ')}` : '';
      }}
      table={{
        columns: [t.days.axis, t.viewingsAxis, t.newViewersAxis],
        rows: engagement.days.map(({ day, viewings, newViewers }) => [
          long(day),
          number.format(viewings),
          number.format(newViewers),
        ]),
      }}
    />
  );
}

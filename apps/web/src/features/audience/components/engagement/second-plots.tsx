import { type Engagement, formatTime } from '@secure-preview/contracts';
import { formatsOf } from '../../../../lib/formats.js';
import { timeTicks } from '../../../../lib/plot-ticks.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { Plot } from './plot.js';
import type { PlotSeries } from './plot-marks.js';

type Counted = 'watching' | 'saw' | 'plays' | 'left';

/** The plots over the film: still watching, plays, and where people leave. */
export function SecondPlots({ engagement }: { engagement: Engagement }) {
  const messages = useAudiencePageMessages();
  const t = messages.engagement;
  const { number } = formatsOf(messages.locale);
  const { buckets, bucketSeconds, lengthSeconds } = engagement;
  const isOfSeconds = bucketSeconds === 1;
  const shared = {
    xLabel: isOfSeconds ? t.time : t.timeOfParts(number.format(bucketSeconds)),
    ticks: timeTicks(Math.max(lengthSeconds ?? 0, buckets.length * bucketSeconds)),
  };
  const valuesOf = (name: Counted) => buckets.map((bucket) => bucket[name]);
  const described = (texts: (index: number) => string[]) => (index: number) =>
    `${formatTime(buckets[index]?.from ?? 0)}: ${texts(index).join(', ')}`;
  const count = (text: (count: number, shown: string) => string, name: Counted) => (index: number) => {
    const value = buckets[index]?.[name] ?? 0;
    return text(value, number.format(value));
  };
  const tableOf = (...series: [string, Counted][]) => ({
    columns: [t.time, ...series.map(([column]) => column)],
    rows: buckets.map((bucket) => [
      formatTime(bucket.from),
      ...series.map(([, name]) => number.format(bucket[name])),
    ]),
  });
  const one = (name: Counted, kind: PlotSeries['kind'], title: string): PlotSeries[] => [
    { name: title, values: valuesOf(name), kind, tone: 'primary' },
  ];
  const plays = count(t.plays, 'plays');
  const saw = count(t.people, 'saw');

  return (
    <>
      <Plot
        {...shared}
        title={t.watching.title}
        note={t.watching.note}
        yLabel={t.peopleAxis}
        series={one('watching', 'area', t.peopleAxis)}
        describe={described((index) => [count(t.people, 'watching')(index)])}
        table={tableOf([t.peopleAxis, 'watching'])}
      />
      <Plot
        {...shared}
        title={isOfSeconds ? t.played.title : t.played.titleOfParts}
        note={t.played.note}
        yLabel={t.playsAxis}
        series={[
          { name: t.playsAxis, values: valuesOf('plays'), kind: 'area', tone: 'quiet' },
          { name: t.sawAxis, values: valuesOf('saw'), kind: 'line', tone: 'primary' },
        ]}
        describe={described((index) => [plays(index), saw(index)])}
        table={tableOf([t.playsAxis, 'plays'], [t.sawAxis, 'saw'])}
      />
      <Plot
        {...shared}
        title={t.left.title}
        note={lengthSeconds === null ? t.left.noteWithoutEnd : t.left.note}
        yLabel={t.peopleAxis}
        series={one('left', 'bars', t.peopleAxis)}
        describe={described((index) => [count(t.people, 'left')(index)])}
        table={tableOf([t.left.column, 'left'])}
      />
    </>
  );
}

import { formatTime, type LeakReading, type NamedPerson } from '@secure-preview/contracts';
import { AudioWaveform } from 'lucide-react';
import { useState } from 'react';
import { PlotTable } from '../../../../components/plots/plot-table.js';
import { Field } from '../../../../components/ui/field.js';
import { Panel } from '../../../../components/ui/panel.js';
import { Select } from '../../../../components/ui/select.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { exactTimeText, nameOf, speedText } from '../../lib/leak-text.js';
import { stripOf, trailerSpan } from '../../lib/marks-strip.js';
import { MarksPlot } from './marks-plot.js';

interface MarksSectionProps {
  reading: LeakReading;
  /** Named copies of this version. */
  names: readonly NamedPerson[];
  /** Whether the clip was compared with no other version. */
  isOnlyOne: boolean;
}

/** The marks that were read of a version over its time, and what agrees with a named copy. */
export function MarksSection({ reading, names, isOnlyOne }: MarksSectionProps) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.marks;
  const { number } = formatsOf(messages.locale);
  const [chosen, setChosen] = useState(0);
  const name = names[chosen];
  const differs = name && new Set(name.differs);
  const { marks, runs, title } = reading;
  const heading = isOnlyOne ? t.title : t.titleOf(title);
  const differing = marks.filter(({ segment }) => differs?.has(segment)).length;
  const agreementOf = (segment: number) => (differs ? (differs.has(segment) ? t.differs : t.agrees) : t.read);
  const timeOf = (seconds: number) => exactTimeText(seconds, messages.locale);
  return (
    <Panel title={heading} icon={<AudioWaveform aria-hidden="true" />}>
      {marks.length === 0 ? (
        <p className="text-muted">{reading.readableSegments > 0 ? t.notListed : t.none}</p>
      ) : (
        <>
          <p className="max-w-prose text-[0.95rem] text-muted">
            {name ? `${t.note} ${t.noteOfName}` : t.note}
          </p>
          {names.length > 1 && (
            <Field label={t.name} className="max-w-md">
              {(control) => (
                <Select
                  {...control}
                  value={chosen}
                  onChange={({ target }) => setChosen(Number(target.value))}
                >
                  {names.map((each, index) => (
                    <option key={each.markId} value={index}>
                      {each.person ? nameOf(each, messages.leaks) : t.nobody}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <MarksPlot
            title={heading}
            strip={stripOf(reading)}
            trailerSeconds={reading.trailerSeconds}
            differs={differs}
            describe={({ segment, seen, weight }) =>
              t.bar(agreementOf(segment), number.format(seen + 1), number.format(weight))
            }
          />
          {differs && (
            <p className="tabular-nums">
              {t.counts(number.format(marks.length - differing), number.format(differing))}
            </p>
          )}
          <PlotTable
            show={t.showTable}
            label={t.tableOf(heading)}
            columns={[t.columns.time, t.columns.variant, t.columns.weight, t.columns.agreement].slice(
              0,
              differs ? 4 : 3,
            )}
            rows={marks.map(({ segment, atSeconds, seen, weight }) => [
              timeOf(atSeconds),
              number.format(seen + 1),
              number.format(weight),
              ...(differs ? [agreementOf(segment)] : []),
            ])}
          />
        </>
      )}
      {runs.length > 0 && (
        <PlotTable
          show={t.runs}
          isAlwaysPrinted
          label={t.tableOf(t.runs)}
          columns={[t.runColumns.clip, t.runColumns.trailer, t.runColumns.speed]}
          rows={runs.map((run) => {
            const { from, to } = trailerSpan(run);
            return [
              t.span(timeOf(run.clipFrom), timeOf(run.clipTo)),
              t.span(formatTime(from), formatTime(to)),
              speedText([run], messages),
            ];
          })}
        />
      )}
    </Panel>
  );
}

import { Scale } from 'lucide-react';
import { Panel } from '../../../../components/ui/panel.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';

/** What a result says, and what it does not say. It is part of each report. Source: docs/forensic-marking.md. */
export function Meaning() {
  const { title, source, ...points } = useLeaksPageMessages().leaks.meaning;
  return (
    <Panel title={title} icon={<Scale aria-hidden="true" />}>
      <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {Object.values(points).map((point) => (
          <div key={point.title} className="grid content-start gap-1">
            <dt className="font-medium">{point.title}</dt>
            <dd className="text-[0.95rem] text-muted">{point.text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{source}</p>
    </Panel>
  );
}

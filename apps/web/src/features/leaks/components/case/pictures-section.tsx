import { type LeakPicture, leaksRoutes } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { Panel } from '../../../../components/ui/panel.js';
import { addressOf } from '../../../../lib/http-client.js';
import { formatPercent } from '../../../../lib/percent.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';

const views = ['side', 'overlay'] as const;

/** A picture of the clip and that of the trailer, side by side or laid over each other. */
export function PicturesSection({ caseId }: { caseId: string }) {
  const t = useLeaksPageMessages().leaks.pictures;
  const [view, setView] = useState<(typeof views)[number]>('side');
  const urlOf = (which: LeakPicture) => addressOf(leaksRoutes.picture, { caseId, which });
  return (
    <Panel
      title={t.title}
      icon={<Images aria-hidden="true" />}
      aside={
        <fieldset aria-label={t.view} className="no-print flex flex-wrap gap-2">
          {views.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              onClick={() => setView(each)}
              className="control min-h-11 rounded-control border border-line-strong/70 px-3.5 text-sm font-medium text-muted hover:border-primary aria-pressed:border-primary aria-pressed:text-foreground"
            >
              {t[each]}
            </button>
          ))}
        </fieldset>
      }
    >
      <p className="text-[0.95rem] text-muted">{t.note}</p>
      {/* Paper shows both, whatever was chosen. */}
      <div
        className={clsx(
          'gap-4 sm:grid-cols-2 print:grid-cols-2',
          view === 'overlay' ? 'hidden print:grid' : 'grid',
        )}
      >
        {(['found', 'original'] as const).map((which) => (
          <figure key={which} className="grid content-start gap-2">
            <Picture url={urlOf(which)} alt={which === 'found' ? t.foundAlt : t.originalAlt} />
            <figcaption className="text-sm text-muted">{t[which]}</figcaption>
          </figure>
        ))}
      </div>
      {view === 'overlay' && <Overlay found={urlOf('found')} original={urlOf('original')} />}
    </Panel>
  );
}

/** The picture of the clip over that of the trailer, up to an edge that a slider moves. */
function Overlay({ found, original }: { found: string; original: string }) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.pictures;
  const [percent, setPercent] = useState(50);
  return (
    <div className="no-print grid max-w-4xl gap-3">
      {/* The edge moves from left to right in every language. */}
      <div dir="ltr" className="relative overflow-hidden rounded-lg border border-line">
        <Picture url={original} alt={t.originalAlt} />
        <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}>
          <Picture url={found} alt={t.foundAlt} />
        </div>
        <div
          aria-hidden="true"
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-primary"
          style={{ left: `${percent}%` }}
        />
      </div>
      <input
        type="range"
        dir="ltr"
        aria-label={t.slider}
        aria-valuetext={t.sliderValue(formatPercent(percent / 100, messages.locale))}
        min={0}
        max={100}
        value={percent}
        onChange={({ target }) => setPercent(Number(target.value))}
        className="min-h-11 w-full cursor-ew-resize accent-primary"
      />
      <p aria-hidden="true" className="flex justify-between text-sm text-muted">
        <span>{t.found}</span>
        <span>{t.original}</span>
      </p>
    </div>
  );
}

function Picture({ url, alt }: { url: string; alt: string }) {
  const t = useLeaksPageMessages().leaks.pictures;
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) {
    return (
      <p className="grid aspect-video place-items-center rounded-lg border border-line p-4 text-center text-sm text-muted">
        {t.failed}
      </p>
    );
  }
  return (
    <img
      src={url}
      alt={alt}
      draggable={false}
      onError={() => setFailed(true)}
      className="block w-full rounded-lg bg-background"
    />
  );
}

import type { ReactNode } from 'react';
import { PosterPicture } from '../../../components/ui/poster-picture.js';

interface PosterFigureProps {
  url: string | null;
  alt: string;
  /** Label of this poster, such as "shown now". */
  tag?: string;
  caption: string;
  action?: ReactNode;
}

/** A poster with its label and caption. */
export function PosterFigure({ url, alt, tag, caption, action }: PosterFigureProps) {
  return (
    <figure className="grid content-start gap-2.5">
      <div className="relative">
        <PosterPicture key={url} url={url} alt={alt} className="rounded-control" />
        {tag && (
          <span className="absolute top-2 start-2 rounded-full bg-background/85 px-2.5 py-1 text-[0.78rem] leading-snug font-medium text-foreground">
            {tag}
          </span>
        )}
      </div>
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <span className="max-w-full min-w-0 text-balance [overflow-wrap:anywhere]">{caption}</span>
        {action}
      </figcaption>
    </figure>
  );
}

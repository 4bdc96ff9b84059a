import { clsx } from 'clsx';
import { Film } from 'lucide-react';
import { useState } from 'react';

interface PosterPictureProps {
  url: string | null;
  /** Empty if the text beside it has the same content. */
  alt?: string;
  className?: string;
}

/** Shows a 16:9 image or a placeholder. Use the URL as key to reset the error state. */
export function PosterPicture({ url, alt = '', className }: PosterPictureProps) {
  const [broken, setBroken] = useState(false);
  return (
    <div
      className={clsx(
        'grid aspect-video w-full place-items-center overflow-hidden border border-line bg-background text-line-strong',
        className,
      )}
    >
      {url && !broken ? (
        <img
          src={url}
          alt={alt}
          loading="lazy"
          draggable={false}
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <Film className="size-6 max-sm:size-5" aria-hidden="true" />
      )}
    </div>
  );
}

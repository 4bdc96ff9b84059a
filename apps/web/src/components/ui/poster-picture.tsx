import { clsx } from 'clsx';
import { Film } from 'lucide-react';
import { useState } from 'react';

interface PosterPictureProps {
  url: string | null;
  /** Empty if a text beside the image already describes it. */
  alt?: string;
  className?: string;
}

/** Shows a 16:9 image, or a placeholder if it cannot be loaded. Use the URL as `key` to reset the error. */
export function PosterPicture({ url, alt = '', className }: PosterPictureProps) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div
      className={clsx(
        'grid aspect-video w-full place-items-center overflow-hidden border border-line bg-background text-line-strong',
        className,
      )}
    >
      {url && !hasFailed ? (
        <img
          src={url}
          alt={alt}
          loading="lazy"
          draggable={false}
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      ) : (
        <Film className="size-6 max-sm:size-5" aria-hidden="true" />
      )}
    </div>
  );
}

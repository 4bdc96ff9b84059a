import { clsx } from 'clsx';
import { useState } from 'react';

/** The poster over the picture: fades in once loaded, and fades out into the film. */
export function PosterCover({ url, shown }: { url: string; shown: boolean }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <img
      src={url}
      alt=""
      onLoad={() => setLoaded(true)}
      className={clsx('poster-cover', isLoaded && shown && 'poster-cover-shown')}
    />
  );
}

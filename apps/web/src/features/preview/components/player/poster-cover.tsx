import { clsx } from 'clsx';
import { useState } from 'react';

/** Shows the poster over the picture. It fades in once loaded, and fades out when `shown` becomes false. */
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

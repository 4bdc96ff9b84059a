import { clsx } from 'clsx';
import { useState } from 'react';

/** The poster over the picture: comes into focus once it has arrived, and fades into the film. */
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

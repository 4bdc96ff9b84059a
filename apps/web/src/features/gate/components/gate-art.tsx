import { useState } from 'react';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { readFirstPaintArt } from '../../../lib/first-paint-art.js';

/** Returns the images of the gate, also before the configuration has arrived. */
export function useGateArt() {
  const { data } = usePortalConfig();
  const art = data ? data.gateArt : readFirstPaintArt();
  return { logo: art?.logo ?? null, keyArt: art?.keyArt ?? null, companyName: data?.companyName ?? '' };
}

/** Shows the key art behind the gate. Use the path as `key` to reset the error. */
export function KeyArt({ path }: { path: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <div className="key-art" aria-hidden="true">
      <img
        src={path}
        alt=""
        draggable={false}
        onError={() => setFailed(true)}
        className="size-full animate-fade object-cover"
      />
    </div>
  );
}

/** Shows the logo above the title. Its height is reserved, so nothing moves when it has loaded. */
export function GateLogo({ path, name }: { path: string; name: string }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className="h-14 sm:h-20">
      {!hasFailed && (
        <img
          src={path}
          alt={name}
          draggable={false}
          onError={() => setFailed(true)}
          className="h-full max-w-full object-contain object-left rtl:object-right"
        />
      )}
    </div>
  );
}

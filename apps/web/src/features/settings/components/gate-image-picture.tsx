import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';

/** Shows an image of the gate as a whole. Use the path as `key` to reset the error. */
export function GateImagePicture({ path, name }: { path: string | null; name: string }) {
  const t = useSettingsPageMessages().settings;
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className="grid aspect-video w-full place-items-center overflow-hidden rounded-control border border-line bg-background text-sm text-muted">
      {path === null ? (
        <span>{t.noImage}</span>
      ) : hasFailed ? (
        <ImageOff className="size-6" aria-hidden="true" />
      ) : (
        <img
          src={path}
          alt={name}
          draggable={false}
          onError={() => setFailed(true)}
          className="size-full object-contain"
        />
      )}
    </div>
  );
}

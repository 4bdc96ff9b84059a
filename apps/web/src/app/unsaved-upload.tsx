import { useState } from 'react';
import { Link } from 'wouter';
import { uploadDrafts } from '../lib/memory/upload-drafts.js';
import { useMessages } from '../messages/use-messages.js';

/** Links to the upload page while it has unsaved input, for example after the session expired there. */
export function UnsavedUpload() {
  const t = useMessages().unsavedUpload;
  const [isUnsaved] = useState(() => uploadDrafts.exist());
  if (!isUnsaved) return null;
  return (
    <p className="starless text-center text-[0.95rem] text-muted">
      {t.text}{' '}
      <Link
        href={uploadDrafts.settings.read() ? '/upload/settings' : '/upload'}
        className="inline-block py-1 text-primary-bright underline decoration-primary/60 underline-offset-4 hover:decoration-primary-bright"
      >
        {t.link}
      </Link>
    </p>
  );
}

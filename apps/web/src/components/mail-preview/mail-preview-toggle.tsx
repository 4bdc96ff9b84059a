import type { MailPreviewForm } from '@secure-preview/contracts';
import { useId, useState } from 'react';
import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { Button } from '../ui/button.js';
import { MailPreview } from './mail-preview.js';

interface MailPreviewToggleProps {
  form: MailPreviewForm;
  /** Another value composes the mail again. */
  revision?: string;
}

/** Shows the preview of a mail on request. */
export function MailPreviewToggle({ form, revision }: MailPreviewToggleProps) {
  const t = useUploadPageMessages().mailPreview;
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Button
        variant="secondary"
        aria-expanded={isShown}
        aria-controls={id}
        className="justify-self-start"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t.hide : t.show}
      </Button>
      <div id={id}>{isShown && <MailPreview form={form} revision={revision} />}</div>
    </div>
  );
}

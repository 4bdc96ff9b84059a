import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { Button } from '../ui/button.js';

/** Says that no row matches the filter. */
export function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  const t = useUploadPageMessages().lists;
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status" className="text-muted">
        {text}
      </p>
      <Button variant="secondary" onClick={onClear}>
        {t.clear}
      </Button>
    </div>
  );
}

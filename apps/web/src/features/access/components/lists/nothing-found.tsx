import { Button } from '../../../../components/ui/button.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';

/** Says that no row matches the filter. */
export function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  const t = useAccessPageMessages().access.lists;
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

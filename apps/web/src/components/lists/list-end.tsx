import { formatsOf } from '../../lib/formats.js';
import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { Button } from '../ui/button.js';

interface ListEndProps {
  shown: number;
  total: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** The number of shown rows, and the button for more. */
export function ListEnd({ shown, total, hasMore, isLoadingMore, onMore }: ListEndProps) {
  const messages = useUploadPageMessages();
  const t = messages.lists;
  const { number } = formatsOf(messages.locale);
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p role="status" className="text-sm text-muted tabular-nums">
        {t.shown(number.format(shown), number.format(total))}
      </p>
      {hasMore && (
        <Button variant="secondary" pending={isLoadingMore} disabled={isLoadingMore} onClick={onMore}>
          {t.loadMore}
        </Button>
      )}
    </div>
  );
}

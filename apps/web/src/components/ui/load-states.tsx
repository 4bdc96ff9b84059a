import { useMessages } from '../../messages/use-messages.js';
import { Button } from './button.js';
import { Spinner } from './spinner.js';

/** Shows that data is loading. */
export function Loading() {
  const t = useMessages().common;
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner className="size-5 text-primary" />
      {t.loading}
    </p>
  );
}

interface LoadFailedProps {
  text: string;
  query: { isFetching: boolean; refetch: () => unknown };
}

/** Shows that data could not be loaded, with a retry. */
export function LoadFailed({ text, query }: LoadFailedProps) {
  const t = useMessages().common;
  return (
    <div role="alert" className="grid justify-items-start gap-4 py-2">
      <p>{text}</p>
      <Button variant="secondary" pending={query.isFetching} onClick={() => void query.refetch()}>
        {t.tryAgain}
      </Button>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.js';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { useEntryMessages } from '../../../messages/entry/use-entry-messages.js';

/**
 * Says that another version is shown, and loads it on request. Playback continues until then, and if loading fails.
 *
 * @param onLoaded called when the shown version is loaded; a player of another version has replaced the present one
 */
export default function AnotherVersion({ onLoaded }: { onLoaded: () => void }) {
  const t = useEntryMessages().otherVersion;
  const { refetch, isFetching } = useQuery(activeTrailerQuery);
  return (
    <div className="flex max-w-full animate-appear flex-wrap items-center justify-center gap-x-4 gap-y-2 text-sm">
      <p role="status" className="text-balance text-foreground">
        {t.text}
      </p>
      <Button
        variant="secondary"
        pending={isFetching}
        disabled={isFetching}
        onClick={(event) => {
          // The button disappears with the present player.
          event.currentTarget.closest('main')?.focus();
          void refetch().then(({ isSuccess }) => isSuccess && onLoaded());
        }}
      >
        {t.load}
      </Button>
    </div>
  );
}

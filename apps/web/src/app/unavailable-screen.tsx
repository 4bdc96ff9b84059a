import { CloudOff } from 'lucide-react';
import { Button } from '../components/ui/button.js';
import { StatusScreen } from '../components/ui/status-screen.js';
import { useMessages } from '../messages/use-messages.js';

/** Shows that the portal cannot be reached. */
export function UnavailableScreen({ onRetry }: { onRetry: () => void }) {
  const t = useMessages().common;
  return (
    <StatusScreen
      icon={<CloudOff aria-hidden="true" />}
      title={t.unavailableTitle}
      text={t.unavailableText}
      action={<Button onClick={onRetry}>{t.tryAgain}</Button>}
    />
  );
}

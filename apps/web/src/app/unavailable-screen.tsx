import { CloudOff } from 'lucide-react';
import { Button } from '../components/ui/button.js';
import { StatusScreen } from '../components/ui/status-screen.js';
import { messages } from '../messages/index.js';

/** Shows that the portal cannot be reached. */
export function UnavailableScreen({ onRetry }: { onRetry: () => void }) {
  const words = messages.common;
  return (
    <StatusScreen
      icon={<CloudOff aria-hidden="true" />}
      title={words.unavailableTitle}
      text={words.unavailableText}
      action={<Button onClick={onRetry}>{words.tryAgain}</Button>}
    />
  );
}

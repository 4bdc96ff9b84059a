import { LockKeyhole } from 'lucide-react';
import { Link } from 'wouter';
import { buttonVariants } from '../../../components/ui/button.js';
import { StatusScreen } from '../../../components/ui/status-screen.js';
import { messages } from '../../../messages/index.js';

const words = messages.uploadGates;

/** First gate: links strangers to the main page (docs/product.md#upload-page). */
export function AuthenticationRequired() {
  return (
    <StatusScreen
      icon={<LockKeyhole aria-hidden="true" />}
      title={words.authRequiredTitle}
      text={words.authRequiredText}
      action={
        <Link href="/" className={buttonVariants('primary', 'w-full')}>
          {words.authRequiredLink}
        </Link>
      }
    />
  );
}

import { LockKeyhole } from 'lucide-react';
import { Link } from 'wouter';
import { buttonVariants } from '../../../components/ui/button.js';
import { StatusScreen } from '../../../components/ui/status-screen.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';

/** Shows the first gate, which links signed-out visitors to the main page (docs/product.md#upload-page). */
export function AuthenticationRequired() {
  const t = useUploadPageMessages().uploadGates;
  return (
    <StatusScreen
      icon={<LockKeyhole aria-hidden="true" />}
      title={t.authRequiredTitle}
      text={t.authRequiredText}
      action={
        <Link href="/" className={buttonVariants('primary', 'w-full')}>
          {t.authRequiredLink}
        </Link>
      }
    />
  );
}

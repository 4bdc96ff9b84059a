import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { buttonLook } from '../components/ui/button.js';
import { StatusScreen } from '../components/ui/status-screen.js';
import { usePageTitle } from '../lib/page-title.js';
import { messages } from '../messages/index.js';

export function NotFoundPage() {
  const words = messages.notFound;
  usePageTitle(words.title);
  return (
    <StatusScreen
      icon={<Compass aria-hidden="true" />}
      title={words.title}
      text={words.hint}
      action={
        <Link href="/" className={buttonLook('secondary')}>
          {words.home}
        </Link>
      }
    />
  );
}

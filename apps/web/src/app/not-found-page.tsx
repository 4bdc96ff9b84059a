import { clsx } from 'clsx';
import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { buttonVariants } from '../components/ui/button.js';
import { StatusScreen } from '../components/ui/status-screen.js';
import { messages } from '../messages/index.js';

export function NotFoundPage() {
  const words = messages.notFound;
  return (
    <StatusScreen
      icon={<Compass aria-hidden="true" />}
      title={words.title}
      text={words.text}
      action={
        <>
          <Link href="/" className={clsx(buttonVariants('primary'), 'no-print')}>
            {words.home}
          </Link>
          <p className="border-t border-line pt-4 text-sm text-muted">
            {words.forDevelopers} <span>{words.hint}</span>
          </p>
        </>
      }
    />
  );
}

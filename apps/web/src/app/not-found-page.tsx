import { clsx } from 'clsx';
import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { buttonVariants } from '../components/ui/button.js';
import { StatusScreen } from '../components/ui/status-screen.js';
import { useMessages } from '../messages/use-messages.js';

export default function NotFoundPage() {
  const t = useMessages().notFound;
  return (
    <StatusScreen
      icon={<Compass aria-hidden="true" />}
      title={t.title}
      text={t.text}
      action={
        <>
          <Link href="/" className={clsx(buttonVariants('primary'), 'no-print')}>
            {t.home}
          </Link>
          <p className="border-t border-line pt-4 text-sm text-muted">
            {t.forDevelopers} <span>{t.hint}</span>
          </p>
        </>
      }
    />
  );
}

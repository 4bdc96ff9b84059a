import { Mail, Phone, RotateCcw } from 'lucide-react';
import { Button } from '../../../../components/ui/button.js';
import { useMessages } from '../../../../messages/use-messages.js';

/** Contact details of the portal's owner; null where not configured. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

interface EndPanelProps {
  title: string;
  contact: Contact | undefined;
  onWatchAgain: () => void;
}

/** Shows a replay button and the owner's contact details at the end of the video. */
export function EndPanel({ title, contact, onWatchAgain }: EndPanelProps) {
  const t = useMessages().player;
  return (
    <div
      data-over-watermark
      className="absolute inset-0 z-8 grid place-items-center bg-background/80 p-3 backdrop-blur-md @max-lg:pb-17"
    >
      <div className="grid max-w-full justify-items-center gap-2 text-center @lg:gap-5">
        <p className="title-wide line-clamp-1 px-2 @lg:line-clamp-2 text-[clamp(1rem,4.2cqi,2.25rem)] [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </p>
        <p role="status" className="sr-only">
          {t.ended}
        </p>
        <Button onClick={onWatchAgain} className="@max-lg:min-h-10 @max-lg:py-1.5">
          <RotateCcw className="size-4.5" aria-hidden="true" />
          {t.watchAgain}
        </Button>
        {contact && (contact.email || contact.phone) && <ContactLinks contact={contact} />}
      </div>
    </div>
  );
}

const linkClass =
  'inline-flex min-h-6 items-center gap-2 text-foreground underline decoration-line-strong underline-offset-4 hover:text-primary-bright [overflow-wrap:anywhere]';

function ContactLinks({ contact: { email, phone } }: { contact: Contact }) {
  const t = useMessages().player;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 text-sm text-muted @lg:text-[0.95rem]">
      <span className="@max-lg:sr-only">{t.contact}</span>
      {email && (
        <a className={linkClass} href={`mailto:${email}`}>
          <Mail className="size-4 shrink-0 text-primary" aria-hidden="true" />
          <bdi dir="ltr">{email}</bdi>
        </a>
      )}
      {phone && (
        <a className={linkClass} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          <Phone className="size-4 shrink-0 text-primary" aria-hidden="true" />
          <bdi dir="ltr">{phone}</bdi>
        </a>
      )}
    </p>
  );
}

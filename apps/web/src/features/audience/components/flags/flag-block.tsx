import type { Flag, PersonPage, Visit } from '@secure-preview/contracts';
import { Button } from '../../../../components/ui/button.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { formatMoment } from '../../lib/person-text.js';

interface FlagBlockProps {
  flag: Flag;
  visit: Visit | undefined;
  person: PersonPage['person'];
  /** Opens the dialog that unblocks the person. */
  onUnblock: () => void;
}

/**
 * What the portal blocked because of a flag: the address, or the visit. Says whether that was taken back, and that a
 * dismissed flag leaves it as it is. Shows nothing for a flag that blocked nothing.
 */
export function FlagBlock({ flag, visit, person, onUnblock }: FlagBlockProps) {
  const messages = useAudiencePageMessages();
  const t = messages.flags;
  if (flag.blockedAt === null) return null;
  const isBlocked = person.blocks?.some(({ kind }) => kind === 'address') ?? false;
  const isEnded = visit?.visitEnded ?? false;
  const isKnown = person.blocks !== undefined && visit?.visitEnded !== undefined;
  const moment = formatMoment(flag.blockedAt, messages);
  if (isKnown && !isBlocked && !isEnded)
    return <p className="text-sm text-muted">{t.blockTakenBack(moment)}</p>;
  return (
    <>
      <p className="text-sm text-destructive">{t.blocked(moment)}</p>
      {flag.dismissedAt !== null && isBlocked && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          {t.staysBlocked}
          <Button
            variant="secondary"
            className="no-print min-h-10! px-3.5! py-1.5! text-sm!"
            onClick={onUnblock}
          >
            {messages.admin.leads.unblock}
          </Button>
        </p>
      )}
      {flag.dismissedAt !== null && !isBlocked && isEnded && <p className="text-sm">{t.staysEnded}</p>}
    </>
  );
}

import type { Invitation } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import {
  dateText,
  hasLink,
  isForDomain,
  reasonText,
  stateText,
  watchedText,
  windowText,
} from '../../lib/invitation-text.js';
import { SelectRow } from '../selection/select-row.js';
import { CopyLink } from './copy-link.js';

interface InvitationRowProps {
  invitation: Invitation;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  /** Opens the dialog that blocks or unblocks the person. */
  onBlock: () => void;
}

export function InvitationRow({ invitation, isSelected, onSelect, onBlock }: InvitationRowProps) {
  const messages = useAccessPageMessages();
  const { invitations: t, blocked } = messages.access;
  const { email, name } = invitation;
  const isBlocked = invitation.blocks.length > 0;
  const failed = ['refused', 'uncertain', 'notSent'].includes(invitation.state);
  const reason = reasonText(invitation, messages);
  return (
    <tr className="border-b border-line last:border-0 hover:bg-white/3 max-xl:grid max-xl:grid-cols-[auto_minmax(0,1fr)] max-xl:content-start max-xl:gap-x-3 max-xl:gap-y-1 max-xl:py-4">
      <td className="align-top max-xl:row-span-6 xl:py-3">
        <SelectRow label={t.select(email)} isSelected={isSelected} onSelect={onSelect} />
      </td>
      <Cell>
        <span className="grid gap-0.5 [overflow-wrap:anywhere]">
          <span className="font-medium">{name ? <bdi>{name}</bdi> : <Address email={email} />}</span>
          {(name || isForDomain(invitation)) && (
            <span className="text-sm text-muted">{name ? <Address email={email} /> : t.domain}</span>
          )}
        </span>
      </Cell>
      <Cell>
        <span className="grid gap-0.5">
          {isBlocked && <span className="font-medium text-destructive">{blocked.mark}</span>}
          <span className={clsx(failed && 'text-destructive')}>{stateText(invitation, messages)}</span>
          {reason && <span className="text-sm text-muted">{reason}</span>}
          {invitation.detail && (
            <span className="text-sm text-muted [overflow-wrap:anywhere]">
              {t.serverAnswer}{' '}
              <bdi dir="ltr" lang="en">
                {invitation.detail}
              </bdi>
            </span>
          )}
        </span>
      </Cell>
      <Cell label={t.watched}>{watchedText(invitation, messages)}</Cell>
      <Cell label={t.valid}>{windowText(invitation, messages)}</Cell>
      <Cell label={t.invited}>{dateText(invitation.createdAt, messages)}</Cell>
      <Cell>
        <span className="flex flex-wrap gap-2 xl:flex-nowrap">
          {hasLink(invitation) && !isBlocked && <CopyLink invitation={invitation} />}
          <Button
            variant="secondary"
            aria-label={isBlocked ? blocked.unblockOf(name || email) : blocked.blockOf(name || email)}
            onClick={onBlock}
            className="min-h-10! px-3.5! py-1.5! text-sm! whitespace-nowrap"
          >
            {isBlocked ? blocked.unblock : blocked.block}
          </Button>
        </span>
      </Cell>
    </tr>
  );
}

/** An address, which breaks before its domain if it is too long for a line. */
function Address({ email }: Pick<Invitation, 'email'>) {
  const at = email.lastIndexOf('@');
  return (
    <bdi dir="ltr">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}

/** A cell. On narrow screens its label precedes the content. */
function Cell({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <td className="align-top max-xl:col-start-2 max-xl:empty:hidden max-xl:text-sm xl:px-3 xl:py-3.5">
      {label && <span className="me-1.5 text-muted xl:hidden">{label}</span>}
      {children}
    </td>
  );
}

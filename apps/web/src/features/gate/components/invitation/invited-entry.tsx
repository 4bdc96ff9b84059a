import { type AuthStatus, emailKey, type InvitationLink } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { CloudOff, Link2Off, Users } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { LoadingScreen, StatusScreen } from '../../../../components/ui/status-screen.js';
import { invitationLink } from '../../../../lib/invitation-link.js';
import { useEntryMessages } from '../../../../messages/entry/use-entry-messages.js';
import { useMessages } from '../../../../messages/use-messages.js';
import { invitationQuery } from '../../api/invitations.js';
import { ContactNote } from '../contact-note.js';
import { EndedScreen } from '../ended-screen.js';
import { InvitedGate } from './invited-gate.js';

interface InvitedEntryProps {
  link: InvitationLink;
  status: AuthStatus;
  /** Called when the visitor is going to replace the present session. */
  onReplaceSession: () => void;
}

/** Replaces the page while an invitation link is used (docs/product.md#access). */
export default function InvitedEntry({ link, status, onReplaceSession }: InvitedEntryProps) {
  const { common, language } = useMessages();
  const t = useEntryMessages().invitation;
  const reading = useQuery(invitationQuery(link, language));
  const [isReplaceChosen, setIsReplaceChosen] = useState(false);
  const invitation = reading.data?.state === 'valid' ? reading.data.invitation : undefined;
  const { viewer } = status;
  const isSamePerson = viewer && invitation && emailKey(viewer.email) === emailKey(invitation.email);
  // Revoking the invitation ends only sessions that belong to it. Uploaders are exempt from invitations.
  const isInside = isSamePerson && (status.invitationId === link.id || status.uploadAuthenticated);
  const replaces = viewer && invitation && !isInside && (isSamePerson || isReplaceChosen);
  useEffect(() => {
    if (isInside) invitationLink.forget();
  }, [isInside]);
  const onReplace = useEffectEvent(onReplaceSession);
  useEffect(() => {
    if (replaces) onReplace();
  }, [replaces]);
  const leave = (
    <Button variant="secondary" onClick={invitationLink.forget}>
      {viewer ? t.stay : t.toGate}
    </Button>
  );

  if (reading.isPending || isInside) return <LoadingScreen text={common.loading} />;
  if (!reading.data) {
    return (
      <StatusScreen
        icon={<CloudOff aria-hidden="true" />}
        title={common.unavailableTitle}
        text={common.unavailableText}
        action={<Button onClick={() => void reading.refetch()}>{common.tryAgain}</Button>}
      />
    );
  }
  if (reading.data.state === 'ended') return <EndedScreen {...reading.data} action={leave} />;
  if (reading.data.state === 'invalid') {
    return (
      <StatusScreen
        icon={<Link2Off aria-hidden="true" />}
        title={t.invalidTitle}
        text={t.invalidText}
        action={
          <>
            <ContactNote />
            {leave}
          </>
        }
      />
    );
  }
  if (viewer && !replaces) {
    return (
      <StatusScreen
        icon={<Users aria-hidden="true" />}
        title={t.otherTitle}
        text={
          <span className="[overflow-wrap:anywhere]">
            {t.otherText(reading.data.invitation.email, viewer.email)}
          </span>
        }
        action={
          <>
            <Button onClick={() => setIsReplaceChosen(true)}>{t.enter}</Button>
            {leave}
          </>
        }
      />
    );
  }
  return (
    <InvitedGate link={link} invitation={reading.data.invitation} onInvalid={() => void reading.refetch()} />
  );
}

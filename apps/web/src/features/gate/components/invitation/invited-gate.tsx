import { emailKey, type InvitationLink, type LeadCaptureForm } from '@secure-preview/contracts';
import { hasCode } from '../../../../lib/http-error.js';
import { rememberedGateFields } from '../../../../lib/memory/gate-fields.js';
import { useEntryMessages } from '../../../../messages/entry/use-entry-messages.js';
import { useMessages } from '../../../../messages/use-messages.js';
import { enterWithInvitation, type Invitation } from '../../api/invitations.js';
import { GateScreen } from '../gate-screen.js';
import { LockedField } from './locked-field.js';

interface InvitedGateProps {
  link: InvitationLink;
  invitation: Invitation;
  /** Called when the invitation is no longer valid. */
  onInvalid: () => void;
}

/** The gate with the name and the address of an invitation, which cannot be changed. */
export function InvitedGate({ link, invitation, onInvalid }: InvitedGateProps) {
  const { gate, language } = useMessages();
  const t = useEntryMessages().invitation;
  const { email, name, needsCode } = invitation;
  const send = async (form: LeadCaptureForm) => {
    try {
      return await enterWithInvitation(form, { link, needsCode, language });
    } catch (error) {
      if (hasCode(error, 'INVITATION_INVALID')) onInvalid();
      throw error;
    }
  };
  return (
    <GateScreen
      invited={{
        person: { email, name: name ?? rememberedName(email) },
        locked: {
          email: (error) => (
            <LockedField
              name="email"
              label={gate.emailLabel}
              hint={t.emailHint}
              error={error}
              value={email}
              dir="ltr"
            />
          ),
          name:
            name === null
              ? undefined
              : (error) => (
                  <LockedField
                    name="name"
                    label={gate.nameLabel}
                    hint={t.nameHint}
                    error={error}
                    value={name}
                    dir="auto"
                  />
                ),
        },
        send,
      }}
    />
  );
}

/** Returns the name with which the owner of an address entered in this tab. */
function rememberedName(email: string): string {
  const remembered = rememberedGateFields.read();
  return remembered && emailKey(remembered.email) === emailKey(email) ? remembered.name : '';
}

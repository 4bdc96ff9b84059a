import type { BlockedPerson } from '../../lib/blocked-person.js';
import { BlockPersonDialog } from './block-person-dialog.js';
import { UnblockPersonDialog } from './unblock-person-dialog.js';

export interface PersonBlockDialogProps {
  person: BlockedPerson;
  /** Called after a change. */
  onChanged: () => void;
  onClose: () => void;
}

/** Blocks a person of a list, or removes the blocks that concern the person. */
export default function PersonBlockDialog(props: PersonBlockDialogProps) {
  return props.person.blocks.length > 0 ? (
    <UnblockPersonDialog {...props} />
  ) : (
    <BlockPersonDialog {...props} />
  );
}

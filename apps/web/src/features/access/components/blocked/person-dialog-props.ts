import type { BlockedPerson } from '../../lib/blocked-person.js';

/** Properties of the dialogs that change the blocks of a person. */
export interface PersonDialogProps {
  person: BlockedPerson;
  /** Called after a change. */
  onChanged: () => void;
  onClose: () => void;
}

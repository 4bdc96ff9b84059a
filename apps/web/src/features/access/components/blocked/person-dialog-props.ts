import type { BlockedPerson } from '../../lib/blocked-person.js';

/** Properties of the dialogs that change the blocks of a person. */
export interface PersonDialogProps {
  person: BlockedPerson;
  /** Called after a change. The lists of this feature are read again in any case. */
  onChanged?: () => void;
  onClose: () => void;
}

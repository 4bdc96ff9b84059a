import { BlockPersonDialog } from './block-person-dialog.js';
import type { PersonDialogProps } from './person-dialog-props.js';
import { UnblockPersonDialog } from './unblock-person-dialog.js';

/** Blocks a person of a list, or removes the blocks that concern the person. */
export default function BlockOrUnblockDialog(props: PersonDialogProps) {
  return props.person.blocks.length > 0 ? (
    <UnblockPersonDialog {...props} />
  ) : (
    <BlockPersonDialog {...props} />
  );
}

import type { BlockTarget } from '@secure-preview/contracts';
import type { ReactNode } from 'react';

/** Props of a dialog that blocks or unblocks a person. It belongs to the feature for access. */
interface BlockDialogProps {
  person: { name: string; email: string; network?: string | undefined; blocks: readonly BlockTarget[] };
  onChanged: () => void;
  onClose: () => void;
}

/** Renders that dialog for other features, which must not import it. */
export type RenderBlockDialog = (props: BlockDialogProps) => ReactNode;

/** Classes of a control for a locked setting. */
export const lockedVariants =
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-panel-raised/60 disabled:text-muted disabled:opacity-100';

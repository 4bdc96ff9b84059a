/** Props of the pages of the admin area, except the upload page. */
export interface AdminAreaPageProps {
  /** False while the upload password has to be entered again. The page keeps its input. */
  unlocked: boolean;
  /**
   * Reports how to discard unsaved input, or null if there is none. With unsaved input, leaving the page needs
   * confirmation.
   */
  onUnsaved: (discard: (() => void) | null) => void;
  /** Opens another page of the portal, after confirmation if input or an upload would be lost. */
  onLeave: (to: string) => void;
}

/** Messages for a success after which the preview opens. */
export interface Success {
  title: string;
  /** Announces the navigation to the preview. */
  text: string;
  /** Used instead of `text` if the page stays because of an upload. */
  stayingText: string;
  /** Used instead of `text` if another page of the admin area is shown. */
  awayText: string;
  /** A problem that did not prevent the success; shown as a separate warning afterwards. */
  warning?: string;
}

/** What is told of a success that leads to the preview. */
export interface Success {
  title: string;
  /** Says that the preview comes next. */
  text: string;
  /** The same where the page stays because of an upload. */
  stayingText: string;
  /** A problem that did not prevent the success; shown as a warning of its own afterwards. */
  warning?: string;
}

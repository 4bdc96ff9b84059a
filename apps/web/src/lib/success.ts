/** What is told of a success that leads to the preview. */
export interface Success {
  title: string;
  /** Says that the preview comes next. */
  text: string;
  /** The same where the page stays because of an upload. */
  stayingText: string;
  /** What did not work in spite of the success; told on its own afterwards. */
  warning?: string;
}

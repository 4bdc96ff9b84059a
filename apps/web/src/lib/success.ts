/** What is told of a success that leads to the preview. */
export interface Success {
  title: string;
  /** Says that the preview comes next. */
  text: string;
  /** The same where the page stays because of an upload. */
  stayingText: string;
  /** More to read than the usual sentence: it is not taken away early. */
  lasting?: boolean;
}

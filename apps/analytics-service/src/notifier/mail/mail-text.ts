/** A part of a text that keeps its own direction. */
export interface IsolatedText {
  readonly text: string;
  /** `auto` for names and messages in any script, `ltr` for addresses, codes and times. */
  readonly direction: 'auto' | 'ltr';
  /** Whether the HTML shows the part in large letters. */
  readonly isLarge?: boolean;
}
type Part = string | IsolatedText;

/** A paragraph of a mail. */
export type MailText = string | readonly Part[];

/** Isolates a name or message. */
export const auto = (text: string): IsolatedText => ({ text, direction: 'auto' });
/** Isolates an address, code or time. */
export const ltr = (text: string): IsolatedText => ({ text, direction: 'ltr' });

const partsOf = (value: Part | MailText | undefined): readonly Part[] => {
  if (value === undefined) return [];
  return typeof value === 'string' || 'text' in value ? [value] : value;
};

/** Tags a template string whose values keep their own direction. */
export const parts = (
  texts: TemplateStringsArray,
  ...values: readonly (IsolatedText | MailText)[]
): MailText => texts.flatMap((text, index) => [text, ...partsOf(values[index])]);

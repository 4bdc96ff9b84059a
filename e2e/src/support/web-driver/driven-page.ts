/** A source of input with its actions (W3C WebDriver 15.4; WebDriver BiDi uses the same form). */
interface InputSource {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

interface PageCookie {
  readonly name: string;
  readonly value: string;
}

/** The page of an automated browser: the common features of WebDriver and WebDriver BiDi. */
export interface DrivenPage {
  /** Loads a URL, and runs `prepare` in the page as early as the protocol allows. */
  open(url: string, prepare: () => void): Promise<void>;
  /** Sets the size of the page in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Calls a function in the page. It may use only its arguments. Arguments and result are JSON. */
  call<A extends unknown[], T>(action: (...args: A) => T, ...args: A): Promise<Awaited<T>>;
  perform(input: InputSource): Promise<void>;
  /** Returns the cookies of the page, with those that scripts cannot read. */
  cookies(): Promise<readonly PageCookie[]>;
  /** Chooses a file of this machine in an input element. */
  chooseFile(selector: string, path: string): Promise<void>;
  close(): Promise<void>;
}

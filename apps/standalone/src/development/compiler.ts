/**
 * Compiles single sources into `dist`. Implemented by `bin/compile.mjs`, which also compiles this program.
 */
export interface Compiler {
  /** Returns whether a build compiles this file. */
  isSource(file: string): boolean;
  /**
   * @returns whether the output has changed
   * @throws Error that shows the syntax error
   */
  compile(source: string): Promise<boolean>;
}

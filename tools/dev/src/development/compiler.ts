/** Compiles single sources into `dist`; `bin/compile.mjs`, which also compiles this program itself. */
export interface Compiler {
  /** True for sources that a build compiles. */
  isSource(file: string): boolean;
  /**
   * @returns whether the output has changed
   * @throws Error that shows what cannot be parsed
   */
  compile(source: string): Promise<boolean>;
}

/**
 * Replaces the library's declarations, which import files without extensions. Node's module resolution rejects such
 * imports.
 */
declare module 'media-captions' {
  interface Cue {
    readonly text: string;
    readonly startTime: number;
    readonly endTime: number;
  }
  export interface VTTText {
    readonly type: 'text';
    /** Text with decoded character references. */
    readonly data: string;
  }
  export interface VTTSpan {
    readonly type: 'b' | 'i' | 'u' | 'c' | 'v' | 'ruby' | 'rt' | 'lang' | 'timestamp';
    /** Class names, separated by spaces. */
    readonly class?: string;
    readonly color?: string;
    readonly bgColor?: string;
    /** Speaker of a `v` span. */
    readonly voice?: string;
    readonly children: readonly VTTNode[];
  }
  export type VTTNode = VTTText | VTTSpan;
  export function tokenizeVTTCue(cue: Cue): VTTNode[];
  /** Returns seconds, or null when the text is not a timestamp. */
  export function parseVTTTimestamp(timestamp: string): number | null;
}

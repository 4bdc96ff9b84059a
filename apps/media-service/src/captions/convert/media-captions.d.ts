/** The library's own declarations name their files without endings, which Node's resolution does not follow. */
declare module 'media-captions' {
  interface Cue {
    readonly text: string;
    readonly startTime: number;
    readonly endTime: number;
  }
  export interface VTTText {
    readonly type: 'text';
    /** With its entities decoded. */
    readonly data: string;
  }
  export interface VTTSpan {
    readonly type: 'b' | 'i' | 'u' | 'c' | 'v' | 'ruby' | 'rt' | 'lang' | 'timestamp';
    /** Class names, parted by spaces. */
    readonly class?: string;
    readonly color?: string;
    readonly bgColor?: string;
    /** Who speaks, in a `v`. */
    readonly voice?: string;
    readonly children: readonly VTTNode[];
  }
  export type VTTNode = VTTText | VTTSpan;
  export function tokenizeVTTCue(cue: Cue): VTTNode[];
  /** Seconds; null when it is no timestamp. */
  export function parseVTTTimestamp(timestamp: string): number | null;
}

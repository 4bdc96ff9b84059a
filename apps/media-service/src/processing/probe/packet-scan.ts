import { StreamEnd, type StreamExtent } from './stream-end.js';

/** Facts about video and audio from the packets of a file, without decoding. */
export interface PacketFacts {
  readonly packets: number;
  /** Longest time between two key frames, or from the last key frame to the end, in seconds. */
  readonly longestKeyGap: number;
  /**
   * Whether every packet has a time, the first is a key frame, none is discarded, and all groups of pictures are closed.
   */
  readonly cuttable: boolean;
  /** Null if no video packet has a time. */
  readonly picture: StreamExtent | null;
  /** Null without audio packets. */
  readonly sound: StreamExtent | null;
  /** Whether the file ends prematurely. */
  readonly endsPrematurely: boolean;
}

/** Message of the Matroska reader for a truncated file. */
const PREMATURE_END = /File ended prematurely/;

/**
 * Reads ffprobe's packet list, one `stream_index,pts_time,dts_time,duration_time,flags` per line, in decoding order for
 * each stream.
 */
export class PacketScan {
  private packets = 0;
  private cuttable = true;
  private endsPrematurely = false;
  private longestKeyGap = 0;
  private lastKey: number | undefined;
  private last = 0;
  private readonly picture = new StreamEnd();
  private readonly sound = new StreamEnd();

  /** @param audio index of the audio stream; null when there is none */
  constructor(
    private readonly video: number,
    private readonly audio: number | null,
  ) {}

  line(line: string): void {
    const [stream = '', pts = '', dts = '', duration = '', flags = ''] = line.split(',');
    if (stream === '') return;
    const index = Number(stream);
    const times = [pts, dts, duration].map(Number.parseFloat) as [number, number, number];
    if (index === this.video) this.cut(times[0], flags);
    if (flags.includes('D')) return;
    if (index === this.video) this.picture.add(...times);
    else if (index === this.audio) this.sound.add(...times);
  }

  /** Reads a line of the program's error output. */
  errorLine(line: string): void {
    if (PREMATURE_END.test(line)) this.endsPrematurely = true;
  }

  facts(): PacketFacts {
    const tail = this.lastKey === undefined ? 0 : this.last - this.lastKey;
    const { packets, cuttable, endsPrematurely } = this;
    return {
      packets,
      cuttable,
      endsPrematurely,
      longestKeyGap: Math.max(this.longestKeyGap, tail),
      picture: this.picture.extent(),
      sound: this.sound.extent(),
    };
  }

  private cut(pts: number, flags: string): void {
    this.packets += 1;
    if (!Number.isFinite(pts) || flags.includes('D')) {
      this.cuttable = false;
      return;
    }
    if (flags.includes('K')) this.keyFrame(pts);
    // A frame shown before its preceding key frame belongs to an open group of pictures.
    else if (this.lastKey === undefined || pts < this.lastKey) this.cuttable = false;
    this.last = Math.max(this.last, pts);
  }

  private keyFrame(pts: number): void {
    if (this.lastKey !== undefined) this.longestKeyGap = Math.max(this.longestKeyGap, pts - this.lastKey);
    this.lastKey = pts;
  }
}

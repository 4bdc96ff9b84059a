import { StreamEnd, type StreamExtent } from './stream-end.js';

/** Facts about picture and sound from a file's packets, without decoding them. */
export interface PacketFacts {
  readonly packets: number;
  /** Longest time between two key frames, or from the last one to the end, in seconds. */
  readonly longestKeyGap: number;
  /**
   * Every packet has a time, the first is a key frame, and none is to be discarded. All groups of pictures
   * are closed.
   */
  readonly cuttable: boolean;
  /** Null when no packet of it has a time. */
  readonly picture: StreamExtent | null;
  /** Null when there is none, or it is empty. */
  readonly sound: StreamExtent | null;
  /** Whether the file ends prematurely. */
  readonly brokenOff: boolean;
}

/** Message of the Matroska reader for a file that is shorter than its headers state. */
const BROKEN_OFF = /File ended prematurely/;

/**
 * Reads ffprobe's packet list, one `stream_index,pts_time,dts_time,duration_time,flags` per line, in the
 * order of the file. For each stream that is the order of decoding.
 */
export class PacketScan {
  private packets = 0;
  private cuttable = true;
  private brokenOff = false;
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
  complaint(line: string): void {
    if (BROKEN_OFF.test(line)) this.brokenOff = true;
  }

  facts(): PacketFacts {
    const tail = this.lastKey === undefined ? 0 : this.last - this.lastKey;
    const { packets, cuttable, brokenOff } = this;
    return {
      packets,
      cuttable,
      brokenOff,
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
    // A picture shown before the key frame that precedes it in the file belongs to an open group of pictures.
    else if (this.lastKey === undefined || pts < this.lastKey) this.cuttable = false;
    this.last = Math.max(this.last, pts);
  }

  private keyFrame(pts: number): void {
    if (this.lastKey !== undefined) this.longestKeyGap = Math.max(this.longestKeyGap, pts - this.lastKey);
    this.lastKey = pts;
  }
}

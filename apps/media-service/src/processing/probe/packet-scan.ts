import { StreamEnd, type StreamExtent } from './stream-end.js';

/** Facts about video and audio from a file's packets, read without decoding. */
export interface PacketFacts {
  readonly packets: number;
  /** Longest time between two key frames, or from the last one to the end, in seconds. */
  readonly longestKeyGap: number;
  /**
   * Whether segments can be cut: every packet has a time, the first is a key frame, none is discarded, and
   * all groups of pictures are closed.
   */
  readonly cuttable: boolean;
  /** Null when no video packet has a time. */
  readonly video: StreamExtent | null;
  /** Null when there is no audio, or it is empty. */
  readonly audio: StreamExtent | null;
  /** Whether the file ends prematurely. */
  readonly isTruncated: boolean;
}

/** ffmpeg's message for a Matroska file that is shorter than its headers state. */
const TRUNCATED_MESSAGE = /File ended prematurely/;

/**
 * Reads ffprobe's packet list, one `stream_index,pts_time,dts_time,duration_time,flags` per line, in file
 * order. Within a stream this is decoding order.
 */
export class PacketScan {
  private packets = 0;
  private cuttable = true;
  private isTruncated = false;
  private longestKeyGap = 0;
  private lastKey: number | undefined;
  private last = 0;
  private readonly video = new StreamEnd();
  private readonly audio = new StreamEnd();

  /** @param audioIndex index of the audio stream; null when there is none */
  constructor(
    private readonly videoIndex: number,
    private readonly audioIndex: number | null,
  ) {}

  line(line: string): void {
    const [stream = '', pts = '', dts = '', duration = '', flags = ''] = line.split(',');
    if (stream === '') return;
    const index = Number(stream);
    const times = [pts, dts, duration].map(Number.parseFloat) as [number, number, number];
    if (index === this.videoIndex) this.addVideoPacket(times[0], flags);
    if (flags.includes('D')) return;
    if (index === this.videoIndex) this.video.add(...times);
    else if (index === this.audioIndex) this.audio.add(...times);
  }

  /** Reads a line of the program's error output. */
  errorLine(line: string): void {
    if (TRUNCATED_MESSAGE.test(line)) this.isTruncated = true;
  }

  facts(): PacketFacts {
    const tail = this.lastKey === undefined ? 0 : this.last - this.lastKey;
    const { packets, cuttable, isTruncated } = this;
    return {
      packets,
      cuttable,
      isTruncated,
      longestKeyGap: Math.max(this.longestKeyGap, tail),
      video: this.video.extent(),
      audio: this.audio.extent(),
    };
  }

  private addVideoPacket(pts: number, flags: string): void {
    this.packets += 1;
    if (!Number.isFinite(pts) || flags.includes('D')) {
      this.cuttable = false;
      return;
    }
    if (flags.includes('K')) this.addKeyFrame(pts);
    // A frame displayed before the preceding key frame belongs to an open group of pictures.
    else if (this.lastKey === undefined || pts < this.lastKey) this.cuttable = false;
    this.last = Math.max(this.last, pts);
  }

  private addKeyFrame(pts: number): void {
    if (this.lastKey !== undefined) this.longestKeyGap = Math.max(this.longestKeyGap, pts - this.lastKey);
    this.lastKey = pts;
  }
}

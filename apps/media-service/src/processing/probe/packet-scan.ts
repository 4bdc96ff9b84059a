/** What the packets of a video stream tell about cutting it without decoding it. */
export interface PacketFacts {
  readonly packets: number;
  /** Longest time between two key frames, in seconds. */
  readonly longestKeyGap: number;
  /** Every packet has a time, the first is a key frame, none is to be discarded, and groups of pictures are closed. */
  readonly cuttable: boolean;
}

/** Reads ffprobe's packet list, `pts_time,flags` a line, in decoding order. */
export class PacketScan {
  private packets = 0;
  private cuttable = true;
  private longestKeyGap = 0;
  private lastKey: number | undefined;
  private last = 0;

  line(line: string): void {
    const [time = '', flags = ''] = line.split(',');
    if (time === '' && flags === '') return;
    this.packets += 1;
    const pts = Number.parseFloat(time);
    if (!Number.isFinite(pts) || flags.includes('D')) {
      this.cuttable = false;
      return;
    }
    if (flags.includes('K')) this.keyFrame(pts);
    // A picture that is shown before the key frame that it follows belongs to an open group of pictures.
    else if (this.lastKey === undefined || pts < this.lastKey) this.cuttable = false;
    this.last = Math.max(this.last, pts);
  }

  facts(): PacketFacts {
    const tail = this.lastKey === undefined ? 0 : this.last - this.lastKey;
    const { packets, cuttable } = this;
    return { packets, cuttable, longestKeyGap: Math.max(this.longestKeyGap, tail) };
  }

  private keyFrame(pts: number): void {
    if (this.lastKey !== undefined) this.longestKeyGap = Math.max(this.longestKeyGap, pts - this.lastKey);
    this.lastKey = pts;
  }
}

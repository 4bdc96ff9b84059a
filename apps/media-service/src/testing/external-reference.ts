/** Boxes from the file down to the data references of its first track (ISO/IEC 14496-12, 8.7.2). */
const PATH = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref'];

/** Returns the offset of the first box of a type among the boxes from `start` on. */
function findBox(file: Buffer, type: string, start: number): number {
  let at = start;
  while (at + 8 <= file.length) {
    if (file.toString('latin1', at + 4, at + 8) === type) return at;
    at += Math.max(8, file.readUInt32BE(at));
  }
  throw new Error(`the file has no ${type} box`);
}

/** Creates an alias record that names a file by its path, laid out as ffmpeg's reader expects it. */
function alias(path: string): Buffer {
  const name = Buffer.from(path.length % 2 === 0 ? path : `${path}\0`);
  const head = Buffer.alloc(12 + 150);
  const entry = Buffer.alloc(4);
  entry.writeUInt16BE(2, 0);
  entry.writeUInt16BE(name.length, 2);
  const record = Buffer.concat([head, entry, name, Buffer.from([0xff, 0xff, 0, 0])]);
  record.writeUInt32BE(record.length, 0);
  record.write('alis', 4, 'latin1');
  return record;
}

/**
 * Creates a MOV with its video in another file: the data reference of the first track names `path`, and the media data
 * are erased. The index (`moov`) must be at the end of `file`, so that changing it moves no media data.
 */
export function withExternalReference(file: Buffer, path: string): Buffer {
  const ancestors: number[] = [];
  let start = 0;
  for (const type of PATH) {
    const at = findBox(file, type, start);
    ancestors.push(at);
    start = at + 8;
  }
  const entryAt = start + 8;
  const entryLength = file.readUInt32BE(entryAt);
  const record = alias(path);
  const copy = Buffer.from(file);
  for (const at of ancestors) copy.writeUInt32BE(copy.readUInt32BE(at) + record.length - entryLength, at);
  const media = findBox(copy, 'mdat', 0);
  copy.fill(0, media + 8, media + copy.readUInt32BE(media));
  return Buffer.concat([copy.subarray(0, entryAt), record, copy.subarray(entryAt + entryLength)]);
}

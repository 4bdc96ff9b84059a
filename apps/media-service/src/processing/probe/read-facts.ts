import { InvalidMediaError } from '../processing-errors.js';
import { type FfprobeStream, ffprobeOutput } from './ffprobe-output.js';
import type { AudioFacts, SourceFacts, VideoFacts } from './source-facts.js';

/** Codecs of single images, which containers hold as cover art. */
const STILL_IMAGES = new Set(['png', 'bmp', 'gif', 'webp', 'tiff']);
const INTERLACED = new Set(['tt', 'bb', 'tb', 'bt']);

/** Parses `30000/1001` or `64:45` as a number; undefined for `0/0` and the like. */
function parseRatio(text: string): number | undefined {
  const [above = Number.NaN, below = Number.NaN] = text.split(/[/:]/).map(Number);
  const value = above / below;
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Parses `00:00:05.120000000`, as Matroska writes it, into seconds. */
function parseClock(text: string | undefined): number {
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = (text ?? '')
    .split(':')
    .map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

const positive = (value: number | undefined): number | null =>
  value !== undefined && value > 0 && Number.isFinite(value) ? value : null;

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

function rotation(stream: FfprobeStream): number {
  const matrix = stream.side_data_list.map((data) => data.rotation).find(Number.isFinite);
  const degrees = matrix === undefined ? Number(stream.tags['rotate'] ?? 0) : -matrix;
  return Number.isFinite(degrees) ? (((Math.round(degrees / 90) * 90) % 360) + 360) % 360 : 0;
}

function videoFacts(stream: FfprobeStream): VideoFacts {
  const mean = parseRatio(stream.avg_frame_rate);
  const base = parseRatio(stream.r_frame_rate);
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    level: stream.level,
    width: stream.width,
    height: stream.height,
    pixelFormat: stream.pix_fmt,
    interlaced: INTERLACED.has(stream.field_order),
    pixelAspect: parseRatio(stream.sample_aspect_ratio) ?? 1,
    rotation: rotation(stream),
    frameRate: mean ?? base ?? null,
    exactRate: base === undefined ? null : stream.r_frame_rate,
    variableFrameRate: mean === undefined || base === undefined || Math.abs(mean / base - 1) > 0.005,
    transfer: stream.color_transfer || null,
    claimedSeconds: positive(stream.duration) ?? positive(parseClock(stream.tags['DURATION'])),
    startSeconds: finite(stream.start_time),
  };
}

function audioFacts(stream: FfprobeStream): AudioFacts {
  const { index, codec_name: codec, profile, channels } = stream;
  const startSeconds = finite(stream.start_time);
  return { index, codec, profile, channels: Number.isFinite(channels) ? channels : 0, startSeconds };
}

const isVideo = (stream: FfprobeStream): boolean =>
  stream.codec_type === 'video' &&
  stream.disposition.attached_pic !== 1 &&
  !STILL_IMAGES.has(stream.codec_name);

/** Returns the stream that the container marks as default, otherwise the first. */
const preferred = (streams: FfprobeStream[]): FfprobeStream | undefined =>
  streams.find((stream) => stream.disposition.default === 1) ?? streams[0];

/**
 * Reads ffprobe's JSON.
 *
 * @throws InvalidMediaError when there is no video that this build of ffmpeg can read
 */
export function readFacts(json: string): SourceFacts {
  const { format, streams } = ffprobeOutput.parse(JSON.parse(json));
  const videoStreams = streams.filter(isVideo);
  const stream = preferred(videoStreams);
  if (stream === undefined) {
    const hasAudio = streams.some(({ codec_type }) => codec_type === 'audio');
    throw new InvalidMediaError(hasAudio ? 'ONLY_SOUND' : 'NO_PICTURE');
  }
  if (stream.codec_name === '' || stream.codec_name === 'unknown') {
    throw new InvalidMediaError('PICTURE_FORMAT_UNKNOWN');
  }
  if (!(stream.width > 0 && stream.height > 0)) {
    throw new InvalidMediaError('PICTURE_SIZE_INVALID');
  }
  const audioStream = preferred(streams.filter(({ codec_type }) => codec_type === 'audio'));
  const isReadable =
    audioStream !== undefined && audioStream.codec_name !== '' && audioStream.codec_name !== 'unknown';
  return {
    video: videoFacts(stream),
    audio: isReadable ? audioFacts(audioStream) : null,
    container: format.format_name ?? '',
    durationSeconds: positive(format.duration),
    bitRate: positive(format.bit_rate),
    startSeconds: finite(format.start_time),
  };
}

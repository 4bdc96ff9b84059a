import * as z from 'zod';

const number = z.coerce.number().catch(Number.NaN);
const text = z.string().catch('');

/** Fields used from ffprobe's JSON. Invalid values of broken files become empty strings or NaN. */
export const ffprobeOutput = z.object({
  format: z
    .object({ format_name: text, duration: number, bit_rate: number, start_time: number })
    .partial()
    .default({}),
  streams: z
    .array(
      z.object({
        index: z.number(),
        codec_type: text,
        codec_name: text,
        profile: text,
        level: number,
        width: number,
        height: number,
        pix_fmt: text,
        field_order: text,
        sample_aspect_ratio: text,
        r_frame_rate: text,
        avg_frame_rate: text,
        color_transfer: text,
        channels: number,
        duration: number,
        start_time: number,
        disposition: z.object({ attached_pic: number, default: number }).partial().default({}),
        tags: z.record(z.string(), z.string()).default({}),
        side_data_list: z.array(z.object({ rotation: number })).catch([]),
      }),
    )
    .default([]),
});

export type FfprobeStream = z.output<typeof ffprobeOutput>['streams'][number];

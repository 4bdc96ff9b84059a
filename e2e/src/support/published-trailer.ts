import { until } from '@secure-preview/testing';
import { type Client, enterAsUploader, putPoster, putVideo } from './client.js';

interface Publication {
  title: string;
  /** The path of a file, or its content. */
  video: string | Uint8Array;
  poster?: string;
  /** Milliseconds until it must be playable. */
  deadlineMs?: number;
}

/** Uploads a trailer without a browser, and waits until it is active. Returns the client that uploaded it. */
export async function publishTrailer(
  base: string,
  { title, video, poster, deadlineMs = 180_000 }: Publication,
): Promise<Client> {
  const uploader = await enterAsUploader(base);
  const videoURL = await putVideo(uploader, video);
  const posterURL = poster && (await putPoster(uploader, poster));
  const answer = await uploader.post('/api/trailers', {
    title,
    videoURL,
    ...(posterURL ? { posterURL } : {}),
  });
  if (answer.status !== 201) throw new Error(`the trailer was rejected: ${answer.text}`);
  const { id } = answer.json() as { id: string };
  await until(
    async () => {
      const active = (await uploader.get('/api/active-trailer')).json() as {
        id?: string;
        filePath?: unknown;
      };
      return active.id === id && Boolean(active.filePath);
    },
    { deadlineMs, everyMs: 200, what: `${title} to be playable` },
  );
  return uploader;
}

import { openAsBlob } from 'node:fs';
import { until } from '@secure-preview/embedded';
import { signIn } from './administrator.js';

/** Milliseconds within which an upload must be published in every size, on a busy machine. */
const PUBLISH_MS = 1_800_000;
/** Milliseconds without progress after which a playable trailer counts as finished. */
const IDLE_MS = 10_000;

interface ListedTrailer {
  id: string;
  status: string;
  failure: string | null;
  active: boolean;
  step: string | null;
  finished: boolean;
}

/** Uploads a video as the administrator does, and waits until its processing has finished. */
export async function publishTrailer(
  url: string,
  password: string,
  video: string,
  title = 'Test trailer',
): Promise<void> {
  const administrator = await signIn(url, password);
  const call = async (...request: Parameters<typeof administrator.call>) =>
    (await administrator.call(...request)).json;
  const { uploadURL } = (await call('POST', '/api/objects/upload')) as { uploadURL: string };
  const stored = await fetch(uploadURL, {
    method: 'PUT',
    body: await openAsBlob(video),
    headers: { 'content-type': 'video/mp4' },
  });
  if (!stored.ok) throw new Error(`the video was not stored: ${stored.status}`);
  const created = (await call('POST', '/api/trailers', { title, videoURL: uploadURL })) as ListedTrailer;
  let lastStep = performance.now();
  const published = await until(
    async () => {
      const all = (await call('GET', '/api/trailers')) as ListedTrailer[];
      const trailer = all.find(({ id }) => id === created.id);
      if (!trailer?.active || trailer.step !== null) lastStep = performance.now();
      const done = trailer?.active && (trailer.finished || performance.now() - lastStep > IDLE_MS);
      return trailer?.status === 'failed' || done ? trailer : undefined;
    },
    { deadlineMs: PUBLISH_MS, everyMs: 500, what: 'the trailer to be published' },
  );
  if (published.status === 'failed') throw new Error(`the video was rejected: ${published.failure}`);
}

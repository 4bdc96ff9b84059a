import { type Administrator, publishTrailer, type StartedPortal } from '@secure-preview/standalone';

export const UPLOAD_PASSWORD = 'a password for the bench';

export interface Version {
  readonly id: string;
  readonly marked: boolean;
}

/** Publishes a marked or an unmarked version of a video. */
export async function publish(
  portal: StartedPortal,
  administrator: Administrator,
  { video, marked }: { video: string; marked: boolean },
): Promise<Version> {
  const settings = (await administrator.call('GET', '/api/settings')).json as { version: number };
  const change = { version: settings.version, set: { forensicMarking: marked } };
  await administrator.call('PATCH', '/api/settings', change);
  await publishTrailer(portal.url, UPLOAD_PASSWORD, video, marked ? 'Marked' : 'Unmarked');
  const { json } = await administrator.call('GET', '/api/active-trailer');
  return { id: (json as { id: string }).id, marked };
}

/** Shows a version to visitors, and returns the path of its playlist. */
export async function showVersion(administrator: Administrator, { id }: Version): Promise<string> {
  await administrator.call('POST', `/api/trailers/${id}/activate`);
  const { json } = await administrator.call('GET', '/api/active-trailer');
  return (json as { filePath: string }).filePath;
}

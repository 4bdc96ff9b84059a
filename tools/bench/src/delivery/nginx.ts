import { fastConfiguration, type Nginx, runNginx } from '../nginx/run-nginx.js';

/** Checks the signature and the expiry of each URL. */
const secureLink = (home: string, port: number, secret: string) => `
  types { application/vnd.apple.mpegurl m3u8; video/mp4 mp4; video/iso.segment m4s; }
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 75s;
  server {
    listen 127.0.0.1:${port} backlog=1024;
    root ${home}/files;
    location / {
      secure_link $arg_md5,$arg_expires;
      secure_link_md5 "$secure_link_expires$uri ${secret}";
      if ($secure_link = "") { return 403; }
      if ($secure_link = "0") { return 410; }
    }
  }`;

/** Serves `<home>/files` at URLs signed with `secret`. */
export function startNginx(home: string, secret: string): Promise<Nginx> {
  return runNginx(home, {
    configuration: (port) => fastConfiguration(home, secureLink(home, port, secret)),
    // An unsigned URL is rejected.
    isUp: async (url) => (await fetch(url, { signal: AbortSignal.timeout(1000) })).status === 403,
    deadlineMs: 10_000,
  });
}

import type { Plugin } from 'vite';

/** Font of the first text on the page (`src/app/fonts.css`). */
const FONT = /archivo-latin-wdth-normal-[\w-]+\.woff2$/;

/** Preloads the font with the scripts, so it arrives before the first text. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FONT.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

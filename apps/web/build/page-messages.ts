import type { Plugin } from 'vite';
import { locale, messages } from '../src/messages/index.js';

const words: Record<string, string> = {
  title: messages.brand.name,
  noscript: messages.common.withoutScripts,
};

/** Puts the words of the message catalogue into the page itself, in the places of `%name%`, and tells their language. */
export function pageWords(): Plugin {
  return {
    name: 'page-words',
    transformIndexHtml: (html) =>
      html
        .replace(/<html lang="[^"]*"/, `<html lang="${locale}"`)
        .replace(/%(\w+)%/g, (whole, name: string) => words[name] ?? whole),
  };
}

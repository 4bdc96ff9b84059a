import type { Plugin } from 'vite';
import { locale, messages } from '../src/messages/index.js';

const words: Record<string, string> = {
  title: messages.brand.name,
  noscript: messages.common.withoutScripts,
};

/** Fills the `%name%` placeholders of the page from the message catalogue, and sets its language. */
export function pageMessages(): Plugin {
  return {
    name: 'page-words',
    transformIndexHtml: (html) =>
      html
        .replace(/<html lang="[^"]*"/, `<html lang="${locale}"`)
        .replace(/%(\w+)%/g, (whole, name: string) => words[name] ?? whole),
  };
}

import { tokenizeVTTCue, type VTTNode } from 'media-captions';

/** Tags that are kept: those that WebVTT and SRT share, plus voices, classes and ruby text. */
const KEPT = new Set(['b', 'i', 'u', 'c', 'v', 'ruby', 'rt']);

/** Elements whose content is not text to display. */
const UNREAD = /<(script|style)\b[\s\S]*?<\/\1\s*>/gi;
/** Override tags of another format that many SRT files contain, such as `{\an8}`. */
const OVERRIDE = /\{\\[^{}]*\}/g;
const KARAOKE_TIME = /<\d+(?::\d+)+(?:\.\d+)?>/g;
const TAG_OR_SIGN = /<(\/?)([a-z][a-z\d]*)((?:[./\s][^<>]*)?)>|</gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Keeps only tags that the tokenizer knows, and escapes a `<` that starts no tag. */
function clean(text: string): string {
  return text
    .replace(UNREAD, '')
    .replace(OVERRIDE, '')
    .replace(KARAOKE_TIME, '')
    .replace(CONTROLS, '')
    .replace(TAG_OR_SIGN, (_tag, slash: string | undefined, name: string | undefined, rest: string) => {
      if (name === undefined) return '&lt;';
      const known = name.toLowerCase();
      if (known === 'br') return '\n';
      return KEPT.has(known) ? `<${slash}${known}${rest.startsWith('/') ? '' : rest}>` : '';
    });
}

/** Escapes text but keeps character references: browsers know more of them than the tokenizer. */
const escaped = (text: string) =>
  text
    .replace(/&(?!(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function classesOf(node: Exclude<VTTNode, { type: 'text' }>): string {
  const { class: names = '', color, bgColor } = node;
  return [...names.split(' '), color, bgColor && `bg_${bgColor}`]
    .filter((name) => name !== undefined && /^[\w-]+$/.test(name))
    .map((name) => `.${name}`)
    .join('');
}

/** Writes a tag without trailing hyphens, which would form the arrow between the times of a cue. */
const tag = (content: string) => `<${content.replace(/-+$/, '')}>`;

function written(node: VTTNode): string {
  if (node.type === 'text') return escaped(node.data);
  const inner = node.children.map(written).join('');
  const classes = classesOf(node);
  const voice = node.voice?.replace(/[-\s]+$/, '').trim() ?? '';
  if (node.type === 'v') return voice === '' ? inner : `${tag(`v${classes} ${escaped(voice)}`)}${inner}</v>`;
  if (node.type === 'c') return classes === '' ? inner : `${tag(`c${classes}`)}${inner}</c>`;
  return `${tag(`${node.type}${classes}`)}${inner}</${node.type}>`;
}

/**
 * Returns the text of a cue with the kept markup and every tag closed. An empty line would end the cue, so
 * there is none.
 */
export function cueText(text: string): string {
  const nodes = tokenizeVTTCue({ text: clean(text).trim(), startTime: 0, endTime: 0 });
  return nodes
    .map(written)
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Returns whether an SRT cue is positioned at the top of the picture. */
export const isPositionedAtTop = (text: string): boolean => /\{\\an[789]\}/.test(text);

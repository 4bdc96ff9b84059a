import { tokenizeVTTCue, type VTTNode } from 'media-captions';

/** Allowed tags: those that WebVTT and SRT share, plus voices, classes and ruby text. */
const ALLOWED_TAGS = new Set(['b', 'i', 'u', 'c', 'v', 'ruby', 'rt']);

/** Elements whose content is not displayed. */
const HIDDEN_ELEMENTS = /<(script|style)\b[\s\S]*?<\/\1\s*>/gi;
/** Override tags of the SubStation Alpha format, such as `{\an8}`, which many SRT files contain. */
const OVERRIDE_TAGS = /\{\\[^{}]*\}/g;
const KARAOKE_TIME = /<\d+(?::\d+)+(?:\.\d+)?>/g;
const TAG_OR_SIGN = /<(\/?)([a-z][a-z\d]*)((?:[./\s][^<>]*)?)>|</gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Keeps only tags that the tokenizer supports, and escapes a `<` that starts no tag. */
function clean(text: string): string {
  return text
    .replace(HIDDEN_ELEMENTS, '')
    .replace(OVERRIDE_TAGS, '')
    .replace(KARAOKE_TIME, '')
    .replace(CONTROLS, '')
    .replace(TAG_OR_SIGN, (_tag, slash: string | undefined, name: string | undefined, rest: string) => {
      if (name === undefined) return '&lt;';
      const tagName = name.toLowerCase();
      if (tagName === 'br') return '\n';
      return ALLOWED_TAGS.has(tagName) ? `<${slash}${tagName}${rest.startsWith('/') ? '' : rest}>` : '';
    });
}

/** Escapes text except character references: browsers support more references than the tokenizer decodes. */
const escapeText = (text: string) =>
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

function serialise(node: VTTNode): string {
  if (node.type === 'text') return escapeText(node.data);
  const inner = node.children.map(serialise).join('');
  const classes = classesOf(node);
  const voice = node.voice?.replace(/[-\s]+$/, '').trim() ?? '';
  if (node.type === 'v')
    return voice === '' ? inner : `${tag(`v${classes} ${escapeText(voice)}`)}${inner}</v>`;
  if (node.type === 'c') return classes === '' ? inner : `${tag(`c${classes}`)}${inner}</c>`;
  return `${tag(`${node.type}${classes}`)}${inner}</${node.type}>`;
}

/**
 * Returns the text of a cue with the allowed markup and every tag closed. Removes empty lines, which would end the
 * cue.
 */
export function cueText(text: string): string {
  const nodes = tokenizeVTTCue({ text: clean(text).trim(), startTime: 0, endTime: 0 });
  return nodes
    .map(serialise)
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Returns whether an SRT cue is positioned at the top of the video. */
export const isPositionedAtTop = (text: string): boolean => /\{\\an[789]\}/.test(text);

import { gateSentences } from '@secure-preview/contracts';
import { messages } from '../../../messages/index.js';

const nameOf = new Map<string, keyof typeof gateSentences>();
for (const name of Object.keys(gateSentences) as (keyof typeof gateSentences)[]) {
  nameOf.set(gateSentences[name], name);
}

/** Translates the contract's message for a field into the language of the interface. */
export function translateFieldError(sentence: string | undefined): string | undefined {
  const name = sentence === undefined ? undefined : nameOf.get(sentence);
  return name ? messages.gate.errors[name] : sentence;
}

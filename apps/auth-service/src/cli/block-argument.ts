import { isIP } from 'node:net';
import { AppError, type BlockKind, type BlockTarget, blockForm, parseInput } from '@secure-preview/contracts';
import { UsageError } from '@secure-preview/operations';
import { blockValue } from '../blocks/block-value.js';

/** Returns the kind of an argument: address, domain or network. */
function kindOf(text: string): BlockKind {
  if (/[/:]/.test(text) || isIP(text) !== 0) return 'network';
  return text.lastIndexOf('@') > 0 ? 'address' : 'domain';
}

/**
 * Parses an argument and a note.
 *
 * @throws UsageError if the argument is no address, domain or network, or the note is too long
 */
export function blockArgument(text: string, note: string): BlockTarget & { readonly note: string } {
  try {
    const form = parseInput(blockForm, { kind: kindOf(text.trim()), value: text, note });
    return { ...form, value: blockValue(form.kind, form.value) };
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(`Invalid: ${text}. ${error.message}.`);
    throw error;
  }
}

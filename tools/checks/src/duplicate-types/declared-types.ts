import { readFileSync } from 'node:fs';
import {
  parseSync,
  type TsInterfaceDeclaration,
  type TsTypeAliasDeclaration,
  type TsTypeElement,
} from '@swc/core';

/** An object type that a file declares, with its members in a comparable form. */
export interface DeclaredType {
  readonly name: string;
  readonly file: string;
  /** Sorted `name?: type` of each member. */
  readonly members: readonly string[];
}

/** Omits source positions, which differ between equal types. */
const withoutSpans = (key: string, value: unknown): unknown =>
  key === 'span' || key === 'ctxt' ? undefined : value;

function memberText(member: TsTypeElement): string {
  if (member.type !== 'TsPropertySignature') return JSON.stringify(member, withoutSpans);
  const key = member.key.type === 'Identifier' ? member.key.value : JSON.stringify(member.key, withoutSpans);
  return `${key}${member.optional ? '?' : ''}: ${JSON.stringify(member.typeAnnotation, withoutSpans)}`;
}

function membersOf(
  declaration: TsInterfaceDeclaration | TsTypeAliasDeclaration,
): readonly TsTypeElement[] | undefined {
  if (declaration.type === 'TsInterfaceDeclaration') return declaration.body.body;
  return declaration.typeAnnotation.type === 'TsTypeLiteral' ? declaration.typeAnnotation.members : undefined;
}

/** Returns the object types declared at the top level of a TypeScript file, exported or not. */
export function declaredTypes(file: string, source = readFileSync(file, 'utf8')): DeclaredType[] {
  const program = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), decorators: true });
  return program.body.flatMap((item) => {
    const declaration = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (declaration.type !== 'TsInterfaceDeclaration' && declaration.type !== 'TsTypeAliasDeclaration')
      return [];
    const members = membersOf(declaration);
    return members ? [{ name: declaration.id.value, file, members: members.map(memberText).sort() }] : [];
  });
}

/** Minimum number of members for which equal types count as duplicates. */
const MIN_MEMBERS = 3;

/** Returns pairs of types with the same members, as `a.ts A = b.ts B`. */
export function equalTypes(types: readonly DeclaredType[]): string[] {
  const byShape = new Map<string, DeclaredType[]>();
  for (const type of types.filter(({ members }) => members.length >= MIN_MEMBERS)) {
    const shape = type.members.join('\n');
    byShape.set(shape, [...(byShape.get(shape) ?? []), type]);
  }
  return [...byShape.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ file, name }) => `${file} ${name}`).join(' = '));
}

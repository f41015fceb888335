import type { Node } from 'web-tree-sitter'
import type { Language } from './languages.ts'
import type { PatternFault } from './map-messages.ts'
import type { CodeParser } from './parse-code.ts'

/** A piece of code in which holes stand for anything. */
export interface PatternNode {
  readonly type: string
  readonly isNamed: boolean
  /** Of what has no parts. */
  readonly text: string
  readonly children: readonly PatternNode[]
  readonly hole?: Hole
}

export interface Hole {
  /** Empty: nobody asks what it was. */
  readonly name: string
  /** For any number of parts, none among them. */
  readonly isMany: boolean
}

export interface SyntaxPattern {
  readonly root: PatternNode
  /** Words that a file must have to have a match. */
  readonly words: readonly string[]
}

/** `$NAME`, `$_`, `$$$NAME`, `$$$`. Lower case is left alone: in some languages it is code. */
const HOLE = /\$\$\$([A-Z_][A-Z0-9_]*)?|\$([A-Z_][A-Z0-9_]*)/g
/** A letter that every language takes in a name, and nobody writes. */
const MARK = 'µ'
const MARKED = /^(µµµ|µ)([A-Z0-9_]*);?$/

/** Where a piece of code may stand; the first place in which it is without a fault counts. */
const PLACES: Readonly<Record<Language, readonly (readonly [before: string, behind: string])[]>> = (() => {
  const script = [
    ['', ''],
    ['(', ')'],
    ['class X { ', ' }'],
    ['async function* x() { ', ' }'],
  ] as const
  const braces = [
    ['class X { void x() { ', '; } }'],
    ['class X { void x() { ', ' } }'],
    ['class X { void x() { x = ', '; } }'],
    ['class X { ', ' }'],
    ['', ''],
  ] as const
  return {
    bash: [['', '']],
    'c-sharp': braces,
    cpp: [
      ['void x() { ', '; }'],
      ['void x() { ', ' }'],
      ['', ''],
    ],
    go: [
      ['package x\nfunc x() { ', ' }'],
      ['package x\nfunc x() { x = ', ' }'],
      ['package x\n', ''],
    ],
    java: braces,
    javascript: script,
    php: [
      ['<?php ', ';'],
      ['<?php ', ''],
      ['<?php class X { ', ' }'],
    ],
    python: [['', '']],
    ruby: [['', '']],
    rust: [
      ['fn x() { ', '; }'],
      ['fn x() { ', ' }'],
      ['', ''],
      ['impl X { ', ' }'],
    ],
    tsx: script,
    typescript: script,
  }
})()

/** A fault where it is no code of this language. */
export const readPattern = (
  parser: CodeParser,
  written: string,
  language: Language,
): SyntaxPattern | PatternFault => {
  const marked = written
    .trim()
    .replace(HOLE, (_, many?: string, one?: string) =>
      one === undefined ? `${MARK.repeat(3)}${many ?? ''}` : `${MARK}${one === '_' ? '' : one}`,
    )
  if (marked === '') return { kind: 'empty' }
  for (const [before, behind] of PLACES[language]) {
    const tree = parser.parse(before + marked + behind, language)
    if (!tree) continue
    try {
      const node = whole(tree.rootNode, before.length, before.length + marked.length)
      if (tree.rootNode.hasError || !node) continue
      const root = patternOf(node)
      if (root.hole) return { kind: 'empty' }
      return { root, words: [...new Set(wordsIn(root))] }
    } finally {
      tree.delete()
    }
  }
  return { kind: 'syntax', near: written.trim().slice(0, 60) }
}

/** The smallest node that is all of it. */
const whole = (root: Node, from: number, to: number): Node | undefined => {
  const node = root.descendantForIndex(from, to - 1)
  return node && node.startIndex === from && node.endIndex === to ? node : undefined
}

const MOST_DEPTH = 60

const patternOf = (node: Node, depth = 0): PatternNode => {
  const { type, isNamed, text } = node
  const [, marks, name = ''] = (isNamed && MARKED.exec(text)) || []
  if (marks !== undefined)
    return { type, isNamed, text, children: [], hole: { name, isMany: marks.length === 3 } }
  const children =
    depth > MOST_DEPTH
      ? []
      : node.children.filter(child => !child.isExtra).map(child => patternOf(child, depth + 1))
  return { type, isNamed, text: children.length === 0 ? text : '', children }
}

const wordsIn = ({ hole, text, children }: PatternNode): readonly string[] =>
  hole ? [] : [...(text.match(/[\p{L}_$][\p{L}\p{N}_$]{1,}/gu) ?? []), ...children.flatMap(wordsIn)]

export const holesIn = (written: string): readonly string[] =>
  [...written.matchAll(HOLE)].flatMap(([, many, one]) => {
    const name = one ?? many ?? ''
    return name === '' || name === '_' ? [] : [name]
  })

/** The text with what the holes were. */
export const fillHoles = (written: string, values: ReadonlyMap<string, string>): string =>
  written.replace(HOLE, (hole, many?: string, one?: string) => values.get(one ?? many ?? '') ?? hole)

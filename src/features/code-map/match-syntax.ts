import type { Node, Tree } from 'web-tree-sitter'
import type { PatternNode } from './syntax-pattern.ts'

/** What holes were: a node each, or the first and the last of several. */
export type Bound = ReadonlyMap<string, readonly Node[]>

export interface Match {
  readonly node: Node
  readonly bound: Bound
}

/** Comparisons for one file: holes for many can be filled in many ways. */
const MOST_STEPS = 400_000

/** Where the pattern is in a tree, in the order of the text. */
export const matchesIn = (tree: Tree, pattern: PatternNode, most: number): readonly Match[] => {
  const found: Match[] = []
  const steps = { left: MOST_STEPS }
  const cursor = tree.walk()
  try {
    for (let isOver = false; !isOver; ) {
      if (cursor.nodeType === pattern.type) {
        const node = cursor.currentNode
        const bound = matchNode(pattern, node, { bound: new Map(), steps })
        if (bound) found.push({ node, bound })
        if (found.length >= most || steps.left <= 0) return found
      }
      if (cursor.gotoFirstChild() || cursor.gotoNextSibling()) continue
      isOver = true
      while (cursor.gotoParent())
        if (cursor.gotoNextSibling()) {
          isOver = false
          break
        }
    }
    return found
  } finally {
    cursor.delete()
  }
}

interface Matching {
  readonly bound: Bound
  readonly steps: { left: number }
}

/** `undefined`: it is something else. */
const matchNode = (pattern: PatternNode, node: Node, at: Matching): Bound | undefined => {
  at.steps.left -= 1
  if (at.steps.left <= 0) return undefined
  if (pattern.hole) return node.isNamed ? bind(pattern.hole.name, [node], at.bound) : undefined
  if (pattern.type !== node.type) return undefined
  if (pattern.children.length === 0) return pattern.text === node.text ? at.bound : undefined
  const children = node.children.filter(child => !child.isExtra)
  return matchAll(pattern.children, children, at)
}

const bind = (name: string, nodes: readonly Node[], bound: Bound): Bound | undefined => {
  if (name === '') return bound
  const known = bound.get(name)
  if (!known) return new Map([...bound, [name, nodes]])
  return textOf(known) === textOf(nodes) ? bound : undefined
}

const textOf = (nodes: readonly Node[]): string =>
  nodes.map(({ text }) => text.replaceAll(/\s+/g, '')).join(' ')

const SEPARATORS: ReadonlySet<string> = new Set([',', ';', '\n'])

const matchAll = (
  [pattern, ...rest]: readonly PatternNode[],
  nodes: readonly Node[],
  at: Matching,
): Bound | undefined => {
  at.steps.left -= 1
  if (at.steps.left <= 0) return undefined
  const [node, ...others] = nodes
  if (!pattern) return nodes.every(each => SEPARATORS.has(each.type)) ? at.bound : undefined
  if (pattern.hole?.isMany) return matchMany([pattern, ...rest], nodes, at)
  // `f(a, $$$)` is also `f(a)`.
  if (SEPARATORS.has(pattern.type) && rest[0]?.hole?.isMany && node?.type !== pattern.type)
    return matchAll(rest, nodes, at)
  // One that the code has at the end of a list.
  if (node && SEPARATORS.has(node.type) && pattern.type !== node.type)
    return matchAll([pattern, ...rest], others, at)
  if (!node) return rest.length === 0 && SEPARATORS.has(pattern.type) ? at.bound : undefined
  const bound = matchNode(pattern, node, at)
  return bound && matchAll(rest, others, { ...at, bound })
}

const matchMany = (
  [pattern, ...rest]: readonly PatternNode[],
  nodes: readonly Node[],
  at: Matching,
): Bound | undefined => {
  for (let count = nodes.length; count >= 0; count--) {
    const taken = nodes.slice(0, count).filter(({ isNamed }) => isNamed)
    const bound = bind(pattern?.hole?.name ?? '', taken, at.bound)
    const matched = bound && matchAll(rest, nodes.slice(count), { ...at, bound })
    if (matched) return matched
  }
  return undefined
}

import { dirname, join, normalize } from 'node:path'
import { tellsCase } from '../../../lib/case-rule.ts'
import { compileIgnorePattern } from '../../../lib/ignore-pattern.ts'
import type { Policy } from '../../../protocol/permission.ts'
import type { ParsedRule } from './rules.ts'

export interface PathRule extends ParsedRule {
  /** A piece of text that every path it matches holds; undefined when there is none to be sure of. */
  readonly hint: string | undefined
  /** Directories below which all lies that it can match. */
  readonly roots: readonly string[]
  /** Takes an absolute, normalised path. */
  matches(path: string): boolean
}

interface Anchored {
  readonly base: string
  readonly pattern: string
}

/** Where a pattern starts, by its first characters. `/x` below the base is anchored in gitignore terms. */
const anchor = (
  spec: string,
  parsed: ParsedRule,
  policy: Policy,
): Anchored & { readonly relative: boolean } => {
  if (spec.startsWith('//')) return { base: '/', pattern: spec.slice(1), relative: false }
  if (spec === '~' || spec.startsWith('~/'))
    return { base: policy.home, pattern: spec.slice(1) || '/**', relative: false }
  if (spec.startsWith('/')) return { base: parsed.rule.anchor, pattern: spec, relative: false }
  let base = policy.cwd
  let pattern = spec.replace(/^(?:\.\/)+/, '')
  let anchored = false
  while (pattern.startsWith('../')) {
    base = dirname(base)
    pattern = pattern.slice(3)
    anchored = true
  }
  return { base, pattern: anchored ? `/${pattern}` : pattern, relative: !anchored }
}

/** A pattern of one directory and what is in it: `logs/`, `logs/**`, `logs/*`. */
const ONE_DIRECTORY = /^[^/]+\/(?:[^/]*)$/

/**
 * The places and patterns that a rule stands for. Rules that restrict reach further than rules that grant: a
 * directory at any depth and in every working directory, where a grant means the one directly below the anchor.
 */
const anchorsOf = (parsed: ParsedRule, policy: Policy): readonly Anchored[] => {
  if (parsed.spec === undefined) return []
  const { base, pattern, relative: isRelative } = anchor(parsed.spec.normalize('NFC'), parsed, policy)
  if (!isRelative) return [{ base, pattern }]
  const oneDirectory = ONE_DIRECTORY.test(pattern)
  if (parsed.rule.behavior === 'allow') return [{ base, pattern: oneDirectory ? `/${pattern}` : pattern }]
  const reach = oneDirectory ? `**/${pattern}` : pattern
  return [...new Set([base, ...policy.roots])].map(place => ({ base: place, pattern: reach }))
}

/** The longest run of plain letters in a pattern, unless something in it makes letters mean more than themselves. */
const hintOf = (pattern: string): string | undefined =>
  /[^\w./*-]/.test(pattern)
    ? undefined
    : pattern.match(/[\w-]+/g)?.reduce((best, run) => (run.length > best.length ? run : best))

/** Rules that restrict, behind one search that most paths do not pass. */
export interface PathFilter {
  readonly rules: readonly PathRule[]
  /** Takes what `matches` takes. No: none of the rules can match. */
  mayMatch(path: string): boolean
}

export const filterPaths = (rules: readonly PathRule[], policy: Policy): PathFilter => {
  const hints = new Set(rules.map(rule => rule.hint))
  if (hints.size === 0) return { rules, mayMatch: () => false }
  if (hints.has(undefined)) return { rules, mayMatch: () => true }
  const any = new RegExp([...hints].join('|'), policy.caseSensitive === true ? 'u' : 'iu')
  return { rules, mayMatch: path => any.test(path.normalize('NFC')) }
}

export const compilePathRule = (parsed: ParsedRule, policy: Policy): PathRule => {
  if (parsed.spec === undefined) return { ...parsed, hint: undefined, roots: [], matches: () => true }
  // Whether it is a directory is not asked: what restricts counts for both.
  const kind = parsed.rule.behavior === 'allow' ? 'file' : 'directory'
  const anchors = anchorsOf(parsed, policy)
  const matchers = anchors.map(({ base, pattern }) => ({
    base: normalize(base).normalize('NFC'),
    exact: compileIgnorePattern(pattern, { ignoreCase: false }),
    folded: lazily(() => compileIgnorePattern(pattern, { ignoreCase: true })),
  }))
  const fits = (path: string, ignoreCase: boolean): boolean =>
    matchers.some(({ base, exact, folded }) => {
      const below = relativeTo(base, path, ignoreCase)
      return below !== undefined && (ignoreCase ? folded() : exact).matches(below, kind)
    })
  const hint = hintOf(anchors[0]?.pattern ?? '')
  return {
    ...parsed,
    hint,
    roots: anchors.map(({ base, pattern: text }) => join(base, plainStart(text))),
    matches: path => {
      const composed = path.normalize('NFC')
      if ((hint === undefined || composed.includes(hint)) && fits(composed, false)) return true
      // Whether case counts there is found out only where it matters.
      return policy.caseSensitive !== true && fits(composed, true) && !tellsCase(policy.caseSensitive, path)
    },
  }
}

const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The directories at the beginning of a pattern that have nothing special in them. */
const plainStart = (pattern: string): string => {
  const names = pattern.replace(/\/$/, '').split('/')
  // Without a slash before its end it is a name at any depth.
  if (names.length === 1) return ''
  const special = names.findIndex(name => /[*?[\\]/.test(name))
  return names.slice(0, special < 0 ? -1 : special).join('/')
}

/** Both are absolute and normalised; undefined unless the path is below the base. */
const relativeTo = (base: string, path: string, ignoreCase: boolean): string | undefined => {
  const root = base.endsWith('/') ? base : `${base}/`
  const head = path.slice(0, root.length)
  const below = head === root || (ignoreCase && head.toLowerCase() === root.toLowerCase())
  const rest = below ? path.slice(root.length).replace(/\/+$/, '') : ''
  return rest === '' ? undefined : rest
}

/** A name no pattern was written for: matched only if everything in the directory is. */
export const NO_NAME = 'some-file-of-no-name'
export const somethingIn = (directory: string): string => join(directory, NO_NAME)

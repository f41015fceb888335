import { normalize } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import { textField } from '../../lib/values/read-field.ts'

export const SEVERITIES = ['error', 'warning', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What a finder says is wrong. */
export interface Finding {
  /** From the repository's top, with slashes. */
  readonly file: string
  readonly line: number
  readonly severity: Severity
  /** The finders that named it; the first one gives it its kind. */
  readonly by: readonly string[]
  readonly title: string
  readonly why: string
  /** The input or situation in which it shows. */
  readonly shows: string
  /** A patch that mends it; absent: none was offered. */
  readonly patch?: string
}

export type Verdict = 'real' | 'unsure' | 'refuted'

/** A finding and what somebody who did not make it says of it. */
export interface JudgedFinding extends Finding {
  readonly verdict: Verdict | 'unchecked'
  readonly because: string
  /** The command by which it was seen: it ran, and it failed. */
  readonly reproduced?: string
  /** The command that was run to look: it ended well, so what it showed is the word of whoever ran it. */
  readonly ran?: string
  /** A command that is said to have shown it, and never ran. */
  readonly unproven?: string
  /** What was written to see it, as a patch: a test that fails. */
  readonly evidence?: string
}

const MOST = 50

/** Reads what an agent answered; what has no place in the repository is left out. */
export const readFindings = (answer: unknown, by: string): readonly Finding[] => {
  const list = isObject(answer) && Array.isArray(answer['findings']) ? answer['findings'] : []
  return list.slice(0, MOST).flatMap(item => {
    const file = placeOf(textField(item, 'file') ?? '')
    const line = isObject(item) ? Number(item['line']) : Number.NaN
    const title = textField(item, 'title') ?? ''
    if (file === undefined || title === '' || !Number.isSafeInteger(line) || line < 1) return []
    const severity = SEVERITIES.find(known => known === textField(item, 'severity')) ?? 'warning'
    const patch = textField(item, 'patch') ?? ''
    return [
      {
        file,
        line,
        severity,
        by: [by],
        title,
        why: textField(item, 'why') ?? '',
        shows: textField(item, 'shows') ?? '',
        ...(patch.includes('@@') ? { patch } : {}),
      },
    ]
  })
}

const placeOf = (path: string): string | undefined => {
  const plain = normalize(path.replaceAll('\\', '/').replace(/^(?:\.\/|[ab]\/(?=.))/, ''))
  return plain === '.' || plain.startsWith('/') || plain.split('/').includes('..') ? undefined : plain
}

/** Lines so near are one place. */
const NEAR = 3
/** This share of words in common is the same sentence. */
const ALIKE = 0.4

/** One of each: the gravest of those that say the same of the same place, with everybody who named it. */
export const mergeFindings = (findings: readonly Finding[]): readonly Finding[] => {
  const merged: Finding[] = []
  for (const finding of rankFindings(findings)) {
    const at = merged.findIndex(other => isSame(other, finding))
    const known = merged[at]
    if (!known) merged.push(finding)
    else
      merged[at] = {
        ...known,
        by: [...new Set([...known.by, ...finding.by])],
        ...(known.patch === undefined && finding.patch !== undefined ? { patch: finding.patch } : {}),
      }
  }
  return merged
}

/** One finder lists different faults: only the same sentence twice is the same. */
const SAME_SENTENCE = 0.8

const isSame = (a: Finding, b: Finding): boolean => {
  if (a.file !== b.file || Math.abs(a.line - b.line) > NEAR) return false
  if (a.by[0] === b.by[0]) return alike(wordsIn(a.title), wordsIn(b.title)) >= SAME_SENTENCE
  return alike(wordsOf(a), wordsOf(b)) >= (a.line === b.line ? ALIKE / 2 : ALIKE)
}

/** They are in every sentence and say nothing of what it is about. */
const EMPTY = new Set(
  'the and are but can does for from has have its not now that then there they this was when which will with goes wrong 的 是 了 在 不 会 有 和 这 它'.split(
    ' ',
  ),
)

const wordsOf = ({ title, why }: Finding): ReadonlySet<string> => wordsIn(`${title} ${why}`)

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}_]{3,}|\p{Script=Han}/gu) ?? []).filter(word => !EMPTY.has(word)),
  )

/** The share of the shorter text's words that the other has, too. */
const alike = (first: ReadonlySet<string>, second: ReadonlySet<string>): number => {
  const common = [...first].filter(word => second.has(word)).length
  return common / Math.max(1, Math.min(first.size, second.size))
}

/** The gravest first; of those, what was reproduced; then what most named; then by place. */
export const rankFindings = <T extends Finding & Pick<Partial<JudgedFinding>, 'reproduced'>>(
  findings: readonly T[],
): readonly T[] =>
  findings.toSorted(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      Number(b.reproduced !== undefined) - Number(a.reproduced !== undefined) ||
      b.by.length - a.by.length ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
  )

/** What is known of a check beside what its checker says. */
export interface Proof {
  /** What was written, as a patch. */
  readonly evidence?: string
  /** What the record of the checker has of the command that it names; absent: there is no record. */
  readonly ran?: 'failed' | 'done' | 'never'
}

/** The command that a checker says showed it; empty: none. */
export const namedCommand = (answer: unknown): string => (textField(answer, 'reproduced') ?? '').trim()

/**
 * Joins findings with what was answered about each of them, in the same order. Whoever says that a command showed it,
 * and never ran that, is not believed the rest.
 */
export const judgeFindings = (
  findings: readonly Finding[],
  verdicts: readonly unknown[],
  proofs: readonly Proof[] = [],
): readonly JudgedFinding[] =>
  rankFindings(
    findings.map((finding, index) => {
      const said = verdicts[index]
      const verdict = (['real', 'unsure', 'refuted'] as const).find(
        known => known === textField(said, 'verdict'),
      )
      const severity = SEVERITIES.find(known => known === textField(said, 'severity'))
      const { evidence, ran } = proofs[index] ?? {}
      const command = namedCommand(said)
      return {
        ...finding,
        ...(severity === undefined ? {} : { severity }),
        verdict:
          verdict === 'real' && command !== '' && ran === 'never' ? 'unsure' : (verdict ?? 'unchecked'),
        because: textField(said, 'why') ?? '',
        ...(command === '' ? {} : { [PROVEN[ran ?? 'never']]: command }),
        ...(evidence === undefined ? {} : { evidence }),
      }
    }),
  )

const PROVEN = { failed: 'reproduced', done: 'ran', never: 'unproven' } as const

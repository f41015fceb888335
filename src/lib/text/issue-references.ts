import { type Edges, NO_EDGES } from './inline-edges.ts'

/** An issue or pull request that a text names, such as `owner/repo#123`. */
export interface IssueReference {
  readonly from: number
  readonly to: number
  readonly owner: string
  readonly name: string
  readonly number: string
}

/** Scripts without blanks between words: the name may stand right beside them. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}'
const WIDE_MARKS = '，。；：、！？'
/** Only these may stand right before a reference, and right behind it: anything else may be a longer word, path or address. */
const BEFORE = `^|[\\s(\\[{"'“‘«,;!…—–（【「『《〈${WIDE_MARKS}${UNSPACED}]`
const AFTER = `[.,:;!?]{0,3}(?:$|[\\s)\\]}"'”’»…—–）】」』》〉${WIDE_MARKS}${UNSPACED}])`
const REFERENCE = new RegExp(
  `(?<=${BEFORE})([A-Za-z\\d](?:[A-Za-z\\d-]{0,37}[A-Za-z\\d])?)/([\\w.-]{1,100})#([1-9]\\d{0,8})(?=${AFTER})`,
  'gu',
)
const LONGEST = 20_000
const MOST = 200

/** References by GitHub's grammar of names. What is part of something longer stays text. */
export const issueReferences = (text: string, edges: Edges = NO_EDGES): readonly IssueReference[] => {
  if (text.length > LONGEST || !text.includes('#')) return []
  const found: IssueReference[] = []
  const start = edges.before.length
  for (const match of `${edges.before}${text}${edges.after}`.matchAll(REFERENCE)) {
    const [written, owner = '', name = '', number = ''] = match
    const from = match.index - start
    const to = from + written.length
    if (from < 0 || to > text.length || name === '.' || name === '..') continue
    found.push({ from, to, owner, name, number })
    if (found.length === MOST) break
  }
  return found
}

const GITHUB = 'github.com'

/** Issues and pull requests have one row of numbers: the address of an issue leads on to a pull request. */
export const issueAddress = (
  { owner, name, number }: Pick<IssueReference, 'owner' | 'name' | 'number'>,
  host = GITHUB,
): string => `https://${host}/${owner}/${name}/issues/${number}`

const HOST_NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,8}[a-z]{2,63}$/i

/**
 * The host whose pages show issues, by the host of a repository's remote. Addresses, and names that only the person's
 * ssh settings know, have no pages: then it is GitHub.
 */
export const issueHost = (remote: string | undefined): string => {
  const host = (remote ?? '').toLowerCase().replace(/^ssh\.(?=.*\..)/, '')
  return host.length <= 253 && HOST_NAME.test(host) ? host : GITHUB
}

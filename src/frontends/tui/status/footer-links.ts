import { runInNewContext } from 'node:vm'
import { truncateText } from '../../../lib/text-width.ts'
import type { FooterLink } from '../../../protocol/terminal-settings.ts'
import type { Item } from '../state/item.ts'
import type { FooterBadge } from '../state/ui-state.ts'
import type { PullRequest } from './pull-request-of.ts'

const MOST_BADGES = 5
const MOST_URL_CHARS = 2_048
const LABEL_COLUMNS = 28
/** Of a turn: what is longer is looked at from its end. */
const MOST_TEXT = 128 * 1024
/** A pattern that takes longer holds up nobody; it finds nothing then. A busy machine needs more than a moment for any. */
const MATCH_MS = 500
const SCHEMES: ReadonlySet<string> = new Set(
  'https http vscode vscode-insiders cursor windsurf zed jetbrains idea slack linear notion figma'.split(' '),
)

/** What a turn said and what its calls gave, as far as patterns look at it. */
export const turnText = (items: readonly Item[]): string =>
  items
    .map(item => {
      if (item.kind === 'assistant') return item.text
      if (item.kind === 'tool') return item.text ?? ''
      return item.kind === 'shell' ? item.output : ''
    })
    .join('\n')
    .slice(-MOST_TEXT)

/** The links that a text names, behind those that were there: the newest five, each once. */
export const findBadges = (
  text: string,
  links: readonly FooterLink[],
  before: readonly FooterBadge[],
): readonly FooterBadge[] => {
  const found = links.flatMap(link => badgesOf(text, link))
  const urls = new Set(found.map(({ url }) => url))
  const once = new Map(
    [...before.filter(({ url }) => !urls.has(url)), ...found].map(each => [each.url, each]),
  )
  return [...once.values()].slice(-MOST_BADGES)
}

interface Match {
  readonly whole: string
  readonly groups: Readonly<Record<string, string | undefined>>
}

const badgesOf = (text: string, link: FooterLink): readonly FooterBadge[] =>
  matchesOf(text, link.pattern).flatMap(({ whole, groups }) => {
    const url = fillUrl(link.url, groups)
    if (url === undefined) return []
    const label = fill(link.label ?? whole, groups, value => value)
    return [{ url, label: truncateText(label.trim() === '' ? whole : label, LABEL_COLUMNS) }]
  })

/** In a context of its own, so that a pattern that goes on and on can be ended. */
const matchesOf = (text: string, pattern: string): readonly Match[] => {
  try {
    const found: string = runInNewContext(
      `JSON.stringify(Array.from(text.matchAll(new RegExp(pattern, 'g')), each => ({ whole: each[0], groups: { ...each.groups } })).slice(-${MOST_BADGES}))`,
      { text, pattern },
      { timeout: MATCH_MS },
    )
    return JSON.parse(found)
  } catch {
    // Too slow, or no pattern at all: then there are no links.
    return []
  }
}

const PLACEHOLDER = /\{(\w+)\}/g

const fill = (template: string, groups: Match['groups'], encode: (value: string) => string): string =>
  template.replace(PLACEHOLDER, (_, name: string) => encode(groups[name] ?? ''))

/** What was matched fills parts of a path or of a query: where the link leads is said by the template alone. */
const fillUrl = (template: string, groups: Match['groups']): string | undefined => {
  const [, scheme = '', authority = ''] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i.exec(template) ?? []
  if (!SCHEMES.has(scheme.toLowerCase()) || /[{}\\@]/.test(authority)) return undefined
  const url = fill(template, groups, encodeURIComponent)
  if (url.length > MOST_URL_CHARS || !URL.canParse(url)) return undefined
  return new URL(url).href
}

/** The pull request of the conversation, where the person's own template says. */
export const pullRequestBadge = ({ number, url, kind }: PullRequest, template?: string): FooterBadge => {
  const [, host, owner, repo] = /^https:\/\/([^/]+)\/([^/]+)\/([^/]+)\/pull\/\d+$/.exec(url) ?? []
  const label = kind === 'mr' ? `!${number}` : `PR #${number}`
  if (template === undefined || host === undefined) return { url, label }
  const values = { host, owner, repo, number: String(number), url }
  const made = template.replace(PLACEHOLDER, (whole, name: string) => Reflect.get(values, name) ?? whole)
  return /^https?:\/\//.test(made) && made.length <= MOST_URL_CHARS && URL.canParse(made)
    ? { url: new URL(made).href, label }
    : { url, label }
}

import type { ReviewState } from '../ports/system-port.ts'
import type { Item } from '../state/item.ts'

export interface PullRequest {
  readonly number: number
  readonly url: string
  readonly kind: 'pr' | 'mr'
  /** What reviewers say, where somebody could be asked. */
  readonly review_state?: ReviewState
}

/** The pull request that the conversation opened last, by the address that was printed; nobody is asked for it. */
export const pullRequestOf = (items: readonly Item[]): PullRequest | undefined => {
  for (const item of items.toReversed()) {
    const found = printedBy(item)
    if (found) return found
  }
  return undefined
}

const printedBy = (item: Item): PullRequest | undefined => {
  if (item.kind === 'shell' && item.state === 'done') return openedBy(item.command, item.output)
  if (item.kind !== 'tool' || item.state !== 'done') return undefined
  const body = item.presentation?.body
  return body?.type === 'output' ? openedBy(body.command ?? '', item.text ?? '') : undefined
}

const openedBy = (command: string, output: string): PullRequest | undefined => {
  if (!OPENS.test(command)) return undefined
  const [url, number] = ADDRESS.exec(output) ?? []
  return url === undefined
    ? undefined
    : { number: Number(number), url, kind: url.includes('/-/') ? 'mr' : 'pr' }
}

const OPENS = /\b(?:gh\s+pr|glab\s+mr)\s+create\b/
const ADDRESS = /https:\/\/[^\s/"'<>]+\/[^\s"'<>]+?\/(?:pull|-\/merge_requests)\/(\d{1,12})\b/

import { closeSync, constants, openSync } from 'node:fs'
import { isObject } from '../../lib/is-object.ts'
import { parseJsonLine, readLines } from '../../lib/jsonl.ts'
import type { PullRequestDraft } from '../../protocol/agents/pull-requests.ts'

const MARK = Buffer.from('{"type":"followed-pull-request"')
/** Longer lines are none of these. */
const MOST_BYTES = 512 * 1024

export interface StoredPullRequests {
  /** What was told of each that is followed, unchecked, by address. */
  readonly followed: ReadonlyMap<string, unknown>
  readonly drafts: readonly Omit<PullRequestDraft, 'name'>[]
}

/** What an earlier run of the session followed, and what waited to be sent; a file nobody can read has none. */
export const storedPullRequests = (path: string | undefined): StoredPullRequests => {
  const followed = new Map<string, unknown>()
  const drafts = new Map<string, Omit<PullRequestDraft, 'name'>>()
  const fd = path === undefined ? undefined : open(path)
  if (fd === undefined) return { followed, drafts: [] }
  try {
    for (const { bytes } of readLines(fd, { maxLineBytes: MOST_BYTES })) {
      const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(0, MARK.length)
      const entry = start.equals(MARK) ? parseJsonLine(bytes) : undefined
      if (!isObject(entry) || typeof entry['url'] !== 'string') continue
      const { url, known, draft, settled } = entry
      if (known === null) followed.delete(url)
      else if (known !== undefined) followed.set(url, known)
      if (isObject(draft) && typeof draft['id'] === 'string' && typeof draft['text'] === 'string')
        drafts.set(draft['id'], {
          id: draft['id'],
          url,
          text: draft['text'],
          ...(typeof draft['replyTo'] === 'string' ? { replyTo: draft['replyTo'] } : {}),
        })
      if (typeof settled === 'string') drafts.delete(settled)
    }
  } finally {
    closeSync(fd)
  }
  return { followed, drafts: [...drafts.values()] }
}

const open = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    // There is no such file yet.
    return undefined
  }
}

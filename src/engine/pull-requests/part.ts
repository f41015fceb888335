import { errorText } from '../../lib/error-text.ts'
import type { Message } from '../../protocol/message.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

interface PullRequestsOptions {
  readonly config: {
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly place: { readonly cwd: string }
  }
}

const ADDRESS = /https:\/\/([^\s/"'<>]+)\/([^\s"'<>]+?)\/(?:pull|-\/merge_requests)\/(\d{1,12})\b/g
const QUICK = /\/(?:pull|merge_requests)\/\d/

/** Notes in the session which pull requests of this repository were spoken of, so that it is found by them again. */
export const createPullRequests = ({ config }: PullRequestsOptions): Part => {
  const { session, runtime, place } = config
  if (session.path === undefined) return {}
  const noted = new Set<string>()
  let home: Promise<string | undefined> | undefined
  const note = async (text: string): Promise<void> => {
    home ??= readHome(place.cwd)
    const ours = await home
    for (const [prUrl, host, repository = '', number] of text.matchAll(ADDRESS)) {
      if (ours !== `${host}/${repository}`.toLowerCase() || noted.has(prUrl)) continue
      noted.add(prUrl)
      await session.note({
        type: 'pr-link',
        sessionId: session.id,
        prNumber: Number(number),
        prUrl,
        prRepository: repository,
        timestamp: runtime.now().toISOString(),
      })
    }
  }
  return {
    recorded(message) {
      const text = textOf(message)
      if (QUICK.test(text)) note(text).catch(error => runtime.log?.(`pull request: ${errorText(error)}`))
    },
  }
}

/** Without a remote there is nothing to compare with. Loaded when an address was seen. */
const readHome = async (cwd: string): Promise<string | undefined> => {
  const { readRepository } = await import('../../features/sessions/repository-home.ts')
  const { home } = readRepository(cwd) ?? {}
  return home && `${home.host}/${home.owner}/${home.name}`.toLowerCase()
}

/** What the person and the model said, and what calls gave. */
const textOf = (message: Message): string => {
  if (message.type !== 'user' && message.type !== 'assistant') return ''
  const { content } = message.message
  if (typeof content === 'string') return content
  return content
    .map(block => {
      if (block.type === 'text') return block.text
      if (block.type !== 'tool_result') return ''
      return typeof block.content === 'string' ? block.content : JSON.stringify(block.content ?? '')
    })
    .join('\n')
}

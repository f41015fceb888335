import { errorText } from '../../lib/error-text.ts'
import type { PullRequestCommands, PullRequests } from '../../protocol/agents/pull-requests.ts'
import type { Message } from '../../protocol/message.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { describeError, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Part } from '../scope.ts'
import type { FollowDesk } from './follow-desk.ts'
import type { FollowOptions } from './options.ts'

export type PullRequestsOptions = Omit<FollowOptions, 'choice'> & {
  readonly config: { readonly pullRequests?: FollowOptions['choice'] }
}

export interface SessionPullRequests extends Part {
  /** For the calls of the conversation; absent: nothing is followed here. */
  readonly port?: PullRequests
}

const ADDRESS = /https:\/\/([^\s/"'<>]+)\/([^\s"'<>]+?)\/(?:pull|-\/merge_requests)\/(\d{1,12})\b/g
const QUICK = /\/(?:pull|merge_requests)\/\d/

/** Pull requests that were spoken of, and those that are followed where the person switched that on. */
export const createPullRequests = (options: PullRequestsOptions): SessionPullRequests => {
  const { pullRequests: choice } = options.config
  const noted = createLinks(options)
  return choice ? { ...noted, ...createFollowing({ ...options, choice }) } : { ...noted, ...NOTHING }
}

/** A forge may say what it likes: nobody follows anything here. */
const NOTHING: Part = { answers: { pullRequests: () => [] }, ops: { look_at_pull_requests() {} } }

/** Loaded with the first pull request. */
const createFollowing = (options: FollowOptions): SessionPullRequests => {
  let loading: Promise<FollowDesk> | undefined
  let loaded: FollowDesk | undefined
  const desk = (): Promise<FollowDesk> =>
    (loading ??= import('./follow-desk.ts').then(({ FollowDesk }) => (loaded = new FollowDesk(options))))
  const list = () => loaded?.list() ?? []
  return {
    port: {
      follow: async url =>
        await forModel(async () => {
          const { info, text } = await (await desk()).follow(url)
          return { name: info.name, text }
        }),
      unfollow: async url => await forModel(async () => (await desk()).unfollow(url)),
      list,
      answer: async answer => await forModel(async () => await (await desk()).answer(answer)),
    },
    ops: {
      async look_at_pull_requests({ host, repository, numbers }) {
        loaded?.nudge(host, repository, numbers)
      },
    },
    answers: { pullRequests: list },
    commandHost: () => ({ pullRequests: commandsOf(desk, () => loaded) }),
    async restarted(_, why) {
      if (why === 'resume' && options.config.session.messages.length > 0) (await desk()).restore()
    },
    [Symbol.asyncDispose]: async () => await (await loading)?.[Symbol.asyncDispose](),
  }
}

const commandsOf = (
  desk: () => Promise<FollowDesk>,
  loaded: () => FollowDesk | undefined,
): PullRequestCommands => ({
  list: () => loaded()?.list() ?? [],
  drafts: () => loaded()?.drafts() ?? [],
  follow: async which => await forPerson(async () => (await (await desk()).follow(which)).info),
  unfollow: async which => await forPerson(async () => (await desk()).unfollow(which)),
  send: async id => await forPerson(async () => await (await desk()).send(id)),
  drop: async id => await forPerson(async () => (await desk()).drop(id)),
  allow: async which => await forPerson(async () => (await desk()).allow(which)),
})

const forModel = <T>(work: () => Promise<T>): Promise<T> => failingAs(text => new ToolError(text), work)
const forPerson = <T>(work: () => Promise<T>): Promise<T> => failingAs(text => new OpError(text), work)

/** What a forge does not give is nobody's bug. */
const failingAs = async <T>(made: (text: LocalizedText) => Error, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const isForge = error instanceof Error && error.name === 'ForgeError'
    throw isForge ? made(asLocalized(describeError(error))) : error
  }
}

/** Notes in the session which pull requests of this repository were spoken of, so that it is found by them again. */
const createLinks = ({ config }: Pick<FollowOptions, 'config'>): Part => {
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

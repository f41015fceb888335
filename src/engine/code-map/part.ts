import { childEnvironment } from '../../features/shell/child-environment.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { AttachmentSource } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { GitSandbox } from '../../protocol/run-git.ts'
import type { Settings } from '../../protocol/settings.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { CodeReader } from '../../protocol/tools/code-reader.ts'
import type { Limits } from '../options/limits.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'

interface CodeOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly limits: Pick<Limits, 'firstMapMs'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly settings: { current(): Pick<Settings, 'codeMapTokens'> }
  readonly sandbox?: { readonly git: GitSandbox } | undefined
}

/** Whoever looks at code: a thread of the session. */
interface CodeUser {
  roots(): readonly string[]
  cwd(): string
  messages(): readonly Message[]
}

interface MapReader {
  readonly reader: CodeReader
  readonly user: CodeUser
  denied(): ((path: string) => boolean) | Promise<(path: string) => boolean>
}

/** Looks at code by its syntax. What does that is loaded, and its threads are started, with the first question. */
export interface SessionCode extends Part {
  readerFor(user: CodeUser): CodeReader
  /** A map behind the first message, where the settings want one. */
  firstMap(at: MapReader): AttachmentSource
}

const says = modelTexts('first_code_map', {
  map: {
    en: 'Outline of the code in this directory, made from its syntax: what matters most first, with the line of each declaration, ×files that use it, and ← files that use the file.\n{text}',
    zh: '此目录代码的概要，由语法分析得出：最重要的在前，含各声明的行号、×使用它的文件数，以及 ← 使用该文件的文件。\n{text}',
  },
})

const KIND = 'code_map'
/** The first message waits no longer for its map. */
const FIRST_MS = 5_000
const GIT_MS = 20_000
const MOST_LIST_BYTES = 64 * 1024 * 1024

export const createCode = ({ config, sandbox, settings }: CodeOptions): SessionCode => {
  const { place } = config
  let loaded: ReturnType<typeof load> | undefined
  const list = async (directory: string) => {
    const [{ listFiles }, { createGit }] = await Promise.all([
      import('../../features/file-index/list-files.ts'),
      import('../../features/git/git.ts'),
    ])
    const env = childEnvironment(place.env, { secretNames: place.secretNames, projectDir: place.cwd })
    const git = createGit({ env, roots: () => [directory], sandbox: sandbox?.git })
    return await listFiles({
      cwd: directory,
      git: async args => {
        const answer = await git({ cwd: directory, args, timeoutMs: GIT_MS, maxBytes: MOST_LIST_BYTES })
        return answer.kind === 'ok' ? answer.output : undefined
      },
      respectIgnored: true,
      now: () => performance.now(),
    })
  }
  const readerOf = async (user: CodeUser): Promise<CodeReader> => {
    loaded ??= load(place)
    const { threads, createCodeReader, focusOf } = await loaded
    return createCodeReader(threads, {
      list,
      roots: user.roots,
      focus: () => focusOf(user.messages(), user.cwd()),
    })
  }
  return {
    readerFor: user => ({
      map: async (query, around) => await (await readerOf(user)).map(query, around),
      match: async (query, signal) => await (await readerOf(user)).match(query, signal),
    }),
    firstMap: at => ({
      name: 'code map',
      behind: true,
      async collect() {
        const tokens = settings.current().codeMapTokens ?? 0
        if (tokens === 0 || at.user.messages().some(isLater)) return []
        const text = await firstMap(at, { tokens, ms: config.limits.firstMapMs ?? FIRST_MS })
        return text === undefined
          ? []
          : [
              {
                kind: KIND,
                text: forModel(says('map', { text: inertTags(text) }), config.prompt.promptLanguage),
              },
            ]
      },
    }),
    async [Symbol.asyncDispose]() {
      await (await loaded)?.threads[Symbol.asyncDispose]()
    },
  }
}

/** The conversation has begun, or has its map. */
const isLater = (message: Message): boolean =>
  message.type === 'assistant' || (message.type === 'attachment' && message.attachment.kind === KIND)

/** `undefined`: there is no code, or it took too long. */
const firstMap = async (
  { reader, user, denied }: MapReader,
  { tokens, ms }: { readonly tokens: number; readonly ms: number },
): Promise<string | undefined> => {
  try {
    const { text, shownFiles } = await reader.map(
      { directory: user.cwd(), words: [], tokens },
      { signal: AbortSignal.timeout(ms), isDenied: await denied() },
    )
    return shownFiles === 0 ? undefined : text
  } catch (error) {
    // The conversation begins without it.
    if (error instanceof ToolError) return undefined
    throw error
  }
}

const load = async ({ codeMapDir }: SessionEnvironment) => {
  const [{ CodeThreads, createCodeReader }, { focusOf }] = await Promise.all([
    import('../../features/code-map/create-code-reader.ts'),
    import('../../features/code-map/focus-of.ts'),
  ])
  return { threads: new CodeThreads(codeMapDir), createCodeReader, focusOf }
}

import { childEnvironment } from '../../features/shell/child-environment.ts'
import type { Message } from '../../protocol/message.ts'
import type { GitSandbox } from '../../protocol/run-git.ts'
import type { CodeReader } from '../../protocol/tools/code-reader.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'

interface CodeOptions {
  readonly config: { readonly place: SessionEnvironment }
  readonly sandbox?: { readonly git: GitSandbox } | undefined
}

/** Whoever looks at code: a thread of the session. */
interface CodeUser {
  roots(): readonly string[]
  cwd(): string
  messages(): readonly Message[]
}

/** Looks at code by its syntax. What does that is loaded, and its threads are started, with the first question. */
export interface SessionCode extends Part {
  readerFor(user: CodeUser): CodeReader
}

const GIT_MS = 20_000
const MOST_LIST_BYTES = 64 * 1024 * 1024

export const createCode = ({ config: { place }, sandbox }: CodeOptions): SessionCode => {
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
    async [Symbol.asyncDispose]() {
      await (await loaded)?.threads[Symbol.asyncDispose]()
    },
  }
}

const load = async ({ codeMapDir }: SessionEnvironment) => {
  const [{ CodeThreads, createCodeReader }, { focusOf }] = await Promise.all([
    import('../../features/code-map/create-code-reader.ts'),
    import('../../features/code-map/focus-of.ts'),
  ])
  return { threads: new CodeThreads(codeMapDir), createCodeReader, focusOf }
}

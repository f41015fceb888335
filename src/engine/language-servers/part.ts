import type { Languages } from '../../features/language-servers/languages.ts'
import type { ServerPool } from '../../features/language-servers/server-pool.ts'
import type { Sandbox } from '../../features/sandbox/sandbox.ts'
import { isInside } from '../../lib/paths.ts'
import type { Event } from '../../protocol/event.ts'
import type { ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { CodeHelp } from '../../protocol/tools/code-help.ts'
import type { EditFinder } from '../../protocol/tools/edit-finding.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SandboxChoice } from '../sandbox/options.ts'
import type { Part } from '../scope.ts'
import type { LanguageServerChoice } from './options.ts'

export interface LanguageServersOptions {
  readonly config: {
    readonly extensions?: ExtensionRoots
    readonly languageServers?: LanguageServerChoice
    readonly place: SessionEnvironment
    readonly runtime: Runtime
    readonly sandbox?: SandboxChoice
  }
  readonly live: Pick<ThreadState, 'roots'>
  childEnv(): Readonly<Record<string, string>>
  openSandbox(choice: SandboxChoice): Promise<Sandbox>
  emit(event: Event): void
}

type Denied = () => ((path: string) => boolean) | Promise<(path: string) => boolean>

export interface LanguageServers extends Part {
  /** What is wrong with the file is told here. */
  covers(path: string): boolean
  /** Looks at what calls change. */
  readonly finder: EditFinder
  /** The model has seen the file: its server may start, once the first request has left. */
  touch(path: string): void
  /** Who knows what may not be read. */
  lend(denied: Denied): void
  /** What can be asked about code; undefined: nothing. */
  readonly help: CodeHelp['codeHelp']
  /** Undefined: none may be started here. */
  opened(): Promise<Languages> | undefined
}

/** Without plugins and without a host that says otherwise nothing is known. */
const OWN: LanguageServerChoice = { rows: {}, known: false }
/** Files that were seen before the first request. */
const MOST_WAITING = 20

/** Problems and answers that language servers have. Nothing is loaded before a file they know is touched. */
export const createLanguageServers = (at: LanguageServersOptions): LanguageServers => {
  const choice = at.config.languageServers ?? OWN
  const waiting = new Set<string>()
  let denied: Denied = () => () => false
  let hasLeft = false
  let isNewTurn = false
  let opened: Promise<Opened> | undefined
  let languages: Languages | undefined
  const open = (): Promise<Languages> | undefined => {
    if (choice.off) return undefined
    opened ??= openLanguages(at, choice, async () => await denied())
    return opened.then(made => {
      languages = made.languages
      return made.languages
    })
  }
  const logged = (error: unknown): void => at.config.runtime.log?.(`a language server: ${String(error)}`)
  const touchNow = (path: string): void =>
    void open()
      ?.then(made => made.touch(path))
      .catch(logged)
  const isNone = choice.off !== undefined || !(choice.known || at.config.extensions)
  return {
    help: isNone ? undefined : helpOf(at, open),
    covers: path => languages?.covers(path) ?? false,
    opened: () => (isNone ? undefined : open()),
    lend(by) {
      denied = by
    },
    finder: {
      concerns: async files => (isNone ? false : ((await (await open())?.concerns(files)) ?? false)),
      look: async (files, signal) => (await (await open())?.look(files, signal)) ?? { findings: [] },
      stillFinds: finding => languages?.stillFinds(finding) ?? true,
    },
    touch(path) {
      if (isNone) return
      if (hasLeft) touchNow(path)
      else if (waiting.size < MOST_WAITING) waiting.add(path)
    },
    turnStarts() {
      isNewTurn = true
    },
    requested() {
      // Between two turns files are rewound, and the person works on them.
      if (isNewTurn) void languages?.catchUp().catch(logged)
      isNewTurn = false
      if (hasLeft) return
      hasLeft = true
      waiting.forEach(touchNow)
      waiting.clear()
    },
    answers: {
      code: async () => {
        const { codeReport } = await import('./code-report.ts')
        return codeReport(languages, choice)
      },
    },
    async [Symbol.asyncDispose]() {
      await (await opened?.catch(() => undefined))?.end()
    },
  }
}

/** What is behind it is loaded with the first question. */
const helpOf = (
  { live, config: { place } }: LanguageServersOptions,
  open: () => Promise<Languages> | undefined,
): CodeHelp['codeHelp'] => {
  const made = async () => {
    const [languages, { createCodeHelp }] = await Promise.all([
      open(),
      import('../../features/language-servers/navigate/code-help.ts'),
    ])
    if (!languages) throw new Error('there are no language servers')
    return createCodeHelp({
      languages,
      isInside: path => live.roots.some(root => isInside(path, root, place)),
    })
  }
  return {
    look: async (question, signal) => await (await made()).look(question, signal),
    plan: async (question, signal) => await (await made()).plan(question, signal),
  }
}

interface Opened {
  readonly languages: Languages
  end(): Promise<void>
}

const openLanguages = async (
  { config, live, childEnv, openSandbox, emit }: LanguageServersOptions,
  choice: LanguageServerChoice,
  denied: () => Promise<(path: string) => boolean>,
): Promise<Opened> => {
  const [{ Languages }, { readLanguageServers }, { ServerPool: Pool }] = await Promise.all([
    import('../../features/language-servers/languages.ts'),
    import('../../features/language-servers/server-config.ts'),
    import('../../features/language-servers/server-pool.ts'),
  ])
  const own: ServerPool | undefined = choice.pool ? undefined : new Pool({ elapsed: config.runtime.elapsed })
  const pool = own ?? (await choice.pool?.())
  if (!pool) throw new Error('there is no place for language servers')
  const said = new Set<string>()
  const warn = (text: LocalizedText): void => {
    if (!said.has(text.text)) emit(notice('warning', text))
    said.add(text.text)
  }
  const box = config.sandbox && sandboxed(config.sandbox, openSandbox)
  const languages = new Languages({
    pool,
    roots: () => live.roots,
    caseSensitive: config.place.caseSensitive,
    env: childEnv,
    denied,
    warn,
    how: box ? config.place.outputDir : '',
    ...(box ? { sandbox: box.enter } : {}),
    async servers() {
      const places = (await config.extensions?.list()) ?? []
      const plugins = places.flatMap(({ source, languageServers = {}, variables = {} }) =>
        Object.entries(languageServers).map(([name, written]) => ({
          name: source.level === 'plugin' ? `${source.name}:${name}` : name,
          written,
          variables,
        })),
      )
      return readLanguageServers({ plugins, settings: choice.rows, known: choice.known }, warn)
    },
  })
  return {
    languages,
    async end() {
      await languages[Symbol.asyncDispose]()
      await own?.[Symbol.asyncDispose]()
      await box?.end()
    },
  }
}

/** One sandbox for all of them: made with the first. */
const sandboxed = (choice: SandboxChoice, openSandbox: LanguageServersOptions['openSandbox']) => {
  let opened: Promise<Sandbox> | undefined
  return {
    async enter(start: Parameters<Sandbox['enterServer']>[0]) {
      opened ??= openSandbox(choice)
      return await (await opened).enterServer(start)
    },
    async end() {
      await (await opened?.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}

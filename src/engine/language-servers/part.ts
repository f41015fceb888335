import type { Event } from '../../protocol/event.ts'
import type { ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { editedFile } from '../files/edited-file.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'

const says = modelTexts('language_servers', {
  problems: {
    en: 'Problems a language server reports in files you edited. Fix those you caused; they may be outdated if you are in the middle of a change.\n{text}',
    zh: '语言服务器在你编辑过的文件中报告的问题。请修复由你引起的；如果修改尚未完成，它们可能已过时。\n{text}',
  },
})

interface LanguageServersOptions {
  readonly config: {
    readonly extensions?: ExtensionRoots
    readonly place: SessionEnvironment
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): void
}

export interface LanguageServers extends Part {
  /** What is wrong with the file is told here. */
  covers(path: string): boolean
}

/** A request waits so long for what servers say of an edit; what comes later is told with the next one. */
const WAIT_MS = 2_000

type Watch = import('../../features/language-servers/watch-edits.ts').EditWatch

/** Problems that language servers of plugins see in what was just edited. Without any, nothing is loaded. */
export const createLanguageServers = ({
  config,
  childEnv,
  emit,
}: LanguageServersOptions): LanguageServers => {
  const { extensions, place } = config
  const language = config.prompt.promptLanguage
  if (!extensions) return { covers: () => false }
  const edited: string[] = []
  let watch: Watch | undefined
  return {
    covers: path => watch?.covers(path) ?? false,
    recorded(message) {
      const file = editedFile(message)
      if (file !== undefined) edited.push(file)
    },
    news: [
      {
        name: 'diagnostics',
        async collect() {
          if (!watch && edited.length === 0) return []
          const hasServers =
            watch !== undefined || (await extensions.list()).some(each => each.languageServers)
          if (!hasServers) edited.length = 0
          if (!hasServers) return []
          watch ??= await openWatch({ extensions, place, language, childEnv, emit })
          for (const file of edited.splice(0)) watch.edited(file)
          const text = await watch.news()
          return text === undefined
            ? []
            : [{ kind: 'diagnostics', text: forModel(says('problems', { text }), language) }]
        },
      },
    ],
    async [Symbol.asyncDispose]() {
      await watch?.[Symbol.asyncDispose]()
    },
  }
}

const openWatch = async ({
  extensions,
  place,
  language,
  childEnv,
  emit,
}: {
  readonly extensions: ExtensionRoots
  readonly place: SessionEnvironment
  readonly language: PromptLanguage | undefined
} & Pick<LanguageServersOptions, 'childEnv' | 'emit'>): Promise<Watch> => {
  const { EditWatch } = await import('../../features/language-servers/watch-edits.ts')
  const { readLanguageServer } = await import('../../features/language-servers/server-config.ts')
  const said = new Set<string>()
  const warn = (text: LocalizedText): void => {
    if (!said.has(text.text)) emit(notice('warning', text))
    said.add(text.text)
  }
  return new EditWatch({
    cwd: place.cwd,
    env: childEnv,
    waitMs: WAIT_MS,
    language,
    warn,
    async servers() {
      return (await extensions.list()).flatMap(({ source, languageServers = {}, variables = {} }) =>
        Object.entries(languageServers).flatMap(([name, written]) => {
          const whole = source.level === 'plugin' ? `${source.name}:${name}` : name
          const server = readLanguageServer(whole, written, variables)
          if (server && 'problem' in server) warn(server.problem)
          return server && !('problem' in server) ? [server] : []
        }),
      )
    },
  })
}

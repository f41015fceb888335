import { serverPrefix } from '../../features/mcp/names.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Part } from '../scope.ts'
import type { Toolset } from '../toolset/part.ts'
import type { Mcp } from './part.ts'

const says = modelTexts('server_news', {
  heading: {
    en: 'Tools of MCP servers; {short} is short for ab and ac. Load them with ToolSearch (words, or select: and whole names):',
    zh: 'MCP 服务器的工具；{short} 是 ab 和 ac 的缩写。用 ToolSearch 加载（关键词，或 select: 加完整名称）：',
  },
  starting: {
    en: 'MCP servers that are still starting: {names}. Their tools are not listed yet. ToolSearch waits for them, and so does a call by name, such as {example}.',
    zh: '仍在启动的 MCP 服务器：{names}。其工具尚未列出。ToolSearch 会等待它们就绪，按名称调用（如 {example}）也会等待。',
  },
  startingUnlisted: {
    en: 'MCP servers that are still starting: {names}. Their tools come when they are up; a call by name, such as {example}, waits for them.',
    zh: '仍在启动的 MCP 服务器：{names}。就绪后即有其工具；按名称调用（如 {example}）会等待。',
  },
  inScripts: {
    en: 'Tools of these MCP servers (how many) are called in JavaScript, with the tool Script and its input {input}: await {call}. There, await {search} and await {describe} tell which tools there are and what they take:',
    zh: '以下 MCP 服务器的工具（数量）在 JavaScript 中调用：用工具 Script，输入 {input}：await {call}。其中 await {search} 和 await {describe} 说明有哪些工具及其输入：',
  },
})

const KIND = 'mcp_servers'

/** Tells the model which servers have tools to look up, and what a server says about those it uses. Each thing once. */
export const createServerNews = (
  mcp: Mcp,
  toolset: Pick<Toolset, 'isLateDeferred' | 'isInScripts' | 'loaded' | 'sent' | 'servers'>,
  {
    session: { view },
    prompt: { promptLanguage: language },
  }: {
    readonly session: { view(): readonly Message[] }
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  },
): Part => {
  /** Undefined: to be taken from the history. */
  let known: Set<string> | undefined
  /** Tools can be called by their names, without having been looked up. */
  const called = new Set<string>()
  const knownNow = (): Set<string> => {
    known ??= new Set(view().flatMap(toldIn))
    return known
  }
  const takeNew = (texts: readonly string[]): readonly string[] => {
    const told = knownNow()
    const fresh = texts.filter(text => !told.has(text))
    for (const text of fresh) told.add(text)
    return fresh
  }
  return {
    news: [
      {
        name: 'servers',
        // Names of tools: they came with the definitions.
        isClean: true,
        collect() {
          if (mcp.infos().length === 0) return []
          // Those that came since are among them then.
          toolset.sent()
          const listed = takeNew(mcp.lines(toolset.isLateDeferred).map(({ text }) => text))
          const inScripts = takeNew(mcp.inScripts(toolset.isInScripts).map(({ text }) => text))
          return [
            ...listNews(forModel(says('heading', { short: 'a{b,c}' }), language), listed),
            ...listNews(forModel(says('inScripts', IN_SCRIPTS), language), inScripts),
          ]
        },
      },
      {
        name: 'starting servers',
        collect() {
          const { servers } = toolset
          const told = knownNow()
          // Those that came to nothing, of which the model was told otherwise.
          const failed = mcp
            .unlisted()
            .filter(
              ({ name, starts }) => !starts && told.has(startsLine(name)) && !told.has(failedLine(name)),
            )
          for (const { name } of failed) told.add(failedLine(name))
          const starting = servers?.names().filter(name => !told.has(startsLine(name))) ?? []
          for (const name of starting) told.add(startsLine(name))
          return [
            ...failed.map(({ name, why }) => attachment(forModel(why(), language), [failedLine(name)])),
            ...(starting.length === 0 ? [] : [startingNote(starting, toolset, language)]),
          ]
        },
      },
      {
        name: 'server instructions',
        async collect() {
          if (mcp.infos().length === 0) return []
          const sent = new Set(toolset.sent().map(({ name }) => name))
          const guides = mcp.guides({
            used: new Set([...toolset.loaded(), ...called]),
            isOffered: name => sent.has(name) || toolset.isLateDeferred(name) || toolset.isInScripts(name),
          })
          if (guides.length === 0) return []
          const { guideNews } = await import('./server-guides.ts')
          const listed = mcp.lines(toolset.isLateDeferred).map(({ text }) => text)
          return guideNews({ guides, listed, known: knownNow(), view: view(), language, attachment })
        },
      },
    ],
    recorded(message) {
      for (const name of callsIn(message)) called.add(name)
    },
    restarted(history) {
      for (const name of history.flatMap(callsIn)) called.add(name)
      // What a compaction left out has to be said again; what is there has not.
      known = undefined
    },
  }
}

const startingNote = (
  names: readonly string[],
  toolset: Pick<Toolset, 'sent'>,
  language: PromptLanguage | undefined,
): Attachment => {
  const searchable = toolset.sent().some(spec => spec.listsDeferred)
  const text = says(searchable ? 'starting' : 'startingUnlisted', {
    names: names.join(', '),
    example: `${serverPrefix(names[0] ?? '')}<tool>`,
  })
  return attachment(forModel(text, language), names.map(startsLine))
}

/** Words of the language that scripts are written in. */
const IN_SCRIPTS = {
  input: '{code}',
  call: 'mcp["server"]["tool"](input)',
  search: 'tools.search("words")',
  describe: 'tools.describe(name)',
}

/** How the history tells what was said of a server. */
const startsLine = (name: string): string => `${name} (starting)`
const failedLine = (name: string): string => `${name} (failed)`

const callsIn = (message: Message): readonly string[] =>
  message.type === 'assistant'
    ? message.message.content.flatMap(block => (block.type === 'tool_use' ? [block.name] : []))
    : []

const listNews = (heading: string, lines: readonly string[]): readonly Attachment[] =>
  lines.length === 0 ? [] : [attachment([heading, ...lines].join('\n'), lines)]

const attachment = (text: string, lines: readonly string[]): Attachment => ({ kind: KIND, text, lines })

const toldIn = (message: Message): readonly string[] => {
  if (message.type !== 'attachment' || message.attachment.kind !== KIND) return []
  const { lines } = message.attachment
  return Array.isArray(lines) ? lines.filter(line => typeof line === 'string') : []
}

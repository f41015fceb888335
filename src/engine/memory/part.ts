import { basename, dirname } from 'node:path'
import { textTokens } from '../../features/context/tokens.ts'
import { isInLogs } from '../../features/memory/daily-log.ts'
import { rememberAgain } from '../../features/memory/forget.ts'
import { asksToIgnoreMemory } from '../../features/memory/ignore-request.ts'
import { loadIndex, loadSharedIndex, noteIndex } from '../../features/memory/load-index.ts'
import {
  guardWrite,
  type MemoryDirectory,
  openMemoryDirectory,
} from '../../features/memory/memory-directory.ts'
import { PICK_SYSTEM, PICK_TOKENS } from '../../features/memory/recall/pick.ts'
import { Recall } from '../../features/memory/recall/recall.ts'
import { type ReadableMemories, withTeam } from '../../features/memory/with-team.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import { type Message, plainText, toolUses } from '../../protocol/message.ts'
import { memoryText } from '../../protocol/messages/engine/memory.ts'
import { LocalizedError } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { OpError } from '../../protocol/op.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Part } from '../scope.ts'
import { createAnnouncement } from './announce-requests.ts'
import { type AnnouncedMemories, createAnnouncedMemories } from './announced-memories.ts'
import { createMemoryKeeper, type KeeperOptions, type MemoryOptions } from './memory-keeper.ts'
import { watchRemovals } from './watch-removals.ts'

const says = modelTexts('memory_index', {
  own: {
    en: 'Index of your memory ({path}). What it says was so when it was written.\n{text}',
    zh: '你的记忆索引（{path}）。其中所说是写下时的情况。\n{text}',
  },
  team: {
    en: "Index of the team's memory ({path}). What it says was so when it was written.\n{text}",
    zh: '团队的记忆索引（{path}）。其中所说是写下时的情况。\n{text}',
  },
})

/** What the session remembers of earlier ones, and what of it later ones will. */
export interface Memory extends Part {
  /** Throws ToolError for what may not be written there; takes real paths. */
  beforeWrite(path: string, data: Uint8Array): void
}

export const createMemory = (at: MemoryOptions): Memory => {
  const { place, session, runtime } = at.config
  if (place.memoryDirectory === undefined || at.config.prompt.minimal) return NO_MEMORY
  const directory = openMemoryDirectory(place.memoryDirectory)
  const team =
    place.teamMemoryDirectory === undefined ? undefined : openMemoryDirectory(place.teamMemoryDirectory)
  const { caseSensitive } = place
  const told = createAnnouncedMemories()
  const announce = createAnnouncement({ configHome: at.config.memory?.configHome, emit: at.emit })
  const keeper = createMemoryKeeper({ ...at, announce }, directory)
  const recall = createRecall({ ...at, announce }, withTeam(directory, team))
  let wrote = false
  /** The model wrote its log of the day itself. */
  let logged = false
  let ignored = false
  const removals = watchRemovals(directory, {
    forgot: () => {
      wrote = true
    },
    log: runtime.log,
  })
  return {
    // The index where a conversation begins, and memories that were found meanwhile.
    news: [
      {
        name: 'memory',
        collect: () => [
          ...(ignored
            ? []
            : indexNews({ directory, team, language: at.config.prompt.promptLanguage }, told, runtime.log)),
          ...recallNews(recall, told),
        ],
      },
    ],
    recorded(message) {
      told.hear(message)
      removals.observe(message)
    },
    restarted(history, why) {
      if (why === 'resume') keeper.resume(history)
      told.startFrom(history)
    },
    turnStarts({ said }) {
      wrote = false
      logged = false
      keeper.pause()
      const text = said.findLast(isFromPerson)
      if (!text) return
      ignored = asksToIgnoreMemory(plainText(text.message.content))
      const isSeen = seenIn(at)
      recall.start({
        text: plainText(text.message.content),
        tools: toolsIn(session.messages.slice(-RECENT)),
        isKnown: ({ file, path }) => told.has(file) || isSeen(path),
      })
    },
    // The time to look for memories beside the request. Nobody waits for that.
    requesting: () => recall.begin(),
    turnEnded(end) {
      removals.finishTurn()
      if (end.terminal.kind === 'completed') keeper.consider(end, { wrote, logged })
    },
    beforeWrite(path, data) {
      for (const guarded of team ? [directory, team] : [directory])
        if (guardWrite({ path: guarded.path, caseSensitive }, path, data)) wrote = true
      if (isInLogs(directory, path)) logged = true
      if (path === directory.indexPath) noteIndex(directory, runtime.log)
      else if (dirname(path) === directory.path) rememberAgain(directory, basename(path))
    },
    ...forThePerson(directory),
    commandHost: signal => ({ tidyMemory: () => keeper.tidy(signal) }),
    async [Symbol.asyncDispose]() {
      await Promise.all([recall.stop(), keeper.stop()])
    },
  }
}

/** What is remembered, and how to forget it. */
const forThePerson = (directory: MemoryDirectory): Pick<Part, 'answers' | 'ops'> => ({
  answers: {
    memoryIndex: async () => (await import('../../features/memory/examine-index.ts')).examineIndex(directory),
  },
  ops: {
    async forget_memory({ path }) {
      const { forgetMemory } = await import('../../features/memory/forget.ts')
      if (!forgetMemory(directory, path)) throw new OpError(memoryText('none', { path }))
    },
  },
})

/** Whether the model has read a file, by what it had read when this is first asked. */
const seenIn = ({ files }: Pick<MemoryOptions, 'files'>): ((path: string) => boolean) => {
  let seen: ReadonlySet<string> | undefined
  return path => {
    seen ??= new Set(
      files()
        .listSeen()
        .map(([each]) => each),
    )
    return seen.has(path)
  }
}

const NO_MEMORY: Memory = {
  beforeWrite: () => undefined,
  answers: { memoryIndex: () => ({ missing: [], leftOut: [], memories: [] }) },
  ops: {
    forget_memory: ({ path }) => {
      throw new OpError(memoryText('none', { path }))
    },
  },
  commandHost: () => ({
    tidyMemory: () => Promise.reject(new OpError(memoryText('off'))),
  }),
}

const RECENT = 30

const isFromPerson = (message: Message): message is Extract<Message, { type: 'user' }> =>
  message.type === 'user' && !message.isMeta

const toolsIn = (messages: readonly Message[]): readonly string[] => [
  ...new Set(
    messages.flatMap(message =>
      message.type === 'assistant' ? toolUses(message.message.content).map(({ name }) => name) : [],
    ),
  ),
]

const createRecall = (
  { config, purse, side, announce }: KeeperOptions,
  directory: ReadableMemories,
): Recall => {
  const { models, runtime, memory } = config
  const asks = memory?.background
  return new Recall({
    directory,
    language: config.prompt.promptLanguage,
    now: runtime.now,
    ...(runtime.log ? { log: runtime.log } : {}),
    ...(asks
      ? {
          async ask(prompt: string, signal: AbortSignal) {
            const refused = await purse.refused(models.small)
            if (refused !== undefined) throw new LocalizedError(refused)
            if (!purse.affords(textTokens(prompt), memory?.share))
              throw new Error('words decide: it would be much for so little')
            announce()
            const question = { source: 'recall', system: PICK_SYSTEM, prompt, maxTokens: PICK_TOKENS, signal }
            return await side.ask(question)
          },
        }
      : {}),
  })
}

const indexNews = (
  {
    directory,
    team,
    language,
  }: {
    readonly directory: MemoryDirectory
    readonly team: MemoryDirectory | undefined
    readonly language: PromptLanguage | undefined
  },
  told: AnnouncedMemories,
  log: ((line: string) => void) | undefined,
): readonly Attachment[] => {
  const reason = told.lacksIndex()
  if (!reason) return []
  const own = loadIndex(directory, log)
  const shared = team && loadSharedIndex(team)
  const parts = [
    ...(own === undefined ? [] : [{ path: directory.indexPath, row: 'own', text: own } as const]),
    ...(team === undefined || shared === undefined
      ? []
      : [{ path: team.indexPath, row: 'team', text: shared } as const]),
  ].map(({ path, row, text }) => ({ path, text: forModel(says(row, { path, text }), language) }))
  if (parts.length === 0) return []
  return [
    {
      kind: 'memory_index',
      text: parts.map(({ text }) => text).join('\n\n'),
      instructions: parts.map(({ path, text }) => ({
        path,
        scope: 'memory',
        reason,
        tokens: textTokens(text),
      })),
    },
  ]
}

const recallNews = (recall: Recall, told: AnnouncedMemories): readonly Attachment[] => {
  const found = recall.take()
  if (!found) return []
  told.add(found.memories.map(({ file }) => file))
  const instructions = found.memories.map(({ path, text }) => ({
    path,
    scope: 'memory',
    reason: 'matched',
    tokens: textTokens(text),
  }))
  return [
    { kind: 'memory', text: found.text, memories: found.memories.map(({ file }) => file), instructions },
  ]
}

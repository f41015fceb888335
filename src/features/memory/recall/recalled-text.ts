import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import type { MemoryFile } from '../memory-directory.ts'
import { neutral } from '../neutral.ts'
import { isTeams, type ReadableMemories } from '../with-team.ts'

const says = modelTexts('recalled_memories', {
  heading: {
    en: 'Memories from earlier sessions that may matter here. Each says what was so when it was written: before relying on a file, name or fact in it, check that it is still so.',
    zh: '早先会话中可能与此有关的记忆。每条说的是写下时的情况：依赖其中的文件、名称或事实之前，先确认仍然如此。',
  },
  cut: { en: '[cut; the whole memory is in {path}]', zh: '[已截断；完整记忆在 {path}]' },
  team: { en: 'the team', zh: '团队' },
  today: { en: 'today', zh: '今天' },
  yesterday: { en: 'yesterday', zh: '昨天' },
  days: { en: '{days:number} days ago', zh: '{days:number} 天前' },
})

const MAX_CHARS = 4_000

export interface RecalledText {
  readonly text: string
  readonly memories: readonly { readonly file: string; readonly path: string; readonly text: string }[]
}

/** Memories for the model, each with its age and all of them with a warning. `undefined` when none can be read. */
export const recalledText = (
  directory: Pick<ReadableMemories, 'read'>,
  files: readonly MemoryFile[],
  { now, language }: { readonly now: Date; readonly language?: PromptLanguage | undefined },
): RecalledText | undefined => {
  const parts = files.flatMap(file => {
    const memory = directory.read(file.file)
    if (!memory || memory.body === '') return []
    const written = memory.header.modified === undefined ? file.mtimeMs : Date.parse(memory.header.modified)
    const cut = !memory.whole || memory.body.length > MAX_CHARS
    const body = cut
      ? `${memory.body.slice(0, MAX_CHARS).toWellFormed()}\n${forModel(says('cut', { path: file.path }), language)}`
      : memory.body
    const owner = isTeams(file.file) ? ` of="${forModel(says('team'), language)}"` : ''
    const head = `<memory file="${file.path}"${owner} written="${sayAge(written, now, language)}">`
    return [{ file: file.file, path: file.path, text: `${head}\n${neutral(body)}\n</memory>` }]
  })
  if (parts.length === 0) return undefined
  return {
    text: [forModel(says('heading'), language), ...parts.map(({ text }) => text)].join('\n'),
    memories: parts,
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** How long ago, in whole days: an age is easier to doubt than a date. A time to come counts as today. */
const ageInDays = (then: number, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - then) / DAY_MS))

export const sayAge = (then: number, now: Date, language?: PromptLanguage): string => {
  const days = ageInDays(then, now)
  if (days > 1) return forModel(says('days', { days }), language)
  return forModel(says(days === 0 ? 'today' : 'yesterday'), language)
}

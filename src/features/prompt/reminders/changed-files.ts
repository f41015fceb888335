import { escapeInvisible, escapeLine } from '../../../lib/escape-text.ts'
import { inertTags } from '../../../lib/harness-tags.ts'
import type { Attachment, AttachmentSource } from '../../../protocol/attachment.ts'
import type { CallEffect } from '../../../protocol/context.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { forModel } from '../../../protocol/messages/model-texts.ts'
import type { SeenFile } from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import type { PromptContent } from '../content.ts'

/** A status call each, so only the files seen last. */
const MAX_WATCHED = 50
/** Between two rounds of a turn that follow each other faster nothing is looked at again. */
const PAUSE_MS = 1_000
const MAX_TOLD = 10
const MAX_PATH = 500
const MAX_NAME = 100
/** Of all differences together, and of a line of them. */
const MAX_CHARS = 8_000
const MAX_LINE = 400

/** How a file differs from what the model saw of it. */
export interface Change {
  /** As a unified diff has them. */
  readonly lines: readonly string[]
  /** All of it was shown: the model knows the file as it is now. */
  accept(): void
}

export interface SeenFiles {
  /** By real path, the one seen last at the end. */
  list(most: number): readonly (readonly [path: string, seen: SeenFile])[]
  /** The file as it is now; `undefined` when there is none. `hash` reads it, and is `undefined` for what cannot be. */
  look(
    path: string,
  ): { readonly mtimeMs: number; readonly size: number; hash(): string | undefined } | undefined
  /** `undefined` when nobody can tell what is different. */
  compare(path: string, seen: SeenFile): Promise<Change | undefined>
  /** Whether the model has run a command that may change files since this was asked last. */
  takeCommands(): boolean
  /** Who of this session wrote it last, when it was another thread. */
  writer?(path: string): LocalizedText | undefined
  /** By what the session itself has on record; undefined: it was somebody else, or nobody knows. */
  author?(path: string): Promise<Author | undefined>
}

/**
 * `session`: tools that write files, in the hands of the model or its agents; `command`: it was found during or after a
 * command, which may have done it or not; `rewind`: restored at the person's wish.
 */
export type Author = 'session' | 'command' | 'rewind' | 'memory'

/**
 * Files that are not any more what the model saw of them: the person, a formatter or a command changed them. Each
 * change is told once.
 */
export const changedFiles = (files: SeenFiles, content: () => PromptContent): AttachmentSource => {
  const told = new Map<string, string>()
  let looked = 0
  const newsOf = (path: string, seen: SeenFile): 'changed' | 'deleted' | undefined => {
    const now = files.look(path)
    if (now && now.mtimeMs === seen.mtimeMs && now.size === seen.size) {
      told.delete(path)
      return undefined
    }
    const state = now ? `${now.mtimeMs} ${now.size}` : 'deleted'
    if (told.get(path) === state) return undefined
    told.set(path, state)
    if (!now) return 'deleted'
    // A new time stamp alone is no change.
    return now.size === seen.size && now.hash() === seen.hash ? undefined : 'changed'
  }
  return {
    name: 'files',
    async collect({ now, when }) {
      if (when === 'round' && now.getTime() - looked < PAUSE_MS) return []
      looked = now.getTime()
      const news = files.list(MAX_WATCHED).flatMap(([path, seen]) => {
        const what = newsOf(path, seen)
        return what ? [{ path, what, seen }] : []
      })
      const { wording: language, files: texts } = content()
      const { heading, afterCommand, session, rewind, memory, ...words } = texts
      const titles = { session, rewind, memory, command: afterCommand, others: heading }
      const told: Attachment[] = []
      for (const [by, list] of await byAuthor(news, files))
        for (const attachment of await tell(list, files, { ...words, language, title: titles[by] }))
          told.push({ ...attachment, ...effectsOf(list, files, by) })
      return told
    },
  }
}

/** How each of them is told after a compaction; what the session did itself is in its ledger already. */
const effectsOf = (
  news: readonly News[],
  { writer }: Pick<SeenFiles, 'writer'>,
  by: Author | 'others',
): { readonly effects?: readonly CallEffect[] } => {
  if (by === 'session' || by === 'memory') return {}
  const effects = news
    .filter(({ path }) => writer?.(path) === undefined)
    .map(({ path, what }): CallEffect => {
      const detail = by === 'rewind' ? 'restored to an earlier state by the person' : `${what} ${WHO[by]}`
      return { kind: 'external', text: escapeLine(path, MAX_PATH), outcome: 'done', detail }
    })
  return effects.length === 0 ? {} : { effects }
}

const WHO = {
  others: 'by the person or another program',
  command: 'by a command of this session, the person or another program',
} as const

interface News {
  readonly path: string
  readonly what: 'changed' | 'deleted'
  readonly seen: SeenFile
}

const byAuthor = async (
  news: readonly News[],
  files: SeenFiles,
): Promise<ReadonlyMap<Author | 'others', readonly News[]>> => {
  const groups = new Map<Author | 'others', readonly News[]>()
  const unknown = files.takeCommands() ? 'command' : 'others'
  for (const each of news) {
    const by = (await files.author?.(each.path)) ?? unknown
    groups.set(by, [...(groups.get(by) ?? []), each])
  }
  return groups
}

const tell = async (
  news: readonly News[],
  files: SeenFiles,
  words: Omit<PromptContent['files'], 'heading' | 'afterCommand' | Exclude<Author, 'command'>> & {
    readonly title: string
    readonly language: PromptLanguage
  },
): Promise<readonly Attachment[]> => {
  const shown = news.slice(0, MAX_TOLD)
  const lines: string[] = []
  let left = MAX_CHARS
  for (const { path, what, seen } of shown) {
    const writer = files.writer?.(path)
    const by = writer === undefined ? '' : words.by(escapeLine(forModel(writer, words.language), MAX_NAME))
    lines.push(`- ${escapeLine(path, MAX_PATH)} (${words[what]}${by})`)
    const change = what === 'changed' && left > 0 ? await files.compare(path, seen) : undefined
    if (!change) continue
    const fitting = linesWithin(change.lines, left)
    left -= fitting.chars
    lines.push(...fitting.lines, ...(fitting.whole ? [] : [`  ${words.cut}`]))
    if (fitting.whole) change.accept()
  }
  const more = news.length > shown.length ? [words.more(news.length - shown.length)] : []
  return [
    {
      kind: 'changed_files',
      text: [words.title, ...lines, ...more].join('\n'),
      paths: shown.map(({ path }) => path),
    },
  ]
}

/** The lines there is room for, moved in so that none looks like the name of a file. */
const linesWithin = (
  lines: readonly string[],
  room: number,
): { readonly lines: readonly string[]; readonly chars: number; readonly whole: boolean } => {
  const kept: string[] = []
  let chars = 0
  for (const line of lines) {
    chars += line.length + 3
    if (chars > room || line.length > MAX_LINE) return { lines: kept, chars, whole: false }
    kept.push(`  ${inertTags(escapeInvisible(line.toWellFormed()))}`)
  }
  return { lines: kept, chars, whole: true }
}

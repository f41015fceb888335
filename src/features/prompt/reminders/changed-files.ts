import { escapeLine } from '../../../lib/escape-text.ts'
import type { AttachmentSource } from '../../../protocol/attachment.ts'
import type { SeenFile } from '../../../protocol/tool.ts'
import type { PromptContent } from '../content.ts'

/** A status call each, so only the files seen last. */
const MAX_WATCHED = 50
/** Between two rounds of a turn that follow each other faster nothing is looked at again. */
const PAUSE_MS = 1_000
const MAX_TOLD = 10
const MAX_PATH = 500

export interface SeenFiles {
  /** By real path, the one seen last at the end. */
  list(most: number): readonly (readonly [path: string, seen: SeenFile])[]
  /** The file as it is now; `undefined` when there is none. `hash` reads it, and is `undefined` for what cannot be. */
  look(
    path: string,
  ): { readonly mtimeMs: number; readonly size: number; hash(): string | undefined } | undefined
}

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
    collect({ now, when }) {
      if (when === 'round' && now.getTime() - looked < PAUSE_MS) return []
      looked = now.getTime()
      const news = files.list(MAX_WATCHED).flatMap(([path, seen]) => {
        const what = newsOf(path, seen)
        return what ? [{ path, what }] : []
      })
      if (news.length === 0) return []
      const { files: words } = content()
      const shown = news.slice(0, MAX_TOLD)
      const lines = shown.map(({ path, what }) => `- ${escapeLine(path, MAX_PATH)} (${words[what]})`)
      const more = news.length > shown.length ? [words.more(news.length - shown.length)] : []
      return [
        {
          kind: 'changed_files',
          text: [words.heading, ...lines, ...more].join('\n'),
          paths: shown.map(({ path }) => path),
        },
      ]
    },
  }
}

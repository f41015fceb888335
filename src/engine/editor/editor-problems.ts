import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EditorProblem } from '../../features/ide/editor-messages.ts'
import { textField } from '../../lib/values/read-field.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import type { EditorNewsOptions } from './editor-news-options.ts'
import { nameWithin } from './name-within.ts'

/** A request waits so long for what the editor says of all files; what comes later is told with the next one. */
const WAIT_MS = 1_000
const MOST_FILES = 10

/** How often each problem is known to stand in a file. */
type Known = Map<string, number>

/**
 * Problems that an editor shows in edited files, beside those it showed before. It takes its time to look at a file:
 * those of this turn and the one before are asked about at every request.
 */
export const createEditorProblems = (
  at: Pick<EditorNewsOptions, 'config' | 'live' | 'editor' | 'content'>,
) => {
  const { editor, live, config } = at
  /** What was there before an edit, or was told since; undefined: nobody could say. */
  const known = new Map<string, Promise<Known | undefined>>()
  let edited = new Set<string>()
  let lately = new Set<string>()
  const lookBefore = (path: string): void => {
    if (!known.has(path)) known.set(path, firstLook(at, path))
  }
  const look = async (path: string): Promise<readonly string[]> => {
    const found = await ask(at, path)
    const before = await known.get(path)
    if (!found) return []
    const fresh = before ? freshIn(found, before) : []
    known.set(path, Promise.resolve(together(before, found)))
    // A language server of ours may have said it in this very moment.
    if (fresh.length === 0 || editor.covers(path)) return []
    const { sayDiagnostics } = await import('../../features/language-servers/say-diagnostics.ts')
    return [sayDiagnostics(nameWithin(path, live, config.place) ?? path, fresh)]
  }
  return {
    async collect(): Promise<readonly Attachment[]> {
      // What comes next may be an edit: by then it is known how the file was.
      await Promise.all(known.values())
      const files = [...new Set([...edited, ...lately])].filter(path => !editor.covers(path))
      if (files.length === 0 || !editor.link()?.can('getDiagnostics')) return []
      const lines = (await Promise.all(files.slice(-MOST_FILES).map(look))).flat()
      return lines.length === 0
        ? []
        : [{ kind: 'diagnostics', text: [at.content().editor.problems, ...lines].join('\n') }]
    },
    recorded(message: Message): void {
      const file = editedFile(message)
      if (file !== undefined) edited.add(file)
      if (!editor.link()?.can('getDiagnostics')) return
      for (const path of namedIn(message)) lookBefore(resolve(live.cwd, path))
    },
    turnEnded(): void {
      lately = edited
      edited = new Set()
      // What the person does meanwhile is not the model's.
      for (const path of known.keys()) if (!lately.has(path)) known.delete(path)
    },
  }
}

/** The file that a call wrote, by its result. */
const editedFile = (message: Message): string | undefined => {
  if (message.type !== 'user') return undefined
  const { filePath, structuredPatch } = Object(message.toolUseResult) as Record<string, unknown>
  return typeof filePath === 'string' && Array.isArray(structuredPatch) ? filePath : undefined
}

/** Nothing is wrong yet with a file that is not there. */
const firstLook = async (at: Pick<EditorNewsOptions, 'editor'>, path: string): Promise<Known | undefined> => {
  if (!existsSync(path)) return new Map()
  const found = await ask(at, path)
  return found && together(undefined, found)
}

const keyOf = ({ level, message }: EditorProblem): string => `${level} ${message}`

const countsOf = (found: readonly EditorProblem[]): Known => {
  const counts: Known = new Map()
  for (const problem of found) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1)
  return counts
}

/** Those that stand there more often than they did; lines move with every edit, so they do not count. */
const freshIn = (found: readonly EditorProblem[], before: Known): readonly EditorProblem[] => {
  const left = new Map(before)
  return found.filter(problem => {
    const key = keyOf(problem)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

const together = (before: Known | undefined, found: readonly EditorProblem[]): Known => {
  const all = countsOf(found)
  for (const [key, count] of before ?? []) all.set(key, Math.max(count, all.get(key) ?? 0))
  return all
}

/** Undefined: it has nothing to say, or said nothing in time. */
const ask = async (
  { editor }: Pick<EditorNewsOptions, 'editor'>,
  path: string,
): Promise<readonly EditorProblem[] | undefined> => {
  try {
    return await editor.link()?.problems(path, AbortSignal.timeout(WAIT_MS))
  } catch {
    // The file is not open there, or the editor went away.
    return undefined
  }
}

/**
 * Files that the calls in a message read or write. A call is on disk before it runs, and what is edited was read before:
 * so the first look is at the file as it was.
 */
const namedIn = (message: Message): readonly string[] =>
  message.type === 'assistant'
    ? message.message.content.flatMap(block => {
        const path = block.type === 'tool_use' ? textField(block.input, 'file_path') : undefined
        return path === undefined ? [] : [path]
      })
    : []

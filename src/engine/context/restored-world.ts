import type { CompactPorts } from '../../features/context/compact-ports.ts'
import { textTokens } from '../../features/context/tokens.ts'
import type { SessionFiles } from '../../features/files/files.ts'
import { excerpt, MAX_LINE_CHARS, renderText } from '../../features/tools/read/text-excerpt.ts'
import { sayRanges } from '../../features/tools/say-ranges.ts'
import { seenContent } from '../../features/tools/seen-content.ts'
import { decodeFile } from '../../lib/encoding/file-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { LineRanges } from '../../lib/line-ranges.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { AttachmentMessage, Message } from '../../protocol/message.ts'
import { lines as asLines } from '../../protocol/messages/layout.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { StageEnv } from '../../protocol/stage.ts'
import { type FileContent, type SeenFile, type Tasks, ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Secrets } from '../secrets/part.ts'
import type { CompactHooks } from './compact-hooks.ts'
import { showRegions } from './file-regions.ts'

const says = modelTexts('restored_files', {
  changed: { en: 'You had changed {path}.', zh: '你改过 {path}。' },
  read: { en: 'You had read {path}.', zh: '你读过 {path}。' },
  whole: { en: '{did} This is what is in it now:', zh: '{did}现在的内容：' },
  part: { en: '{did} This is a part of what is in it now:', zh: '{did}现在的部分内容：' },
  beginning: { en: '{did} This is the beginning of what is in it now:', zh: '{did}现在内容的开头：' },
  others: { en: 'Files you had read that are not shown here:', zh: '你读过但此处未显示的文件：' },
  lines: { en: '{path} (lines {ranges})', zh: '{path}（第 {ranges} 行）' },
  outdated: { en: '{path} (changed since then)', zh: '{path}（此后有改动）' },
  more: { en: 'and {count:number} more', zh: '另有 {count:number} 个' },
})

const MAX_FILES = 5
const FILE_TOKENS = 5_000
/** With less room a file would be a few lines that tell nothing. */
const LEAST_TOKENS = 300
const MAX_FILE_BYTES = 1024 * 1024

export interface RestoredWorld extends CompactPorts {
  /** The boundary is on disk: the model has seen of files only what it was given again. */
  settle(): void
}

export interface WorldDeps {
  readonly files: SessionFiles
  /** Paths of files that calls changed, as they were named; the last change at the end. */
  changed(): readonly string[]
  /** Which lines of files were edited or read, by path; the last at the end. */
  regions?(): ReadonlyMap<string, LineRanges>
  readonly tasks: Pick<Tasks, 'list'>
  readonly hooks: CompactHooks
  /** What is read here was not a result, so nobody has looked for secrets in it. */
  readonly secrets: Pick<Secrets, 'clean'>
  /** What skills that were called said, but for those whose words are in these messages. */
  skills?(kept: readonly Message[]): readonly Attachment[]
  /** The file whose words somebody else gives back, whole. */
  toldElsewhere?(): string | undefined
  /** Deferred tools that were loaded, in order. */
  loadedTools(): readonly string[]
}

/** What a compaction takes from the world around the conversation, and gives back to the model. */
export const createRestoredWorld = (deps: WorldDeps): RestoredWorld => {
  let given: readonly { readonly content: FileContent; readonly seen: SeenFile }[] | undefined
  return {
    before: deps.hooks.before,
    after: deps.hooks.after,
    handOver: deps.hooks.handOver,
    loadedTools: deps.loadedTools,
    async restore(budget, env, kept = []) {
      const files = budget === 0 ? [] : await restoreFiles(deps, budget, env.language)
      given = budget === 0 ? undefined : files
      const others = budget === 0 ? undefined : await readBefore(deps, files, env.language)
      const { runningTasks } = await import('../../features/tasks/running-tasks.ts')
      const tasks = runningTasks(deps.tasks.list(), env.language)
      return [
        ...files.flatMap(({ text, content, seen }) =>
          text === '' ? [] : [attach(env, { kind: 'file', path: content.path, text, seen })],
        ),
        ...(others === undefined ? [] : [attach(env, others)]),
        ...(deps.skills?.(kept) ?? []).map(skill => attach(env, skill)),
        ...(tasks === undefined ? [] : [attach(env, tasks)]),
      ]
    },
    async started(env) {
      const said = await deps.secrets.clean(await deps.hooks.sessionStart(env.signal))
      return said.map(text => attach(env, { kind: 'session_start', text }))
    },
    settle() {
      if (!given) return
      deps.files.startFrom([])
      for (const { content, seen } of given) deps.files.markSeen(content, seen)
      given = undefined
    },
  }
}

const attach = (env: StageEnv, attachment: AttachmentMessage['attachment']): AttachmentMessage => ({
  type: 'attachment',
  uuid: env.newMessageId(),
  timestamp: env.now().toISOString(),
  attachment,
})

interface RestoredFile {
  readonly content: FileContent
  readonly seen: SeenFile
  /** Empty: it is known from elsewhere. */
  readonly text: string
}

const ANY = Number.POSITIVE_INFINITY

/**
 * The files the model is at work on, as they are now: those it changed, then those it read, the last ones first. What
 * is gone, denied or no text is left out.
 */
const restoreFiles = async (
  deps: WorldDeps,
  budget: number,
  language: PromptLanguage | undefined,
): Promise<readonly RestoredFile[]> => {
  const { files, secrets } = deps
  const denied = await files.denied()
  const changed = changedFiles(deps)
  const seen = [...files.listSeen()].reverse().map(([path]) => path)
  const told = deps.toldElsewhere?.()
  const known = told === undefined ? undefined : await readAgain(files, { path: told, wasChanged: true }, ANY)
  const wanted = [...new Set([...changed, ...seen])]
    .filter(path => !denied(path) && path !== told)
    .slice(0, MAX_FILES)
  const byPath = await regionsByRealPath(deps)
  const restored: RestoredFile[] = known ? [{ ...known, text: '' }] : []
  let left = budget
  for (const path of wanted) {
    if (left < LEAST_TOKENS) break
    const most = Math.min(FILE_TOKENS, left, wanted.length > 1 ? Math.ceil(budget / 2) : budget)
    const regions = byPath(path)
    const one = { path, wasChanged: changed.includes(path), regions, language }
    const file = await readAgain(files, one, most)
    if (!file) continue
    left -= textTokens(file.text)
    restored.push({ ...file, text: await secrets.clean(file.text) })
  }
  return restored
}

/** Results name files as they were called; what is seen is known by where that leads. */
const regionsByRealPath = async ({ files, regions }: WorldDeps): Promise<(path: string) => LineRanges> => {
  const real = new Map<string, LineRanges>()
  for (const [path, lines] of regions?.() ?? []) {
    try {
      const at = files.facts(path)?.realPath
      if (at !== undefined) real.set(at, [...(real.get(at) ?? []), ...lines])
    } catch (error) {
      // Something else lies there by now.
      if (!(error instanceof ToolError)) throw error
    }
  }
  return path => real.get(path) ?? []
}

const MAX_LISTED = 40

/** What was read and is not given back: the names, so that nobody has to look for them again. */
const readBefore = async (
  { files }: WorldDeps,
  given: readonly RestoredFile[],
  language: PromptLanguage | undefined,
): Promise<AttachmentMessage['attachment'] | undefined> => {
  const isDenied = await files.denied()
  const shown = new Set(given.map(({ content }) => content.realPath))
  const others = [...files.listSeen()].reverse().filter(([path]) => !shown.has(path) && !isDenied(path))
  const outdated = [...files.listOutdated()].reverse().filter(path => !shown.has(path) && !isDenied(path))
  const all = [
    ...others.map(([at, { lines }]) => {
      const path = escapeLine(at, MAX_PATH)
      return lines ? says('lines', { path, ranges: sayRanges(lines) }) : path
    }),
    ...outdated.map(path => says('outdated', { path: escapeLine(path, MAX_PATH) })),
  ]
  if (all.length === 0) return undefined
  const names = all.slice(0, MAX_LISTED)
  const count = all.length - names.length
  const more = count > 0 ? [says('more', { count })] : []
  return {
    kind: 'files_read',
    text: forModel(asLines([says('others'), ...names, ...more]), language),
  }
}

const MAX_PATH = 500

/** By real path, the last change first; what is not there any more is left out. */
const changedFiles = ({ files, changed }: WorldDeps): readonly string[] => {
  const paths = [...changed()].reverse().flatMap(path => {
    try {
      return files.facts(path)?.realPath ?? []
    } catch (error) {
      // Something else lies there by now.
      if (error instanceof ToolError) return []
      throw error
    }
  })
  return [...new Set(paths)]
}

const CHARS_PER_TOKEN = 3

interface FileToRead {
  readonly path: string
  readonly wasChanged: boolean
  /** The lines that were edited or read, the last at the end. */
  readonly regions?: LineRanges
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

const readAgain = async (
  files: SessionFiles,
  { path, wasChanged, regions = [], language }: FileToRead,
  tokens: number,
): Promise<RestoredFile | undefined> => {
  try {
    // Where it was seen, and nowhere else by now.
    const content = await files.read({ path, realPath: path }, { maxBytes: MAX_FILE_BYTES })
    const decoded = decodeFile(content, files.seen(content)?.encoding)
    if (!decoded) return undefined
    const text = decoded.text.replaceAll('\r\n', '\n')
    const maxChars = tokens * CHARS_PER_TOKEN
    const shown = excerpt(path, text, { maxChars })
    const { numLines, totalLines } = shown.file
    const did = says(wasChanged ? 'changed' : 'read', { path })
    const intro = (row: 'whole' | 'part' | 'beginning'): string => forModel(says(row, { did }), language)
    const part =
      numLines === totalLines
        ? undefined
        : showRegions(text, regions, { maxChars, maxLineChars: MAX_LINE_CHARS, language })
    if (part)
      return {
        content,
        seen: seenContent(content, 'read', part.whole ? undefined : part.lines),
        text: `${intro(part.whole ? 'whole' : 'part')}\n${inertTags(part.text)}`,
      }
    if (numLines === 0 && totalLines > 0) return undefined
    const lines = numLines === totalLines ? undefined : [{ from: 1, to: numLines }]
    return {
      content,
      seen: seenContent(content, 'read', lines),
      text: `${intro(lines ? 'beginning' : 'whole')}\n${inertTags(renderText(shown, language))}`,
    }
  } catch (error) {
    // Gone, too large or not readable any more: the model can ask for it.
    if (error instanceof ToolError) return undefined
    throw error
  }
}

import type { SessionFiles } from '../../features/files/files.ts'
import { inEncoding, seenContent } from '../../features/tools/seen-content.ts'
import { anyText } from '../../lib/files/text-file.ts'
import type { Attachment, AttachmentSource } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ChangedFile, EditFinder, EditReport } from '../../protocol/tools/edit-finding.ts'
import { type Runtime, runAfter } from '../options/runtime.ts'
import type { WaitingReports } from './waiting-reports.ts'

interface EditFindingsOptions {
  /** Those of the session; asked in this order. */
  readonly finders: readonly EditFinder[]
  readonly runtime: Runtime
  readonly language: PromptLanguage | undefined
  cwd(): string
  /** The model is told what the file holds now. */
  follow?(path: string): Promise<void>
  emit(event: Event): void
}

/** What is found in files that the calls of a thread changed, until the model has been told. */
export interface EditFindings {
  /** A tool is about to write the file, or to delete it. */
  wrote(path: string, before: Uint8Array | undefined): void
  /** A command changed these. */
  changed(files: readonly ChangedFile[]): void
  /** Once a call has ended: what is found already, in words for the model. What comes later is news. */
  told(toolUseId: string): Promise<readonly string[]>
  /** The answer is there: whether errors have come, or come in a moment, that the model should hear of before its turn ends. */
  settle(signal: AbortSignal): Promise<void>
  /** Errors wait to be told. */
  hasErrors(): boolean
  readonly news: AttachmentSource
  end(): void
}

/** A result waits no longer for what is found. */
const RESULT_MS = 10
/** Nor does the end of a turn. */
const TURN_MS = 2_000
/** So often in a row a turn goes on because of what was found. */
const MOST_TURNS = 5
/** Larger files are not compared. */
const MAX_BYTES = 4 * 1024 * 1024

export const createEditFindings = (at: EditFindingsOptions): EditFindings => {
  const changed = new Map<string, Wrote>()
  const pending = new Set<Promise<void>>()
  const over = new AbortController()
  let waiting: WaitingReports | undefined
  let goneOn = 0
  /** Who let the end of a turn wait for nothing has to find something before it is waited for again. */
  let isPatient = true
  const note = (file: Wrote): void => void (changed.has(file.path) || changed.set(file.path, file))
  const keep = async (report: EditReport): Promise<void> => {
    if (isNothing(report)) return
    const { createWaitingReports } = await import('./waiting-reports.ts')
    waiting ??= createWaitingReports(at.finders)
    waiting.add(report)
  }
  const look = async (files: readonly ChangedFile[], toolUseId: string): Promise<void> => {
    const { findIn, markOf } = await import('./say-findings.ts')
    const take = async (report: EditReport): Promise<void> => {
      for (const event of over.signal.aborted ? [] : markOf(report, at.cwd(), toolUseId)) at.emit(event)
      await keep(report)
      void report.more?.then(take).catch(loggedIn(at))
    }
    await take(await findIn(at, files, over.signal))
  }
  const reshape = async (files: readonly ChangedFile[], toolUseId: string): Promise<void> => {
    const { reshapeIn, reshapedMarks } = await import('./say-findings.ts')
    const report = await reshapeIn(at, files, over.signal)
    for (const path of report.followed ?? []) await at.follow?.(path)
    for (const event of reshapedMarks(report, at.cwd(), toolUseId)) at.emit(event)
    await keep(report)
  }
  const say = async (): Promise<string | undefined> => {
    const reports = waiting?.take(pending.size > 0) ?? []
    if (reports.length === 0) return undefined
    const { sayFindings } = await import('./say-findings.ts')
    return sayFindings(reports, at.cwd(), at.language)
  }
  return {
    wrote(path, before) {
      if (at.finders.length > 0) note({ path, bytes: before ?? null })
    },
    changed: files => files.forEach(note),
    async told(toolUseId) {
      const wrote = [...changed.values()]
      changed.clear()
      if (wrote.length > 0 && at.finders.length > 0) {
        const files = await Promise.all(wrote.map(fileBefore))
        if (at.finders.some(({ reshape }) => reshape)) await reshape(files, toolUseId)
        const looking = look(files, toolUseId)
          .catch(loggedIn(at))
          .finally(() => {
            pending.delete(looking)
            isPatient = true
          })
        pending.add(looking)
        await within(at, looking, { ms: RESULT_MS })
      }
      return [await say()].filter(text => text !== undefined)
    },
    async settle(signal) {
      if (pending.size > 0 && isPatient)
        isPatient = await within(at, Promise.all(pending), { ms: TURN_MS, signal })
    },
    hasErrors: () => waiting?.hasErrors() === true && goneOn++ < MOST_TURNS,
    news: {
      name: 'edit-findings',
      async collect({ when }): Promise<readonly Attachment[]> {
        if (when === 'turn') goneOn = 0
        waiting?.nextRequest()
        const text = await say()
        return text === undefined ? [] : [{ kind: 'diagnostics', text }]
      },
    },
    end: () => over.abort(),
  }
}

const loggedIn =
  ({ runtime }: Pick<EditFindingsOptions, 'runtime'>) =>
  (error: unknown): void =>
    runtime.log?.(`looking at an edit failed: ${String(error)}`)

/** As a command changed it, or with the bytes it held before; null: it was not there. */
type Wrote = ChangedFile & { readonly bytes?: Uint8Array | null }

const fileBefore = async ({ bytes, ...file }: Wrote): Promise<ChangedFile> => {
  if (bytes === null) return { ...file, before: null }
  if (bytes === undefined || bytes.length > MAX_BYTES) return file
  const before = await anyText(bytes)
  return before === undefined ? file : { ...file, before }
}

const isNothing = ({ findings, mended = [] }: EditReport): boolean => findings.length + mended.length === 0

/** Whether it came in time. */
const within = async (
  { runtime }: Pick<EditFindingsOptions, 'runtime'>,
  waited: Promise<unknown>,
  { ms, signal }: { readonly ms: number; readonly signal?: AbortSignal },
): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isIn = false
  const come = waited.then(() => {
    isIn = true
  })
  const forget = runAfter(runtime, ms, resolve)
  signal?.addEventListener('abort', () => resolve(), { once: true })
  await Promise.race([come, promise]).finally(forget)
  return isIn
}

const MOST_FOLLOWED = 4 * 1024 * 1024

/** A file that was seen is another one now, and the model was told what is: it still counts as seen. */
export const followFile = async (
  files: Pick<SessionFiles, 'seen' | 'read' | 'markSeen'>,
  path: string,
): Promise<void> => {
  try {
    const seen = files.seen(path)
    if (!seen || seen.by === 'search') return
    const content = await files.read(path, { maxBytes: MOST_FOLLOWED })
    const now = inEncoding(seenContent(content, seen.by, seen.lines), seen.encoding)
    files.markSeen(content, seen.excerpt ? { ...now, excerpt: true } : now)
  } catch (error) {
    // Gone since: an edit of it will say so.
    if (!(error instanceof ToolError)) throw error
  }
}

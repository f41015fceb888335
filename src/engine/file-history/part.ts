import { dirname, isAbsolute, join } from 'node:path'
import { createFileHistory, type FileHistory } from '../../features/sessions/file-history/file-history.ts'
import type { VersionText } from '../../features/sessions/file-history/version-text.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { resolveReal } from '../../lib/paths.ts'
import type { Access } from '../../protocol/access.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { CallEffect } from '../../protocol/context.ts'
import type { Event } from '../../protocol/event.ts'
import { branchText } from '../../protocol/messages/engine/branches.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { GitSandbox, RunGit } from '../../protocol/run-git.ts'
import type { FileChange, RewindReport, RewindRequest } from '../../protocol/session/file-history.ts'
import { type TaskInfo, ToolError } from '../../protocol/tool.ts'
import type { ChangedFile } from '../../protocol/tools/edit-finding.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { RemoteHosts } from '../remote-host/options.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface SessionHistory extends Part, Pick<FileHistory, 'see' | 'settle' | 'recheck'> {
  /**
   * Keeps the old content of a file that is about to be written, or deleted when there is no `after`; throws ToolError
   * when it cannot, so that nothing is lost.
   */
  beforeWrite(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): void
  /** Runs a call and puts down what it changed, when it could change files behind our back. */
  watch<T>(call: WatchedCall, run: () => Promise<T>): Promise<T>
  /** What changed in the turn of each message, oldest first. */
  turns: FileHistory['turns']
  lastChange: FileHistory['lastChange']
  /** Reads versions of files as text, where they can still be had. */
  texts(): Promise<VersionText>
  /** `moved`: the conversation went back with the files, so that they are as it says. */
  rewind(
    request: RewindRequest,
    facts: { readonly running: boolean; readonly moved?: boolean },
  ): Promise<RewindReport>
}

export interface WatchedCall {
  readonly readOnly: boolean
  readonly accesses: readonly Access[]
  /** Told of the files that it changed. */
  heard?(changed: readonly ChangedFile[]): void
}

export interface HistoryOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly remoteHosts?: Pick<RemoteHosts, 'rewind'>
  }
  readonly live: Pick<ThreadState, 'roots'>
  readonly sandbox?: { readonly git: GitSandbox } | undefined
  /** Background work, ended or not. */
  readonly tasks: { list(): readonly TaskInfo[] }
  emit(event: Event): void
  /** These files are not as the model saw them any more. */
  forget(paths: readonly string[]): void
}

/** The file history of a session; without a place to keep copies there is none. */
export const createHistory = (at: HistoryOptions): SessionHistory => {
  const history = openHistory(at)
  const restored = new Set<string>()
  return {
    news: [{ name: 'rewind', isClean: true, collect: () => tellRestored(restored) }],
    restarted(_, why) {
      if (why !== 'compaction') restored.clear()
    },
    see: message => history?.see(message),
    recorded: message => history?.see(message),
    turnStarts: async () => history?.settle(),
    async [Symbol.asyncDispose]() {
      await history?.settle()
      history?.[Symbol.dispose]()
    },
    settle: async () => history?.settle(),
    recheck: () => history?.recheck(),
    beforeWrite(path, before, after) {
      try {
        history?.beforeWrite(path, before, after)
      } catch (error) {
        const why = error instanceof SessionError ? error.localized : (error as NodeJS.ErrnoException).code
        if (why === undefined) throw error
        throw new ToolError(branchText('no_copy', { path, reason: why }))
      }
    },
    async watch(call, run) {
      if (!history || !isUnforeseeable(call)) return await run()
      const ended = await history.beforeCommand(nameOf(call))
      try {
        return await run()
      } finally {
        const changes = await ended()
        if (call.heard && changes.length > 0) call.heard(await withTexts(at.config.place, changes))
      }
    },
    turns: async () => (await history?.turns()) ?? [],
    lastChange: async path => await history?.lastChange(path),
    async texts() {
      const { savedVersionText } = await import('../../features/sessions/file-history/version-text.ts')
      return savedVersionText(at.config.place.historyDir)
    },
    async rewind(request, { running, moved }) {
      if (!history) {
        const localized = branchText('no_file_history')
        return { canRewind: false, error: localized.text, localized }
      }
      if (running && !request.dryRun) throw new OpError(branchText('turn_running'))
      const { report: own, changed } = await history.rewind(request)
      const report = (await at.config.remoteHosts?.rewind(request, own)) ?? own
      at.forget(changed)
      for (const path of moved ? [] : changed) restored.add(path)
      if (changed.length > 0 || report !== own) at.emit({ type: 'files_rewound', report })
      return report
    },
  }
}

const MAX_TOLD = 30
const MAX_PATH = 500

/** The conversation still tells of changes that the person has undone. */
const tellRestored = (restored: Set<string>): readonly Attachment[] => {
  const paths = [...restored]
  restored.clear()
  if (paths.length === 0) return []
  const names = paths.slice(0, MAX_TOLD).map(path => `- ${escapeLine(path, MAX_PATH)}`)
  const more = paths.length > names.length ? [`… and ${paths.length - names.length} more`] : []
  return [
    {
      kind: 'changed_files',
      text: [
        'The user restored these files to an earlier state; read them again before you rely on them:',
        ...names,
        ...more,
      ].join('\n'),
      paths,
      effects: paths.map(path => ({
        kind: 'external',
        text: escapeLine(path, MAX_PATH),
        outcome: 'done',
        detail: 'restored to an earlier state by the person',
      })) satisfies readonly CallEffect[],
    },
  ]
}

/** More files at once are no change that somebody made by hand. */
const MOST_HEARD = 200

/** With what they held, where a copy of it is kept. */
const withTexts = async (
  { historyDir }: SessionEnvironment,
  changes: readonly (FileChange & { readonly path: string })[],
): Promise<readonly ChangedFile[]> => {
  const { savedVersionText } = await import('../../features/sessions/file-history/version-text.ts')
  const textOf = savedVersionText(historyDir)
  return changes.slice(0, MOST_HEARD).map(({ path, before }): ChangedFile => {
    if (before === null) return { path, before }
    const text = 'hash' in before ? textOf(path, before.hash) : undefined
    return text === undefined ? { path } : { path, before: text }
  })
}

/** Tools that write files by themselves name each; a command or a server may change anything. */
const isUnforeseeable = ({ readOnly, accesses }: WatchedCall): boolean =>
  !readOnly && accesses.some(access => access.kind === 'shell' || access.kind === 'mcp')

const nameOf = ({ accesses }: WatchedCall): string =>
  accesses
    .flatMap(access => {
      if (access.kind === 'shell') return [access.command]
      return access.kind === 'mcp' ? [`mcp__${access.server}__${access.tool}`] : []
    })
    .join('; ')

const realOf = (path: string): string => {
  const resolved = resolveReal(path)
  return resolved.ok ? resolved.real : path
}

const openHistory = ({ config, live, sandbox, tasks, emit }: HistoryOptions): FileHistory | undefined => {
  const { place, runtime, session } = config
  if (place.historyDir === undefined) return undefined
  const env = childEnvironment(place.env, { secretNames: place.secretNames, projectDir: place.cwd })
  const named = place.env['XDG_CONFIG_HOME']
  // Git reads a relative one from wherever it runs; the convention says that it counts for nothing.
  const configHome = named && isAbsolute(named) ? named : join(place.home, '.config')
  let asked: Promise<RunGit> | undefined
  const git: RunGit = async run => {
    asked ??= import('../../features/git/git.ts').then(({ createGit }) =>
      createGit({ env, roots: () => live.roots, sandbox: sandbox?.git }),
    )
    return await (await asked)(run)
  }
  return createFileHistory({
    directory: place.historyDir,
    ownDirectory: realOf(dirname(dirname(place.historyDir))),
    home: realOf(place.home),
    sessionId: session.id,
    lines: session.fileHistory,
    caseSensitive: place.caseSensitive,
    git,
    attributeFiles: ['/etc/gitattributes', join(configHome, 'git/attributes')],
    roots: () => live.roots,
    note: entry => session.note(entry),
    noteNow: entry => session.noteNow(entry),
    newId: runtime.newId,
    now: runtime.now,
    elapsed: runtime.elapsed,
    wasBusySince: time =>
      tasks
        .list()
        .some(task => task.kind === 'shell' && (task.endedAt === undefined || task.endedAt >= time)),
    isRunningSince: time =>
      tasks
        .list()
        .some(task => task.kind === 'shell' && task.endedAt === undefined && task.startedAt >= time),
    onNotice: text => emit(notice('notice', text)),
  })
}

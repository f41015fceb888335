import { createFiles, type FilesOptions, type SessionFiles } from '../../features/files/files.ts'
import { findModel } from '../../features/models/catalogue.ts'
import type { SessionSecrets } from '../../features/secrets/session-secrets.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { createProcesses, type SessionProcesses } from '../../features/shell/processes.ts'
import { sessionVariables } from '../../features/shell/session-variables.ts'
import { mayBeEncoded } from '../../features/tools/earlier-content.ts'
import { contentHash } from '../../features/tools/seen-content.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Agents } from '../../protocol/agents/agents.ts'
import type { Leases } from '../../protocol/agents/leases.ts'
import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { Editor } from '../../protocol/editor/editor.ts'
import type { Event } from '../../protocol/event.ts'
import { asText } from '../../protocol/messages/layout.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { foreignNotice } from '../../protocol/messages/notice.ts'
import type { Decision, ResolvedPaths } from '../../protocol/permission.ts'
import type { PlanMode } from '../../protocol/plan.ts'
import type { Queries } from '../../protocol/query.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import { type FileContent, type Side, type State, type ToolCall, ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { CopyLocation } from '../../protocol/tools/command-sandbox.ts'
import type { AtTerminal, PersonTerminal } from '../../protocol/tools/person-terminal.ts'
import type { ShellSettings } from '../../protocol/tools/shell-settings.ts'
import type { Transcript } from '../../protocol/transcript.ts'
import type { SessionHistory } from '../file-history/part.ts'
import { type CommandNote, createCommandNote } from '../files/command-note.ts'
import { createEarlierFiles } from '../files/earlier-files.ts'
import { createEditFindings, type EditFindings, followFile } from '../files/edit-findings.ts'
import type { Live } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Gate } from '../permissions/part.ts'
import type { Part } from '../scope.ts'
import type { Secrets } from '../secrets/part.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Toolset } from '../toolset/part.ts'
import { withCleanEnds, withCleanNotes, withCleanOutput } from './clean-ports.ts'
import type { SharedPorts } from './shared-ports.ts'

const says = modelTexts('ports', {
  noAnswers: { en: 'Nobody can answer questions in this session.', zh: '此会话中无人可以回答问题。' },
  changedBy: {
    en: '{path} was not changed: {writer} has changed it since you read it. Read it again, then edit it.',
    zh: '{path} 未更改：{writer} 在你读取之后改过它。请重新读取，再编辑。',
  },
})

/** What the calls of a thread share. */
export interface Ports extends Part {
  call(
    id: string,
    how: AtTerminal &
      Pick<Decision, 'readOnly' | 'hardened' | 'memoryWrites'> & {
        readonly signal: AbortSignal
        readonly places?: ResolvedPaths
        readonly approved?: boolean
        readonly byPerson?: boolean
        /** Absent: those of the thread. */
        readonly files?: Pick<SessionFiles, 'at'>
        readonly copy?: CopyLocation
        readonly secrets: SessionSecrets
      },
  ): ToolCall
  readonly processes: SessionProcesses
  readonly files: SessionFiles
  /** Which of the model's own commands may have changed files. */
  readonly commands: CommandNote
  /** What is found in files that its calls changed. */
  readonly findings: EditFindings
  readonly state: State
  readonly history: SessionHistory
  readonly side: Side
  readonly secrets: Secrets
}

export interface PortsOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly editor?: Editor
    readonly terminal?: PersonTerminal
    readonly readTokens?: number
    readonly fileEncoding?: string
    readonly shell?: ShellSettings
    readonly wake?: boolean
    readonly watch?: Pick<SessionWatch, 'variablesFor'>
    readonly runtime: Runtime
    readonly models: Pick<ModelChoice, 'rows'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Live
  readonly gate: Gate
  readonly toolset: Toolset
  readonly plan: PlanMode
  readonly leases: Leases
  /** What all threads of the session have in common. */
  readonly shared: SharedPorts
  readonly agents: Agents
  /** Whose calls these are; absent: the conversation. */
  readonly agent?: AgentOrigin
  /** Of a team. */
  readonly member?: TeamMembership | undefined
  onCwd(cwd: string): void
  /** The model has seen or changed a file; called with its real path. */
  onSeen(path: string): void
  /** A file of variables that commands begin with; undefined: none. */
  exported(): string | undefined
  /** Throws ToolError for what may not be written; called with the real path. */
  beforeWrite(path: string, data: Uint8Array): void
  emit(event: Event): void
}

/** Other sessions answer to the conversation, so only that reaches them. */
const agentsOf = ({ agents, agent, member, shared: { team, peers } }: PortsOptions): Agents => ({
  ...agents,
  team: team.portOf(member),
  ...(agent || !peers ? {} : { peers }),
})

/** At the end, how long a slow disk is waited for. */
const SYNC_MS = 2000

export const createPorts = (from: PortsOptions): Ports => {
  const { config, live, toolset, plan, shared } = from
  const { history, secrets, side } = shared
  let decode: ((content: FileContent) => string | undefined) | undefined
  const findings = findingsOf(from, path => followFile(files, path))
  const files = filesOf({ ...from, findings }, history => createEarlierFiles(history, decode))
  const processes = processesOf(from)
  const code = codeOf(from, files)
  const [state, commands, movers] = [createState(), createCommandNote(), new Movers()]
  const common = {
    side,
    ...{ web: shared.web, browser: shared.browser.portOf(from), ...shared.desktop.ports },
    codeReader: code.reader,
    agents: agentsOf(from),
    schedules: shared.schedules,
    workflows: shared.workflows,
    ...(from.agent ? {} : { pullRequests: shared.pullRequests }),
    worktree: shared.worktreeVisit,
    taskList: from.member ? shared.memberTasks(from.member) : shared.taskList,
    deferredTools: toolset,
    plan,
    ...spokenIn(from),
    state,
  }
  return {
    history,
    secrets,
    processes,
    files,
    commands,
    findings,
    news: from.agent ? [findings.news] : [findings.news, shared.code.firstMap(code)],
    state,
    side,
    call: (id, { places, copy, files: own = files, ...how }) => ({
      ...common,
      ...how,
      id,
      cwd: live.cwd,
      files: places ? own.at(places) : files,
      processes: commands.watch(withCleanOutput(copy ? processes.inCopy(copy) : processes, how.secrets)),
      tasks: withCleanNotes(shared.tasks, how.secrets),
      onBackground: listener => movers.add(id, listener),
      documents: findModel(live.model, config.models.rows).facts.documents ?? false,
    }),
    // Earlier results are out of the model's sight: what it reads again must come whole.
    async restarted(messages, why) {
      if (why !== 'compaction') {
        if (mayBeEncoded(messages)) decode ??= (await import('../../lib/encoding/file-text.ts')).fileText
        files.startFrom([...messages])
        // What ran elsewhere is not the model's own any more.
        commands.take()
        state.set('edit.made', undefined)
        state.set('todos', why === 'clear' ? undefined : config.session.todos)
      }
      if (why !== 'resume') await forgetShownIn(state)
    },
    ops: {
      move_to_background({ toolUseId }) {
        processes.moveToBackground(toolUseId)
        shared.agents.moveToBackground(toolUseId)
        movers.move(toolUseId)
      },
    },
    answers: { todos: () => readTodos(state.get('todos')) },
    async [Symbol.asyncDispose]() {
      findings.end()
      await processes[Symbol.asyncDispose]()
      await files.settle(SYNC_MS)
    },
  }
}

const spokenIn = ({ config: { session, prompt }, shared: { codeHelp } }: PortsOptions) => ({
  ...(codeHelp ? { codeHelp } : {}),
  ...(session.path === undefined ? {} : { transcript: createTranscript(session.path) }),
  ...NOBODY,
  ...(prompt.promptLanguage ? { language: prompt.promptLanguage } : {}),
})

const codeOf = ({ shared, live, config }: PortsOptions, files: SessionFiles) => {
  const user = {
    roots: () => live.roots,
    cwd: () => live.cwd,
    messages: () => config.session.messages,
  }
  return { user, reader: shared.code.readerFor(user), denied: () => files.denied() }
}

const findingsOf = (
  { config, live, shared, emit }: PortsOptions,
  follow: (path: string) => Promise<void>,
): EditFindings =>
  createEditFindings({
    follow,
    finders: shared.finders,
    runtime: config.runtime,
    language: config.prompt.promptLanguage,
    cwd: () => live.cwd,
    emit,
  })

/** Calls that can go on as background work. */
class Movers {
  readonly #listeners = new Map<string, () => void>()

  add(id: string, listener: () => void): () => void {
    this.#listeners.set(id, listener)
    return () => void this.#listeners.delete(id)
  }

  /** That of one call, or all. */
  move(id: string | undefined): void {
    for (const [each, listener] of this.#listeners) if ((id ?? each) === each) listener()
  }
}

const filesOf = (
  from: PortsOptions & Pick<Ports, 'findings'>,
  readEarlier: NonNullable<FilesOptions['readEarlier']>,
): SessionFiles => {
  const { config, live, gate, plan, shared, leases, findings, onSeen, beforeWrite } = from
  const files: SessionFiles = createFiles({
    roots: () => live.roots,
    caseSensitive: config.place.caseSensitive,
    isPrivate: path => path === plan.file || isMemory(config.place, path),
    denied: () => gate.permissions.readDenied(gate.policy()),
    refuse: async () => {
      const { refuseMarkers } = await shared.secrets.ready()
      return (path, before, after) => {
        refuseMarkers(path, before, after)
        refuseStale(path, before, { files, leases })
      }
    },
    snapshot: (path, before, after) => {
      beforeWrite(path, after)
      leases.take(path, { before, after })
      gate.sandbox?.expect(path, after)
      // It goes with the session and belongs to no project: there is nothing to go back to.
      if (isScratch(config.place, path)) return
      shared.history.beforeWrite(path, before, after)
      findings.wrote(path, before)
    },
    onSeen,
    readEarlier,
    ...(config.editor ? { editor: config.editor } : {}),
    ...(config.readTokens === undefined ? {} : { readTokens: config.readTokens }),
    ...(config.fileEncoding === undefined ? {} : { encoding: config.fileEncoding }),
  })
  return files
}

const forgetShownIn = async (state: State): Promise<void> => {
  const { forgetShown } = await import('../../features/tools/read/shown-before.ts')
  forgetShown(state)
}

const isScratch = ({ scratchpadDir, caseSensitive }: SessionEnvironment, path: string): boolean =>
  scratchpadDir !== undefined && isInside(path, scratchpadDir, { caseSensitive })

const isMemory = ({ memoryDirectory, caseSensitive }: SessionEnvironment, path: string): boolean =>
  memoryDirectory !== undefined && isInside(path, memoryDirectory, { caseSensitive })

const processesOf = ({
  config,
  live,
  gate,
  shared,
  onCwd,
  exported,
  agent,
  emit,
}: PortsOptions): SessionProcesses => {
  const { place, runtime } = config
  return createProcesses({
    cwd: () => live.cwd,
    setCwd: cwd => {
      live.cwd = cwd
      onCwd(cwd)
    },
    roots: () => live.roots,
    startsInProject: config.shell?.startsInProject === true,
    get env() {
      return live.env ?? place.env
    },
    secretNames: place.secretNames,
    outputDir: () => resultsDirectory(config),
    newId: runtime.newId,
    tasks: withCleanEnds(shared.tasks, shared.secrets),
    exported,
    ...(gate.sandbox ? { sandbox: gate.sandbox } : {}),
    ...(config.editor ? { editor: config.editor } : {}),
    ...(config.terminal ? { terminal: config.terminal } : {}),
    warn: text => emit(foreignNotice('warning', text)),
    settings: shellSettings(config, { live, agent }),
    sessionVariables: () => sessionVariables({ id: config.session.id, effort: live.effort }, 'nested'),
    ...(config.watch?.variablesFor ? { variablesFor: config.watch.variablesFor } : {}),
  })
}

/** An assistant that waits for a command hears nobody. */
const ASSISTANT_FOREGROUND_MS = 15_000

/** Read at each call: assistant mode may be switched between two of them. */
const shellSettings = (
  config: PortsOptions['config'],
  { live, agent }: { readonly live: Live; readonly agent: PortsOptions['agent'] },
): ShellSettings => {
  const { fileEncoding: encoding } = config
  const settings = {
    ...config.shell,
    ...endsWith(agent, config),
    ...(encoding === undefined ? {} : { encoding }),
  }
  return Object.defineProperty(settings, 'foregroundMs', {
    enumerable: true,
    get: () => config.shell?.foregroundMs ?? (live.assistant ? ASSISTANT_FOREGROUND_MS : undefined),
  })
}

/** What an agent left running ends with it; where nothing wakes the conversation, what runs ends with the run. */
const endsWith = (
  agent: PortsOptions['agent'],
  { wake }: PortsOptions['config'],
): Pick<ShellSettings, 'endsWith'> => (agent ? { endsWith: 'agent' } : wake ? {} : { endsWith: 'run' })

const NOBODY: Pick<ToolCall, 'ask'> = {
  ask: () => Promise.reject(new ToolError(says('noAnswers'))),
}

const createState = (): State => {
  const values = new Map<string, unknown>()
  return { get: key => values.get(key), set: (key, value) => void values.set(key, value) }
}

/** What tools keep in the state is theirs; here it is only looked at. */
const readTodos = (list: unknown): Queries['todos'] =>
  (Array.isArray(list) ? list : []).flatMap((each: unknown) => {
    const { content, status } = (each ?? {}) as { readonly content?: unknown; readonly status?: unknown }
    return typeof content === 'string' && typeof status === 'string' ? [{ content, status }] : []
  })

/**
 * Throws ToolError while another thread has the file, and for a content that another thread wrote since this one read
 * it: an edit that happens to fit would go on from what the model does not know.
 */
const refuseStale = (
  path: string,
  before: Uint8Array | undefined,
  { files, leases }: { readonly files: Pick<SessionFiles, 'seen'>; readonly leases: Leases },
): void => {
  const resolved = resolveReal(path)
  if (!resolved.ok) return
  leases.check(resolved.real)
  const seen = files.seen({ path, realPath: resolved.real })
  const writer = seen && seen.by !== 'search' ? leases.lastWriter(resolved.real) : undefined
  if (writer === undefined || !before || contentHash(before) === seen?.hash) return
  throw new ToolError(says('changedBy', { path, writer }))
}

/** Looks through the session's own file; how that is done loads with the first question. */
const createTranscript = (path: string): Transcript => ({
  async search(question, signal) {
    const { searchSession } = await import('../../features/sessions/search/search-session.ts')
    try {
      return await searchSession(path, question, signal)
    } catch (error) {
      if (error instanceof SessionError) throw new ToolError(asText(error))
      throw error
    }
  },
})

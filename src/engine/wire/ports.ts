import type { TaskRegistry } from '../../features/tasks/task-registry.ts'
import { isInside } from '../../lib/paths.ts'
import type { Event } from '../../protocol/event.ts'
import { type Message, plainText } from '../../protocol/message.ts'
import type { Decision, Places } from '../../protocol/permission.ts'
import type { PlanMode } from '../../protocol/plan.ts'
import { type Side, type State, type ToolCall, ToolError } from '../../protocol/tool.ts'
import type { Call } from '../accounts.ts'
import type { EngineConfig, Live } from '../config.ts'
import { childEnvironment } from './child-environment.ts'
import { createEarlierFiles } from './earlier-files.ts'
import { createHistory, type SessionHistory } from './file-history.ts'
import { createFiles, type SessionFiles } from './files.ts'
import { resultsDirectory } from './own-places.ts'
import type { Gate } from './permissions.ts'
import { createProcesses, type SessionProcesses } from './processes.ts'
import { createSecrets, type SecretsGate, withCleanNotes, withCleanOutput } from './secrets.ts'
import { createSideRequest, type SideRequest } from './side-request.ts'
import { createTaskListPort } from './task-list.ts'
import type { Toolset } from './toolset.ts'
import { createTranscript } from './transcript.ts'
import { createWeb } from './web.ts'

/** What the calls of a session share. */
export interface Ports {
  call(
    id: string,
    how: Pick<Decision, 'readOnly' | 'hardened'> & {
      readonly signal: AbortSignal
      readonly places?: Places
    },
  ): ToolCall
  readonly processes: SessionProcesses
  readonly history: SessionHistory
  readonly files: SessionFiles
  readonly state: State
  readonly side: Side
  readonly secrets: SecretsGate
  /** Earlier results are out of the model's sight: what it reads again must come whole. */
  forgetShown(): Promise<void>
  /** The same, and of files only what these messages show counts as read. */
  startFrom(history: readonly Message[]): Promise<void>
  /** The conversation goes on from elsewhere, with the to-do list as it was there. */
  takeTodos(todos: readonly unknown[] | undefined): void
  /** Environment for child processes, credentials removed. */
  readonly childEnv: Readonly<Record<string, string>>
}

export interface PortsPlace {
  readonly config: EngineConfig
  readonly live: Live
  readonly gate: Gate
  readonly toolset: Toolset
  readonly tasks: TaskRegistry
  readonly plan: PlanMode
  onCwd(cwd: string): void
  /** The model has seen or changed a file; called with its real path. */
  onSeen(path: string): void
  /** Throws ToolError for what may not be written; called with the real path. */
  beforeWrite(path: string, data: Uint8Array): void
  emit(event: Event): void
  /** Puts a side question on the bill. */
  book(call: Call): void
}

export const createPorts = (from: PortsPlace): Ports => {
  const { config, live, gate, toolset, tasks, plan, onSeen, beforeWrite, emit, book } = from
  const { place } = config
  const secrets = createSecrets(config)
  const files = createFiles({
    roots: () => live.roots,
    isPrivate: path => path === plan.file || isMemory(place, path),
    denied: () => gate.permissions.readDenied(gate.policy()),
    refuse: secrets.refuseMarkers,
    snapshot: (path, before, after) => {
      beforeWrite(path, after)
      gate.sandbox?.expect(path, after)
      history.beforeWrite(path, before, after)
    },
    onSeen,
    ...(config.session.messages.length === 0
      ? {}
      : { earlier: createEarlierFiles([...config.session.messages]) }),
    ...(config.readTokens === undefined ? {} : { readTokens: config.readTokens }),
  })
  const history = createHistory({
    config,
    live,
    emit,
    tasks: () => tasks.list(),
    forget: paths => paths.forEach(files.forget),
  })
  const processes = processesOf(from)
  const state = createState(config)
  const request = createSideRequest(config, book)
  const shared = {
    files,
    processes: withCleanOutput(processes, secrets),
    secrets,
    side: createSide(request, secrets),
    web: createWeb(config, live, request),
    taskList: createTaskListPort(config),
    deferredTools: toolset,
    plan,
    tasks: withCleanNotes(tasks, secrets),
    ...(config.session.path === undefined ? {} : { transcript: createTranscript(config.session.path) }),
    ...NOBODY,
    state,
  }
  return {
    history,
    secrets,
    processes,
    files,
    state,
    side: shared.side,
    forgetShown: () => forgetShownIn(state),
    startFrom(history) {
      files.startFrom([...history])
      return forgetShownIn(state)
    },
    takeTodos: todos => void state.set('todos', todos),
    call: (id, { places, ...how }) => {
      const bound = places ? files.at(places) : files
      return { ...shared, ...how, id, cwd: live.cwd, files: bound }
    },
    get childEnv() {
      return childEnvironment(live.env ?? place.env, {
        secretNames: place.secretNames,
        projectDir: place.cwd,
      })
    },
  }
}

const forgetShownIn = async (state: State): Promise<void> => {
  const { forgetShown } = await import('../../features/tools/read/shown-before.ts')
  forgetShown(state)
}

const isMemory = ({ memoryDirectory, caseSensitive }: EngineConfig['place'], path: string): boolean =>
  memoryDirectory !== undefined && isInside(path, memoryDirectory, { caseSensitive })

const processesOf = ({ config, live, gate, tasks, onCwd, emit }: PortsPlace): SessionProcesses => {
  const { place, means } = config
  return createProcesses({
    cwd: () => live.cwd,
    setCwd: cwd => {
      live.cwd = cwd
      onCwd(cwd)
    },
    roots: () => live.roots,
    get env() {
      return live.env ?? place.env
    },
    secretNames: place.secretNames,
    outputDir: () => resultsDirectory(config),
    newId: means.newId,
    tasks,
    ...(gate.sandbox ? { sandbox: gate.sandbox } : {}),
    warn: text => emit({ type: 'notice', level: 'warning', text }),
    ...(config.shell ? { settings: config.shell } : {}),
  })
}

const NOBODY: Pick<ToolCall, 'agents' | 'ask'> = {
  agents: { run: () => Promise.reject(new ToolError('This session cannot start agents.')) },
  ask: () => Promise.reject(new ToolError('Nobody can answer questions in this session.')),
}

const createState = ({ session }: EngineConfig): State => {
  const values = new Map<string, unknown>([['todos', session.todos]])
  return { get: key => values.get(key), set: (key, value) => void values.set(key, value) }
}

const createSide = (request: SideRequest, secrets: SecretsGate): Side => ({
  async ask({ source, system, prompt, maxTokens, signal }) {
    await secrets.ready()
    const messages = [{ role: 'user', content: [{ type: 'text', text: secrets.redact(prompt) }] }] as const
    return plainText(
      (await request({ source, system: [{ text: system }], messages, maxTokens }, signal)).content,
    )
  },
})

import { plainText } from '../../protocol/message.ts'
import type { ModelReply } from '../../protocol/model.ts'
import { type Side, type ToolCall, ToolError } from '../../protocol/tool.ts'
import type { Call } from '../accounts.ts'
import type { EngineConfig, Live } from '../config.ts'
import { childEnvironment } from './child-environment.ts'
import { createFiles } from './files.ts'
import type { Gate } from './permissions.ts'
import { createProcesses } from './processes.ts'

/** What the calls of a session share. */
export interface Ports {
  call(id: string, signal: AbortSignal, readOnly: boolean): ToolCall
  /** Environment for child processes, credentials removed. */
  readonly childEnv: Readonly<Record<string, string>>
}

export interface PortsPlace {
  readonly config: EngineConfig
  readonly live: Live
  readonly gate: Gate
  onCwd(cwd: string): void
  /** Puts a side question on the bill. */
  book(call: Call): void
}

export const createPorts = ({ config, live, gate, onCwd, book }: PortsPlace): Ports => {
  const { place, means } = config
  const files = createFiles({
    roots: () => live.roots,
    denied: () => gate.permissions.readDenied(gate.policy()),
  })
  const processes = createProcesses({
    cwd: () => live.cwd,
    setCwd: cwd => {
      live.cwd = cwd
      onCwd(cwd)
    },
    roots: () => live.roots,
    env: place.env,
    secretNames: place.secretNames,
    outputDir: () => place.outputDir,
    newId: means.newId,
  })
  const state = new Map<string, unknown>()
  const shared = {
    files,
    processes,
    side: createSide(config, book),
    tasks: {
      list: () => [],
      stop: (id: string) => Promise.reject(new ToolError(`No background task ${id} is running.`)),
    },
    agents: { run: () => Promise.reject(new ToolError('This session cannot start agents.')) },
    ask: () => Promise.reject(new ToolError('Nobody can answer questions in this session.')),
    state: {
      get: (key: string) => state.get(key),
      set: (key: string, value: unknown) => void state.set(key, value),
    },
  }
  return {
    call: (id, signal, readOnly) => ({ ...shared, id, signal, readOnly, cwd: live.cwd }),
    childEnv: childEnvironment(place.env, { secretNames: place.secretNames, projectDir: place.cwd }),
  }
}

const createSide = ({ models, means }: EngineConfig, book: (call: Call) => void): Side => ({
  async ask(question) {
    const started = means.elapsed()
    const stream = models.model.stream(
      {
        model: models.small,
        system: [{ text: question.system }],
        tools: [],
        messages: [{ role: 'user', content: [{ type: 'text', text: question.prompt }] }],
        maxTokens: question.maxTokens,
        source: question.source,
        cache: false,
      },
      question.signal,
    )
    let reply: ModelReply | undefined
    while (!reply) {
      const step = await stream.next()
      if (step.done) reply = step.value
    }
    book({
      model: reply.model,
      usage: reply.usage,
      durationMs: means.elapsed() - started,
      apiMs: reply.durationMs,
    })
    return plainText(reply.content)
  },
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolset } from '../../src/engine/toolset/part.ts'
import { createFiles } from '../../src/features/files/files.ts'
import { createProcesses } from '../../src/features/shell/processes.ts'
import type { ShellLimits } from '../../src/features/shell/shell-host.ts'
import { createTaskList } from '../../src/features/task-list/task-list.ts'
import { TaskRegistry } from '../../src/features/tasks/task-registry.ts'
import { verbatim } from '../../src/protocol/messages/layout.ts'
import {
  type Tool,
  type ToolCall,
  ToolError,
  type ToolProgress,
  type ToolSpec,
} from '../../src/protocol/tool.ts'
import type { ShellSettings } from '../../src/protocol/tools/shell-settings.ts'

export interface ToolCallOptions {
  /** A fresh directory when absent. */
  readonly cwd?: string
  readonly roots?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  readonly readOnly?: boolean
  readonly state?: Readonly<Record<string, unknown>>
  readonly limits?: Partial<ShellLimits>
  readonly settings?: ShellSettings
  /** Where commands keep their output. */
  readonly outputDir?: string
  /** Definitions that are listed by name only. */
  readonly deferred?: readonly ToolSpec[]
  denied?(path: string): boolean
}

export const makeDirectory = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'capstan-call-')))

/** A named pipe: whoever opens it without care waits for ever. */
export const makePipe = (path: string): void => {
  execFileSync('/usr/bin/mkfifo', [path])
}

/** Somebody must list them, or they would not be deferred. */
const deferredBox = (deferred: readonly ToolSpec[]) => ({
  specs: [{ name: 'Lister', description: '', input_schema: {}, listsDeferred: true }, ...deferred],
  load: async () => undefined,
})

/** A call with the real file and process ports; whoever else is asked refuses. `cwd` follows what commands do. */
export const makeToolCall = (options: ToolCallOptions = {}): ToolCall => {
  const place = { cwd: options.cwd ?? makeDirectory() }
  const roots = options.roots ?? [place.cwd]
  const outputDir = options.outputDir ?? makeDirectory()
  const tasks = new TaskRegistry({
    newId: () => crypto.randomUUID(),
    now: () => Date.now(),
    onChange: () => undefined,
    onNote: () => undefined,
  })
  const values = new Map<string, unknown>(Object.entries(options.state ?? {}))
  const refuse = () => Promise.reject(new ToolError(verbatim('not available in this test')))
  return {
    id: 'toolu_test',
    get cwd() {
      return place.cwd
    },
    signal: options.signal ?? new AbortController().signal,
    files: createFiles({
      caseSensitive: true,
      roots: () => roots,
      ...(options.denied ? { denied: () => options.denied ?? (() => false) } : {}),
    }),
    processes: createProcesses({
      cwd: () => place.cwd,
      setCwd: directory => {
        place.cwd = directory
      },
      roots: () => roots,
      env: options.env ?? { ...process.env, HOME: outputDir },
      secretNames: [],
      outputDir: () => outputDir,
      tasks,
      ...(options.limits ? { limits: options.limits } : {}),
      ...(options.settings ? { settings: options.settings } : {}),
    }),
    tasks,
    side: { ask: refuse },
    taskList: createTaskList({
      directory: join(outputDir, 'tasks'),
      newId: () => crypto.randomUUID(),
      now: () => Date.now(),
    }),
    deferredTools: createToolset({
      tools: () => deferredBox(options.deferred ?? []),
      loaded: [],
      onLoad: () => undefined,
    }),
    agents: {
      async *run() {
        yield { text: '' }
        throw new ToolError(verbatim('This session cannot start agents.'))
      },
      send: refuse,
      stop: refuse,
      list: () => [],
    },
    ask: refuse,
    state: {
      get: key => values.get(key),
      set: (key, value) => {
        values.set(key, value)
      },
    },
    readOnly: options.readOnly ?? false,
  }
}

export interface Ran<O> {
  readonly output: O
  readonly text: string
  readonly failed: boolean
  readonly progress: readonly ToolProgress[]
}

/** Parses the input as the engine does, runs the tool to its end and shows the result. */
export const runTool = async <I, O>(tool: Tool<I, O>, input: unknown, call: ToolCall): Promise<Ran<O>> => {
  const progress: ToolProgress[] = []
  const running = tool.run(tool.input.parse(input), call)
  for (;;) {
    const step = await running.next()
    if (!step.done) {
      progress.push(step.value)
      continue
    }
    const output = step.value
    const text = tool
      .show(output)
      .map(block => (block.type === 'text' ? block.text : `<${block.type}>`))
      .join('')
    return { output, text, failed: tool.failed?.(output) ?? false, progress }
  }
}

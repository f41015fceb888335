import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFiles } from '../../src/engine/wire/files.ts'
import { createProcesses, type ShellLimits } from '../../src/engine/wire/processes.ts'
import { type Tool, type ToolCall, ToolError, type ToolProgress } from '../../src/protocol/tool.ts'

export interface ToolCallOptions {
  /** A fresh directory when absent. */
  readonly cwd?: string
  readonly roots?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  readonly readOnly?: boolean
  readonly state?: Readonly<Record<string, unknown>>
  readonly limits?: Partial<ShellLimits>
  denied?(path: string): boolean
}

export const makeDirectory = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'capstan-call-')))

/** A named pipe: whoever opens it without care waits for ever. */
export const makePipe = (path: string): void => {
  execFileSync('/usr/bin/mkfifo', [path])
}

/** A call with the real file and process ports; whoever else is asked refuses. `cwd` follows what commands do. */
export const makeToolCall = (options: ToolCallOptions = {}): ToolCall => {
  const place = { cwd: options.cwd ?? makeDirectory() }
  const roots = options.roots ?? [place.cwd]
  const outputDir = makeDirectory()
  const values = new Map<string, unknown>(Object.entries(options.state ?? {}))
  const refuse = () => Promise.reject(new ToolError('not available in this test'))
  return {
    id: 'toolu_test',
    get cwd() {
      return place.cwd
    },
    signal: options.signal ?? new AbortController().signal,
    files: createFiles({
      roots: () => roots,
      ...(options.denied ? { denied: () => options.denied ?? (() => false) } : {}),
    }),
    processes: createProcesses({
      cwd: () => place.cwd,
      setCwd: directory => {
        place.cwd = directory
      },
      roots: () => roots,
      env: options.env ?? process.env,
      secretNames: [],
      outputDir: () => outputDir,
      ...(options.limits ? { limits: options.limits } : {}),
    }),
    tasks: { list: () => [], stop: refuse },
    side: { ask: refuse },
    agents: { run: refuse },
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

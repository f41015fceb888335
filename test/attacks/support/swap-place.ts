import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFiles } from '../../../src/features/files/files.ts'
import { createPermissions } from '../../../src/features/permissions/permissions.ts'
import type { Policy } from '../../../src/protocol/permission.ts'
import { type Tool, type ToolCall, ToolError } from '../../../src/protocol/tool.ts'
import { makeDirectory, makeToolCall, runTool } from '../../support/tool-call.ts'

export const CANARY = 'CANARY-7c1e'
/** A name that exists outside only. */
export const OUTSIDE_NAME = 'only-outside.txt'

const notebook = (source: string): string =>
  JSON.stringify({
    cells: [
      { cell_type: 'code', id: 'a', metadata: {}, outputs: [], source: [source], execution_count: null },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  })

/** The files of a directory, inside or outside: the names are the same, the contents are not. */
const plant = (directory: string, text: string): void => {
  mkdirSync(join(directory, 'sub'), { recursive: true })
  for (const name of ['a.txt', 'b.txt', 'sub/c.txt']) writeFileSync(join(directory, name), `${text}\n`)
  writeFileSync(join(directory, 'n.ipynb'), notebook(text))
}

export interface SwapPlace {
  readonly root: string
  readonly outside: string
  /** Puts a link to the outside in the place of `dir`. */
  swap(): void
  swapBack(): void
  /** Everything outside, to be compared. */
  outsideNow(): Readonly<Record<string, string>>
  /** Decides on a call now; what comes back runs it then. Undefined when it is not allowed. */
  judge<I>(tool: Tool<I>, input: object): (() => Promise<string>) | undefined
  /** Decides and runs at once. */
  call<I>(tool: Tool<I>, input: object): Promise<string>
  readonly files: ReturnType<typeof createFiles>
}

export interface SwapOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Runs between the last look at a file and its writing. */
  snapshot?(): void
  /** Runs in the place of programs. */
  program?(run: ProgramRun, real: Program): ReturnType<Program>
}
type Program = ToolCall['processes']['program']
export type ProgramRun = Parameters<Program>[0]

/** A project with a directory, and the same directory with other contents outside it. */
export const createSwapPlace = (options: SwapOptions = {}): SwapPlace => {
  const base = makeDirectory()
  const [root, outside] = [join(base, 'project'), join(base, 'outside')]
  plant(join(root, 'dir'), 'harmless')
  plant(outside, CANARY)
  writeFileSync(join(outside, OUTSIDE_NAME), `${CANARY}\n`)
  symlinkSync(outside, join(root, 'link'))
  const policy: Policy = {
    mode: 'acceptEdits',
    rules: [],
    roots: [root],
    cwd: root,
    home: base,
    caseSensitive: true,
  }
  const permissions = createPermissions()
  const call = makeToolCall({
    cwd: root,
    ...(options.env ? { env: { ...process.env, ...options.env } } : {}),
  })
  const { processes } = call
  const program: Program = run => (options.program ?? ((given, real) => real(given)))(run, processes.program)
  const files = createFiles({
    roots: () => [root],
    caseSensitive: true,
    snapshot: () => options.snapshot?.(),
  })
  const place: SwapPlace = {
    root,
    outside,
    files,
    swap() {
      renameSync(join(root, 'dir'), join(root, 'moved'))
      renameSync(join(root, 'link'), join(root, 'dir'))
    },
    swapBack() {
      renameSync(join(root, 'dir'), join(root, 'link'))
      renameSync(join(root, 'moved'), join(root, 'dir'))
    },
    outsideNow: () => contentsOf(outside),
    judge(tool, input) {
      const parsed = tool.input.parse(input)
      const decision = permissions.judge(
        { toolName: tool.name, input: parsed, accesses: tool.access(parsed, root) },
        policy,
      )
      if (decision instanceof Promise) throw new Error('a file tool needs no shell reader')
      if (decision.verdict !== 'allow') return undefined
      const bound = files.at(permissions.placesOf(decision) ?? new Map())
      const granted = { ...call, files: bound, processes: { ...processes, program } }
      return () => told(runTool(tool, input, granted))
    },
    call: async (tool, input) => (await place.judge(tool, input)?.()) ?? 'not allowed',
  }
  return place
}

const told = async (run: ReturnType<typeof runTool>): Promise<string> => {
  try {
    const { text, output } = await run
    return `${text}\n${JSON.stringify(output)}`
  } catch (error) {
    if (error instanceof ToolError) return `refused: ${error.message}`
    throw error
  }
}

const contentsOf = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [path, readFileSync(path, 'utf8')]),
  )

const SWAPPER = `
const { renameSync } = require('node:fs')
const { dirname } = require('node:path')
const root = process.argv[1]
const [dir, link, moved] = ['dir', 'link', 'moved'].map(name => root + '/' + name)
process.stdout.write('go')
for (;;) {
  renameSync(dir, moved)
  renameSync(link, dir)
  renameSync(dir, link)
  renameSync(moved, dir)
  if (process.ppid === 1) break
}`

/** Another process that swaps as fast as it can, until it is disposed of. */
export const startSwapping = async (place: SwapPlace): Promise<AsyncDisposable> => {
  const child: ChildProcess = spawn(process.execPath, ['-e', SWAPPER, place.root], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve)
    child.once('error', reject)
  })
  return {
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

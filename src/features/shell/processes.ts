import { killMarked } from '../../lib/process/process-tree.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type Processes, type TaskInfo, ToolError } from '../../protocol/tool.ts'
import type { CopyLocation } from '../../protocol/tools/command-sandbox.ts'
import type { runInEditor } from './editor-terminal.ts'
import type { Foreground } from './foreground.ts'
import { ripgrepChoice } from './ripgrep-choice.ts'
import { runProgram } from './run-program.ts'
import { createShellHost, type ProcessesOptions, type ShellHost } from './shell-host.ts'

const SWEEP_GRACE_MS = 200
const says = modelTexts('processes', {
  backgroundOff: {
    en: 'Background tasks are switched off (CAPSTAN_DISABLE_BACKGROUND_TASKS). Run the command in the foreground.',
    zh: '后台任务已关闭（CAPSTAN_DISABLE_BACKGROUND_TASKS）。请在前台运行命令。',
  },
})

/** The process port of a session. Disposing ends what its commands left behind, wherever it went. */
export interface SessionProcesses extends Processes, AsyncDisposable {
  /** Lets running commands go on in the background; says how many were moved. */
  moveToBackground(toolUseId?: string): number
  /** For a command whose effect may never count: it is waited for to its end, and changes nothing of the session. */
  inCopy(copy: CopyLocation): Processes
  /** What it did counts after all: the directory it ended in, and what is to be said of that. */
  followFrom(copy: { readonly before: string; readonly ended: string }): Promise<LocalizedText | undefined>
}

export const createProcesses = (options: ProcessesOptions): SessionProcesses => {
  const host = createShellHost(options)
  const running = new Set<Foreground>()
  return {
    settings: options.settings ?? {},
    async shell(run) {
      if (run.inTerminal && options.terminal) {
        const { runInTerminal } = await import('./in-terminal.ts')
        return await runInTerminal(host, run, options.terminal)
      }
      // What runs commands is loaded for the first of them: no first request waits for it.
      const { Foreground } = await import('./foreground.ts')
      const elsewhere = options.editor ? await inEditor(host, run) : undefined
      if (elsewhere) return elsewhere
      const foreground = new Foreground(host, run)
      running.add(foreground)
      try {
        return await foreground.finish()
      } finally {
        running.delete(foreground)
      }
    },
    background: run => startInBackground(host, run),
    program: run => runProgram({ ...run, env: host.environment() }),
    ripgrep: () => ripgrepChoice(options.env, options.roots()),
    moveToBackground: toolUseId =>
      [...running]
        .filter(one => toolUseId === undefined || one.toolUseId === toolUseId)
        .filter(one => one.move('asked')).length,
    inCopy: copy => processesIn(host, copy),
    async followFrom({ before, ended }) {
      const { followTo } = await import('./start-directory.ts')
      return followTo(ended, before, options)
    },
    async [Symbol.asyncDispose]() {
      host.snapshot[Symbol.dispose]()
      await killMarked(host.marks, SWEEP_GRACE_MS)
    },
  }
}

const processesIn = (host: ShellHost, { sandbox }: CopyLocation): Processes => {
  const { editor: _editor, terminal: _terminal, ...options } = host.options
  const { foregroundMs: _, ...usual } = options.settings ?? {}
  const settings = { ...usual, backgroundOff: true }
  const inside = { ...host, options: { ...options, settings, sandbox, staysPut: true } }
  return {
    settings,
    async shell({ inTerminal: _none, ...run }) {
      const { Foreground } = await import('./foreground.ts')
      return await new Foreground(inside, run).finish()
    },
    background: () => Promise.reject(new ToolError(says('backgroundOff'))),
    program: run => runProgram({ ...run, env: host.environment() }),
    ripgrep: () => ripgrepChoice(options.env, options.roots()),
  }
}

const inEditor = async (
  host: ShellHost,
  run: Parameters<Processes['shell']>[0],
): ReturnType<typeof runInEditor> => {
  const editor = await import('./editor-terminal.ts')
  return editor.mayLeave(host, run) ? await editor.runInEditor(host, run) : undefined
}

const startInBackground = async (
  host: ShellHost,
  run: Parameters<Processes['background']>[0],
): Promise<TaskInfo> => {
  if (host.options.settings?.backgroundOff) throw new ToolError(says('backgroundOff'))
  host.options.tasks.checkRoom()
  const [{ startShell }, { taskWork }] = await Promise.all([
    import('./shell-process.ts'),
    import('./task-work.ts'),
  ])
  const started = await startShell(host, {
    command: run.command,
    hardened: run.hardened ?? false,
    ...(run.toolUseId === undefined ? {} : { toolUseId: run.toolUseId }),
    ...(run.env ? { env: run.env } : {}),
    ...(run.unsandboxed ? { unsandboxed: true } : {}),
    ...(run.memoryWrites === undefined ? {} : { memoryWrites: run.memoryWrites }),
  })
  if (started.running.pid === undefined) await started.ended
  try {
    return host.options.tasks.add(taskWork(host, started, run))
  } catch (error) {
    await started.abandon()
    throw error
  }
}

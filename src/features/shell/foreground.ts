import type { CommandEnd } from '../../lib/process/running-command.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type ShellEnd, type ShellRun, ToolError } from '../../protocol/tool.ts'
import { imageIn } from './output-image.ts'
import type { ShellHost } from './shell-host.ts'
import { type ShellProcess, startShell } from './shell-process.ts'
import { followDirectory } from './start-directory.ts'
import { floodNotice, taskWork } from './task-work.ts'

const says = modelTexts('foreground', {
  leftovers: {
    en: 'Background processes that the command left running were ended. Use run_in_background for those.',
    zh: '命令留下的后台进程已终止。这类进程请用 run_in_background。',
  },
  notSaved: { en: 'The whole output could not be saved ({why}).', zh: '完整输出未能保存（{why}）。' },
})

const PROGRESS_MS = 200
const PROGRESS_TAIL_BYTES = 2000

/** `spawn`: it is started in a terminal. */
type ForegroundRun = ShellRun & Pick<Parameters<typeof startShell>[1], 'spawn'>

type MoveCause = 'timeout' | 'budget' | 'asked'

/** A command somebody waits for: to its end, or until it is moved to the background. */
export class Foreground {
  readonly #host: ShellHost
  readonly #run: ForegroundRun
  readonly #moved = Promise.withResolvers<{ readonly taskId: string; readonly why: MoveCause }>()
  #started: ShellProcess | undefined
  #taken = false

  constructor(host: ShellHost, run: ForegroundRun) {
    this.#host = host
    this.#run = run
  }

  get toolUseId(): string | undefined {
    return this.#run.toolUseId
  }

  async finish(): Promise<ShellEnd> {
    const { signal } = this.#run
    if (signal.aborted) return NOT_RUN
    try {
      this.#started = await startShell(this.#host, this.#run)
    } catch (error) {
      if (signal.aborted && error === signal.reason) return NOT_RUN
      throw error
    }
    return await this.#wait(this.#started)
  }

  /** False when it cannot go on by itself: background work is switched off, too much of it runs, or it has not begun. */
  move(why: MoveCause): boolean {
    const { options } = this.#host
    if (!this.#started || this.#taken || options.settings?.backgroundOff) return false
    try {
      const { id } = options.tasks.add(taskWork(this.#host, this.#started, this.#run))
      this.#taken = true
      this.#moved.resolve({ taskId: id, why })
      return true
    } catch (error) {
      if (error instanceof ToolError) return false
      throw error
    }
  }

  async #wait(started: ShellProcess): Promise<ShellEnd> {
    const { running } = started
    const { limits } = this.#host
    const run = this.#run
    const onAbort = () => void running.stop('abort', limits.abortGraceMs)
    run.signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => {
      if (run.atTimeout === 'background' && this.move('timeout')) return
      void running.stop('timeout', limits.timeoutGraceMs)
    }, run.timeoutMs)
    const waited =
      run.foregroundMs === undefined || run.foregroundMs >= run.timeoutMs
        ? undefined
        : setTimeout(() => this.move('budget'), run.foregroundMs)
    const progress = throttle(() =>
      run.onOutput?.({ tail: running.output.tail(PROGRESS_TAIL_BYTES), bytes: running.output.bytes }),
    )
    const off = running.onOutput(progress.touch)
    try {
      const end = await Promise.race([started.ended, this.#moved.promise])
      return 'taskId' in end ? { ...movedEnd(started, end), ...causeOf(run, end) } : this.#end(started, end)
    } finally {
      clearTimeout(timer)
      clearTimeout(waited)
      run.signal.removeEventListener('abort', onAbort)
      progress.stop()
      off()
      if (!this.#taken) started.close()
    }
  }

  #end(started: ShellProcess, end: CommandEnd): ShellEnd {
    const { options, limits } = this.#host
    const { output, errors } = started.running
    if (end.code !== 0 && output.bytes > limits.saveFailureAfterBytes) output.save()
    const moved = followDirectory(started.directoryFile, started.directory, options)
    const text = output.text()
    const kept = started.leave({ code: end.code, output: text })
    const notices = [
      ...started.notices,
      ...noticesOf(end, started, limits.floodBytes),
      moved,
      ...kept,
    ].filter(notice => notice !== undefined)
    const image = end.code === 0 ? imageIn(output) : undefined
    return {
      code: end.code,
      signal: end.signal,
      output: text,
      outputBytes: output.bytes,
      ...(errors ? { errors: errors.text() } : {}),
      ended: end.why === 'flood' ? 'exit' : end.why,
      ...(output.file ? { outputFile: output.file } : {}),
      ...(notices.length > 0 ? { notice: lines(notices) } : {}),
      ...(image ? { image } : {}),
    }
  }
}

const NOT_RUN: ShellEnd = { code: null, signal: null, output: '', outputBytes: 0, ended: 'abort' }

const movedEnd = (
  { running, notices }: ShellProcess,
  moved: { readonly taskId: string; readonly why: MoveCause },
): ShellEnd => ({
  code: null,
  signal: null,
  output: running.output.text(),
  outputBytes: running.output.bytes,
  ended: moved.why === 'timeout' ? 'timeout' : 'exit',
  taskId: moved.taskId,
  ...(running.output.file ? { outputFile: running.output.file } : {}),
  ...(notices.length > 0 ? { notice: lines(notices) } : {}),
})

const causeOf = ({ foregroundMs }: ShellRun, { why }: { readonly why: MoveCause }): Partial<ShellEnd> => {
  if (why === 'asked') return { movedByPerson: true }
  return why === 'budget' && foregroundMs !== undefined ? { foregroundMs } : {}
}

const noticesOf = (
  end: CommandEnd,
  { running: { output } }: ShellProcess,
  floodBytes: number,
): readonly Text[] => [
  ...(end.why === 'flood' ? [floodNotice(floodBytes)] : []),
  ...(end.leftovers && end.why === 'exit' ? [says('leftovers')] : []),
  ...(output.spillError ? [says('notSaved', { why: output.spillError })] : []),
]

/** Calls at most every {@link PROGRESS_MS}, and never for output that came and went before the first was due. */
const throttle = (report: () => void) => {
  let timer: NodeJS.Timeout | undefined
  return {
    touch: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        report()
      }, PROGRESS_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

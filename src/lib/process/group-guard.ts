import type { ChildProcess } from 'node:child_process'
import { ownerDigits } from './owner-digits.ts'
import { type GroupLeader, type GroupMarks, STARTED, STARTING } from './spawn-group.ts'
import { WATCH_SCRIPT, watchHead } from './watch-script.ts'

/** The variable that all processes below this program carry; the last of its words is the program's own. */
export const RUN_VARIABLE = 'CAPSTAN_RUN_ID'

export interface GuardOptions {
  /** Unlike that of any other program that runs. */
  readonly id: string
  /** What is around this program already, when another one of its kind started it. */
  readonly outer?: string | undefined
}

/**
 * Sees to it that no process group outlives this program, even when it is killed: a small shell, started before the
 * first group, learns of each and hears when this end of its pipe is gone. Release it at an orderly end, when everything
 * has been ended already.
 */
export class GroupGuard {
  readonly #options: GuardOptions
  readonly #groups = new Set<number>()
  #watch: ChildProcess | undefined

  constructor(options: GuardOptions) {
    this.#options = options
    STARTING.subscribe(this.#onStarting)
    STARTED.subscribe(this.#onStarted)
  }

  release(): void {
    STARTING.unsubscribe(this.#onStarting)
    STARTED.unsubscribe(this.#onStarted)
    this.#watch?.stdin?.end('bye\n')
    this.#watch = undefined
  }

  readonly #onStarting = (start: unknown): void => {
    const { id, outer } = this.#options
    const marks = start as GroupMarks
    marks.variables = { [RUN_VARIABLE]: outer === undefined ? id : `${outer} ${id}` }
    marks.owner = id
    this.#watch ??= this.#start()
  }

  readonly #onStarted = (started: unknown): void => {
    const child = started as GroupLeader
    const { pid } = child
    if (pid === undefined) return
    this.#groups.add(pid)
    this.#watch?.stdin?.write(`+${pid}\n`)
    child.once('exit', () => {
      this.#groups.delete(pid)
      this.#watch?.stdin?.write(`-${pid}\n`)
    })
  }

  /** One that somebody ended is replaced when the next group starts. */
  #start(): ChildProcess {
    const { id } = this.#options
    const { spawn } = process.getBuiltinModule('node:child_process')
    const watch = spawn('/bin/sh', ['-c', WATCH_SCRIPT, 'capstan-watch'], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    const gone = (): void => {
      if (this.#watch === watch) this.#watch = undefined
    }
    watch.once('error', gone)
    watch.once('exit', gone)
    watch.stdin.on('error', gone)
    watch.unref()
    // As long as it waits for this program, this program must not wait for it.
    ;(watch.stdin as unknown as { unref?(): void }).unref?.()
    watch.stdin.write(watchHead({ id, limitPrefix: ownerDigits(id) }))
    for (const group of this.#groups) watch.stdin.write(`+${group}\n`)
    return watch
  }
}

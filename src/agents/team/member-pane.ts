import { rmSync } from 'node:fs'
import { errorText } from '../../lib/error-text.ts'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import type { BackgroundEnd } from '../../protocol/agents/background-work.ts'
import { agentText } from '../../protocol/messages/engine/agents.ts'
import { failedBy, type MemberProcess, type MemberStart, startProcess } from './member-process.ts'

/** Until it has said that it is there: is its pane? */
const LOOK_MS = 500

/**
 * A member in a pane of the terminal multiplexer that the leader runs in. Where there is no room for one it works in a
 * process without a screen.
 */
export const startPane = async (
  start: MemberStart & { readonly beside?: string | undefined },
  name: string,
): Promise<MemberProcess> => {
  const { env } = start
  const tmux = (args: readonly string[]): Promise<string> => run(args, env)
  try {
    const pane = await split(start, tmux)
    await tmux(['select-pane', '-t', pane, '-T', name]).catch(() => '')
    return inPane(pane, { path: start.path, tmux })
  } catch {
    // No room, or no such program any more.
    return startProcess(start)
  }
}

type Tmux = (args: readonly string[]) => Promise<string>

/** The first beside the leader, the others below each other: the leader keeps its width. */
const split = async (
  { command, env, cwd, path, beside }: MemberStart & { readonly beside?: string | undefined },
  tmux: Tmux,
): Promise<string> => {
  const at = beside ?? env['TMUX_PANE']
  const where = at === undefined ? [] : ['-t', at]
  const words = [...command, path].map(quoted).join(' ')
  const how = beside === undefined ? '-h' : '-v'
  const said = await tmux(['split-window', how, '-d', '-P', '-F', '#{pane_id}', ...where, '-c', cwd, words])
  const pane = said.trim()
  if (!/^%\d+$/.test(pane)) throw new Error(`tmux answered ${pane.slice(0, 80)}`)
  return pane
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

const inPane = (
  pane: string,
  { path, tmux }: { readonly path: string; readonly tmux: Tmux },
): MemberProcess => {
  const over = Promise.withResolvers<BackgroundEnd>()
  let pid: number | undefined
  let left = false
  const looks = setInterval(() => {
    void tmux(['list-panes', '-a', '-F', '#{pane_id}']).then(
      all => all.split('\n').includes(pane) || end(),
      () => end(),
    )
  }, LOOK_MS)
  const end = (): void => {
    clearInterval(looks)
    rmSync(path, { force: true })
    over.resolve(
      left
        ? { status: 'completed', exitCode: 0 }
        : failedBy(agentText(pid === undefined ? 'pane_closed_early' : 'pane_closed')),
    )
  }
  // The pane of one whose terminal is set to stay is closed as well.
  void over.promise.then(() => tmux(['kill-pane', '-t', pane]).catch(() => ''))
  return {
    ended: over.promise,
    pane,
    kill(signal) {
      if (pid !== undefined) signalTo(pid, signal)
      if (pid === undefined || signal === 'SIGKILL')
        void tmux(['kill-pane', '-t', pane]).then(
          () => end(),
          () => end(),
        )
    },
    heard(word) {
      if (word.pid !== undefined) {
        pid = word.pid
        clearInterval(looks)
      }
      if (word.left) left = true
      if (word.closed) end()
    },
  }
}

const signalTo = (pid: number, signal: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const run = async (args: readonly string[], env: MemberStart['env']): Promise<string> => {
  const child = spawnGroup('tmux', args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    said += piece
  })
  const over = Promise.withResolvers<string>()
  child.once('error', error => over.reject(new Error(errorText(error))))
  child.once('close', code =>
    code === 0 ? over.resolve(said) : over.reject(new Error(`tmux ended with ${code}`)),
  )
  return await over.promise
}

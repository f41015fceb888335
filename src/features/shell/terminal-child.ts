import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import type { CommandChild, CommandStart } from '../../lib/process/running-command.ts'
import { guardGroup } from '../../lib/process/spawn-group.ts'
import type { OpenPty, Pty, PtyExit } from '../../lib/pty/open-pty.ts'
import { createScreenReader, type ScreenReader } from '../../lib/pty/read-screen.ts'
import type { TerminalSeat } from '../../protocol/tools/person-terminal.ts'

/** More than this that nobody has read yet, and the program waits. */
const MOST_WAITING = 4 * 1024 ** 2

/**
 * What starts a command at somebody's terminal. All it prints is shown there; its output, for everybody else, comes when
 * it has ended: the end of its screen, without what was typed.
 */
export const terminalSpawn = async (
  open: OpenPty,
  seat: TerminalSeat,
): Promise<(start: CommandStart) => CommandChild> => {
  const screen = await createScreenReader(seat.size())
  return ({ file, args, cwd, env }) => {
    const held = { reading: false }
    const pty = open({ file, args, cwd, env, ...seat.size() }, bytes => {
      seat.write(bytes)
      screen.printed(bytes)
      if (screen.waiting > MOST_WAITING) void holdUntilRead(pty, screen, held)
    })
    const child = new TerminalChild(pty.pid)
    guardGroup(child)
    seat.onInput(bytes => {
      if (!pty.write(bytes)) return false
      screen.typed(bytes)
      return true
    })
    seat.onResize(() => {
      pty.resize(seat.size())
      screen.resize(seat.size())
    })
    void pty.exited.then(async end => {
      await screen.read()
      seat.write(screen.restore())
      child.end(end, screen.text())
    })
    return child
  }
}

const holdUntilRead = async (pty: Pty, screen: ScreenReader, held: { reading: boolean }): Promise<void> => {
  if (held.reading) return
  held.reading = true
  pty.pause()
  await screen.read()
  pty.resume()
  held.reading = false
}

class TerminalChild extends EventEmitter implements CommandChild {
  readonly pid: number
  readonly stdout = new PassThrough()
  readonly stderr = null
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null

  constructor(pid: number) {
    super()
    this.pid = pid
  }

  end({ code, signal }: PtyExit, output: string): void {
    this.exitCode = code
    this.signalCode = signal as NodeJS.Signals | null
    this.stdout.end(output)
    this.emit('exit', code, signal)
  }
}

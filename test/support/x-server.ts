import { type ChildProcess, spawn } from 'node:child_process'

/** A screen without a monitor, and programs on it. */
export interface XServer extends AsyncDisposable {
  readonly display: string
  /** Starts a program there. */
  start(program: string, args: readonly string[]): ChildProcess
}

const SIZE = { width: 1_600, height: 1_000 }

/** Takes whichever display is free, and says so once it is ready. */
export const startXServer = async (): Promise<XServer> => {
  const screen = `${SIZE.width}x${SIZE.height}x24`
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ready = server.stdio[3]
  const number = await new Promise<string>((resolve, reject) => {
    let said = ''
    ready?.on('data', (piece: Buffer) => {
      said += piece.toString()
      if (said.includes('\n')) resolve(said.trim())
    })
    server.once('error', reject)
    server.once('exit', code => reject(new Error(`Xvfb ended with ${code}`)))
  })
  const programs: ChildProcess[] = []
  const display = `:${number}`
  return {
    display,
    start(program, args) {
      const child = spawn(program, args, {
        env: { PATH: process.env['PATH'], HOME: '/tmp', DISPLAY: display, LC_ALL: 'C.UTF-8' },
        stdio: 'ignore',
      })
      programs.push(child)
      return child
    },
    async [Symbol.asyncDispose]() {
      const ended = new Promise(resolve => server.once('exit', resolve))
      for (const each of programs) each.kill('SIGKILL')
      server.kill('SIGKILL')
      await ended
    },
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { ADVICE, reportMissing, SKIPPED_ONLY } from './report-missing.ts'

export const NATS_SERVER = 'nats-server'
/** Only a failure ever takes so long. */
const LONGEST_START_MS = 120_000

/** Whether there is a NATS server to test with; one line says when not, and where it must be that is a failure. */
export const hasNats = (): boolean => {
  const { stdout } = spawnSync(NATS_SERVER, ['--version'], { encoding: 'utf8' })
  return stdout?.startsWith(NATS_SERVER) || reportMissing(NATS_SERVER, ADVICE, SKIPPED_ONLY)
}

export interface NatsServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
  /** Without a chance to do anything about it. */
  kill(): Promise<void>
  /** The same port and the same store. */
  restart(): Promise<void>
}

/** A server with JetStream on this machine, with a store of its own. */
export const startNats = async (args: readonly string[] = []): Promise<NatsServer> => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-nats-')))
  let child: ChildProcess
  const start = async (at: number): Promise<number> => {
    const options = ['-a', '127.0.0.1', '-p', String(at), '-js', '-sd', home, '--ports_file_dir', home]
    child = spawn(NATS_SERVER, [...options, ...args], { stdio: 'ignore' })
    const ports = join(home, `nats-server_${child.pid}.ports`)
    const read = (): { readonly nats: readonly string[] } => JSON.parse(readFileSync(ports, 'utf8'))
    try {
      const { nats } = await vi.waitFor(read, { timeout: LONGEST_START_MS, interval: 10 })
      return Number(new URL(nats[0] ?? '').port)
    } catch (error) {
      await kill()
      throw error
    }
  }
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const endIt = (): unknown => child.kill('SIGKILL')
  process.once('exit', endIt)
  const port = await start(-1).catch(error => {
    process.off('exit', endIt)
    rmSync(home, { recursive: true, force: true })
    throw error
  })
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    kill,
    async restart() {
      await kill()
      await start(port)
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', endIt)
      await kill()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

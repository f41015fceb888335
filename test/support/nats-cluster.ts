import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NATS_SERVER } from './nats-server.ts'

export interface NatsCluster extends AsyncDisposable {
  readonly ports: readonly number[]
  kill(index: number): Promise<void>
  start(index: number): void
}

const freePorts = async (count: number): Promise<readonly number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(server => once(server, 'listening')))
  const ports = servers.map(server => (server.address() as { readonly port: number }).port)
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports
}

/** Servers with JetStream that keep each message together; each has a store of its own. */
export const startCluster = async (size: number): Promise<NatsCluster> => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-cluster-')))
  const all = await freePorts(2 * size)
  const [ports, routes] = [all.slice(0, size), all.slice(size)]
  const children: (ChildProcess | undefined)[] = []
  const start = (index: number): void => {
    const others = routes.filter((_, other) => other !== index).map(port => `nats://127.0.0.1:${port}`)
    const name = `s${index}`
    children[index] = spawn(
      NATS_SERVER,
      [
        ...['-a', '127.0.0.1', '-p', String(ports[index]), '-js', '-sd', join(home, name), '-n', name],
        ...(size > 1
          ? [
              '--cluster_name',
              'c',
              '--cluster',
              `nats://127.0.0.1:${routes[index]}`,
              '--routes',
              others.join(','),
            ]
          : []),
      ],
      { stdio: 'ignore' },
    )
  }
  const kill = async (index: number): Promise<void> => {
    const child = children[index]
    children[index] = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const endAll = (): void => {
    for (const child of children) child?.kill('SIGKILL')
  }
  process.once('exit', endAll)
  for (let index = 0; index < size; index++) start(index)
  return {
    ports,
    kill,
    start,
    async [Symbol.asyncDispose]() {
      process.off('exit', endAll)
      for (let index = 0; index < size; index++) await kill(index)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

// A program of its own, run with --expose-gc: opens 50 sessions in one host and says what they cost and what they leave.
import { createHook } from 'node:async_hooks'
import fs, { mkdirSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import type { Engine } from '../../src/protocol/engine.ts'

export interface ManySessions {
  readonly open: number
  /** Sockets while all sessions are open and each has asked once. */
  readonly sockets: number
  /** By what is watched, how many watchers there are. */
  readonly watchers: Readonly<Record<string, number>>
  /** Sessions that heard of a broken settings file of their directory. */
  readonly told: number
  readonly megabytesPerSession: number
  /** What is there at the end and was not at the beginning. */
  readonly left: readonly string[]
}

const COUNT = 50
/** What may hold a process or go on by itself. */
const HANDLES = /^(?:Timeout|FSEVENTWRAP|STATWATCHER|TCPWRAP|PIPEWRAP|PROCESSWRAP|FILEHANDLE)$/

const countWatchers = (): Map<string, number> => {
  const open = new Map<string, number>()
  const { watch } = fs
  const counted = (path: string, ...rest: unknown[]): fs.FSWatcher => {
    const watcher = Reflect.apply(watch, fs, [path, ...rest]) as fs.FSWatcher
    open.set(path, (open.get(path) ?? 0) + 1)
    watcher.once('close', () => open.set(path, (open.get(path) ?? 0) - 1))
    return watcher
  }
  Object.assign(fs, { watch: counted })
  // Before anything that imports it by name.
  syncBuiltinESMExports()
  return open
}

const countHandles = (): (() => Map<string, number>) => {
  const live = new Map<number, string>()
  createHook({
    init: (id, type) => void (HANDLES.test(type) && live.set(id, type)),
    destroy: id => void live.delete(id),
  }).enable()
  return () => {
    const counts = new Map<string, number>()
    for (const type of live.values()) counts.set(type, (counts.get(type) ?? 0) + 1)
    return counts
  }
}

const breathe = () => new Promise(resolve => setImmediate(resolve))
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5))
}
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) {
    globalThis.gc?.()
    await breathe()
  }
}
const listeners = (): number =>
  process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)

const ask = async (engine: Engine): Promise<void> => {
  await engine.send({ type: 'submit', content: 'hello' })
  await engine.idle()
}

const main = async (url: string, root: string): Promise<ManySessions> => {
  const watchers = countWatchers()
  const { SessionHost } = await import('../../src/host/host.ts')
  const env = { HOME: root, PATH: process.env['PATH'], ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'k' }
  const directories = ['one', 'two'].map(name => join(root, name))
  for (const directory of directories) mkdirSync(directory)
  const create = () =>
    new SessionHost({
      version: '0',
      bridge: () => ({ command: ['none'], files: [] }),
      releaseNotes: async () => '',
    })
  const told = new Set<Engine>()
  const reading: Promise<void>[] = []
  const openIn = async (host: InstanceType<typeof SessionHost>, cwd: string): Promise<Engine> => {
    const engine = await host.open({
      env,
      cwd,
      session: { kind: 'new' },
      overrides: { trust: true },
      interactive: true,
    })
    const read = async (): Promise<void> => {
      for await (const event of engine.events())
        if (event.type === 'notice' && event.text.includes('settings.json')) told.add(engine)
    }
    reading.push(read())
    return engine
  }
  // Once for what is loaded with the first session and stays.
  const first = create()
  await ask(await openIn(first, root))
  await first[Symbol.asyncDispose]()
  await settle()

  const handles = countHandles()
  const before = { resources: process.getActiveResourcesInfo().sort(), listeners: listeners() }
  const host = create()
  await settle()
  const heapBefore = process.memoryUsage().heapUsed
  for (let at = 0; at < COUNT; at += 1) await ask(await openIn(host, directories[at % 2] ?? root))
  await settle()
  const megabytesPerSession = (process.memoryUsage().heapUsed - heapBefore) / COUNT / 1024 / 1024
  const sockets = handles().get('TCPWRAP') ?? 0
  for (const directory of directories) {
    mkdirSync(join(directory, '.capstan'))
    writeFileSync(join(directory, '.capstan/settings.json'), '{ "model": ')
  }
  await until(() => told.size === COUNT)
  const open = host.sessions().length
  const watched = Object.fromEntries([...watchers].filter(([, count]) => count > 0))

  await host[Symbol.asyncDispose]()
  await Promise.all(reading)
  await settle()
  const unwatched = [...watchers].filter(([, count]) => count > 0).map(([path]) => `watcher of ${path}`)
  const resources = process.getActiveResourcesInfo().sort()
  const left = [
    ...unwatched,
    ...[...handles()].map(([type, count]) => `${count} ${type}`),
    ...(resources.join() === before.resources.join() ? [] : resources),
    ...(listeners() === before.listeners
      ? []
      : [`${listeners() - before.listeners} listeners of the process`]),
    ...host.sessions().map(({ id }) => `session ${id}`),
  ]
  return { open, sockets, watchers: watched, told: told.size, megabytesPerSession, left }
}

const [url = '', root = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await main(url, root)))

// A program of its own, to be killed or to be left without room: several sessions of one host, or two threads of one
// session, talk at the same time; every entry is printed when it is shown.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import type { Engine } from '../../src/protocol/engine.ts'
import type { Event } from '../../src/protocol/event.ts'

/** One entry that somebody was shown, and the session or agent it is of. */
export interface Shown {
  readonly of: string
  readonly uuid: string
  readonly message: unknown
}

export const SESSIONS = ['1', '2', '3'].map(digit => `${digit.repeat(8)}-1234-4234-8234-123456789abc`)
export const AGENTS = ['a1', 'a2']
/** Every other reply calls something. */
export const TALK: Scenario = {
  replies: Array.from({ length: 300 }, (_, at) =>
    at % 3 === 1
      ? { tool: { name: 'Bash', id: `call-${at}`, input: { command: `echo ${at}` } }, chunkMs: 1 }
      : { text: `reply ${at} ${'and more '.repeat(at % 7)}`, chunkMs: 1 },
  ),
}

const print = (of: string, event: Event): void => {
  if (event.type !== 'entry') return
  const { uuid } = event.entry
  const message = 'message' in event.entry ? event.entry.message : undefined
  process.stdout.write(`${JSON.stringify({ of, uuid, message } satisfies Shown)}\n`)
}

const environmentAt = (url: string, root: string) => ({
  HOME: root,
  PATH: process.env['PATH'],
  CAPSTAN_CONFIG_DIR: process.env['CAPSTAN_CONFIG_DIR'],
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'k',
})

/** A host with all the sessions, new or as they were left. */
export const openSessions = async (at: { url: string; root: string; config: string }, isNew: boolean) => {
  const { SessionHost } = await import('../../src/host/host.ts')
  const host = new SessionHost({
    version: '0',
    bridge: () => ({ command: ['none'], files: [] }),
    releaseNotes: async () => '',
  })
  const engines = new Map<string, Engine>()
  for (const id of SESSIONS) {
    const cwd = join(at.root, id === SESSIONS[0] ? 'one' : 'two')
    mkdirSync(cwd, { recursive: true })
    const engine = await host.open({
      env: { ...environmentAt(at.url, at.root), CAPSTAN_CONFIG_DIR: at.config },
      cwd,
      session: isNew ? { kind: 'new', id } : { kind: 'resume', which: id },
      overrides: { trust: true, allowedTools: ['Bash(echo *)'] },
    })
    engines.set(id, engine)
  }
  return Object.assign(host, { engines })
}

const talkInSessions = async (url: string, root: string, rounds: number): Promise<void> => {
  const config = process.env['CAPSTAN_CONFIG_DIR'] ?? join(root, 'config')
  await using host = await openSessions({ url, root, config }, true)
  const talk = async ([id, engine]: [string, Engine]): Promise<void> => {
    const events = engine.events()
    const reading = (async () => {
      for await (const event of events) print(id, event)
    })()
    for (let round = 0; round < rounds; round += 1) {
      await engine.send({ type: 'submit', content: `question ${round} of ${id}` })
      await engine.idle()
    }
    await events[Symbol.asyncDispose]()
    await reading
  }
  await Promise.all([...host.engines].map(talk))
}

const talkInThreads = async (): Promise<void> => {
  const { openWorld } = await import('./open-threads.ts')
  const { world, parts } = await openWorld({ scenario: TALK })
  process.stdout.write(`${JSON.stringify({ config: world.configHome, dir: world.dir })}\n`)
  const talk = async (id: string): Promise<void> => {
    const thread = await parts.openThread({ agent: { id, name: id, toolUseId: `toolu_${id}` } })
    for (let round = 0; ; round += 1)
      for await (const event of thread.run(`question ${round} of ${id}`, new AbortController().signal))
        print(id, event)
  }
  await Promise.all(AGENTS.map(talk))
}

if (process.argv[1] === import.meta.filename) {
  const [mode, url = '', root = '', rounds = '1000'] = process.argv.slice(2)
  await (mode === 'threads' ? talkInThreads() : talkInSessions(url, root, Number(rounds)))
}

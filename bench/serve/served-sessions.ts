import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { ServerFrame } from '../../src/protocol/serve/wire.ts'
import { clock } from '../clock.ts'
import { startServer } from '../server-process.ts'
import { percentile } from '../statistics.ts'
import { judge, type Row } from '../table.ts'
import type { TokenNotice, TokenOrder } from './token-server.ts'

const SESSIONS = 50
const CLIENTS = 2
/** Sessions one of whose further clients never reads. */
const STALLED = 5

/** `capstan serve` with a home of its own. */
interface Served extends AsyncDisposable {
  readonly url: string
  readonly token: string
  memoryMb(): number
  open(): Promise<string>
}

const startServed = async (root: string, modelUrl: string): Promise<Served> => {
  const home = mkdtempSync(join(tmpdir(), 'capstan-serve-'))
  const child: ChildProcess = spawn(join(root, 'bin', 'capstan'), ['serve', '--port', '0'], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_API_KEY: 'sk-x' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      said += piece
      const found = /is at (\S+)\n/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.on('exit', code => reject(new Error(`capstan serve ended with ${code}`)))
  })
  const token = readFileSync(join(home, '.capstan/serve/token'), 'utf8').trim()
  return {
    url,
    token,
    memoryMb() {
      const [, kb = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      return Number(kb) / 1024
    },
    async open() {
      const answer = await fetch(`${url}/api/v1/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      })
      return ((await answer.json()) as { readonly session: { readonly id: string } }).session.id
    },
    async [Symbol.asyncDispose]() {
      const gone = new Promise(resolve => child.on('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(home, { recursive: true, force: true })
    },
  }
}

interface Follower {
  readonly socket: WebSocket
  readonly delays: number[]
  /** It heard the end of its turn, after every event before it in order. */
  readonly done: Promise<void>
}

const follow = (served: Served, id: string): Promise<Follower> =>
  new Promise((resolve, reject) => {
    const address = `${served.url.replace('http', 'ws')}/api/v1/sessions/${id}/events`
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${served.token}` } })
    const delays: number[] = []
    const done = Promise.withResolvers<void>()
    let seq = 0
    socket.on('error', reject)
    socket.on('message', data => {
      const now = clock()
      const frame = JSON.parse(String(data)) as ServerFrame
      if (frame.kind === 'hello') {
        seq = frame.seq
        resolve({ socket, delays, done: done.promise })
      }
      if (frame.kind !== 'event') return
      if (frame.seq !== ++seq) done.reject(new Error(`event ${frame.seq} came instead of ${seq}`))
      const sent = sentAt(frame.event)
      if (sent !== undefined) delays.push(now - sent)
      if (frame.event.type === 'turn_ended') done.resolve()
    })
    socket.on('close', code => done.reject(new Error(`closed with ${code}`)))
    // Most end without anybody waiting.
    done.promise.catch(() => {})
  })

const sentAt = (event: Extract<ServerFrame, { readonly kind: 'event' }>['event']): number | undefined => {
  if (event.type !== 'stream') return undefined
  const delta = event.event['delta'] as { readonly text?: string } | undefined
  return delta?.text === undefined ? undefined : Number(delta.text)
}

const load = async (served: Served, ids: readonly string[]): Promise<readonly number[]> => {
  const followers = await Promise.all(
    ids.flatMap(id => Array.from({ length: CLIENTS }, () => follow(served, id))),
  )
  for (const id of ids.slice(0, STALLED)) (await follow(served, id)).socket.pause()
  for (const [at, id] of ids.entries()) {
    const op = { type: 'submit', content: 'go' }
    followers[at * CLIENTS]?.socket.send(JSON.stringify({ kind: 'op', id: `go-${id}`, op }))
  }
  await Promise.all(followers.map(({ done }) => done))
  for (const { socket } of followers) socket.terminate()
  return followers.flatMap(({ delays }) => delays)
}

/** Many sessions in one server, all of them speaking at once. */
export const servedSessions = {
  name: 'served sessions',
  async take({ root }: { readonly root: string }): Promise<readonly Row[]> {
    await using model = startServer<TokenNotice>(new URL('./token-server.ts', import.meta.url))
    const { port } = await model.notice('listening')
    await using served = await startServed(root, `http://127.0.0.1:${port}`)
    const first = await served.open()
    const before = served.memoryMb()
    const ids = [first]
    for (let at = 1; at < SESSIONS; at++) ids.push(await served.open())
    const each = (served.memoryMb() - before) / (SESSIONS - 1)
    model.send({ expect: SESSIONS } satisfies TokenOrder)
    const delays = await load(served, ids)
    const after = (served.memoryMb() - before) / SESSIONS
    const late = percentile(delays, 0.99)
    const row = (what: string, ours: string): Row => ({
      what,
      ours,
      floor: '',
      ratio: '',
      target: '',
      verdict: '–',
    })
    return [
      {
        ...row(
          `${SESSIONS} sessions in \`serve\`, 50 tokens/s, ${CLIENTS} clients each: 99 of 100 events`,
          `${late.toFixed(1)} ms`,
        ),
        target: '≤ 50 ms',
        verdict: judge(late, 50),
      },
      row('the same, half of the events', `${percentile(delays, 0.5).toFixed(1)} ms`),
      {
        ...row(
          'the same, memory of each idle session: opened, and after its turn',
          `${each.toFixed(1)}, ${after.toFixed(1)} MB`,
        ),
        target: '≤ 6 MB',
        verdict: judge(Math.max(each, after), 6),
      },
    ]
  },
}

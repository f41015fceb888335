import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { clock } from './clock.ts'
import { callBlock, endReply, textReply } from './reply-events.ts'
import { median } from './statistics.ts'
import type { Workspace } from './workspace.ts'

/** What a session of many turns of a person did to the process that runs it. */
export interface LongSessionGrowth {
  /** The resident set around the last turn beside that around turn 100. */
  readonly memory: number
  /** Likewise the time of a turn. */
  readonly time: number
  readonly compactions: number
}

const CALLS = 5
const EARLY = 100
const AROUND = 50
const SAMPLE_EVERY = 5

/** Turns of a prompt, five reads and an answer each; the conversation is summed up whenever the window is full. */
export const runLongLife = async (
  command: string,
  space: Workspace,
  turns: number,
): Promise<LongSessionGrowth> => {
  const model = await serveTurns(space)
  const program = startHost(command, space, model.url)
  const times: number[] = []
  const memory: { readonly turn: number; readonly kb: number }[] = []
  try {
    for (let turn = 0; turn < turns; turn++) {
      const began = clock()
      await program.ask(`prompt ${turn}`)
      times.push(clock() - began)
      if (turn % SAMPLE_EVERY === 0) memory.push({ turn, kb: residentKb(program.pid) })
    }
  } finally {
    await program.end()
    model.server.close()
  }
  const near = (turn: number): number =>
    median(memory.filter(taken => Math.abs(taken.turn - turn) <= AROUND).map(taken => taken.kb))
  return {
    memory: near(turns - AROUND) / near(EARLY),
    time: median(times.slice(-2 * AROUND)) / median(times.slice(EARLY - AROUND, EARLY + AROUND)),
    compactions: model.compactions(),
  }
}

const residentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

interface TurnModel {
  readonly url: string
  readonly server: Server
  compactions(): number
}

/** Answers from the end of the request alone: parsing a long conversation would cost more than the turn. */
const serveTurns = async ({ project }: Workspace): Promise<TurnModel> => {
  let requests = 0
  let compactions = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const next = nextCall(body.subarray(-TAIL_BYTES).toString('utf8'))
      if (next === 'summary') compactions++
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(withUsage(replyTo(next, requests++, project), body.length))
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, server, compactions: () => compactions }
}

const TAIL_BYTES = 2_000

type Next = { readonly turn: number; readonly call: number } | 'answer' | 'summary'

const nextCall = (tail: string): Next => {
  if (tail.includes('<summary>')) return 'summary'
  const last = tail.slice(tail.lastIndexOf('{"role":"user"'))
  const results = [...last.matchAll(/"tool_use_id":"call_(\d+)_(\d+)"/g)]
  const result = results.at(-1)
  if (result) {
    const call = Number(result[2]) + 1
    return call < CALLS ? { turn: Number(result[1]), call } : 'answer'
  }
  const prompt = /"text":"prompt (\d+)"/.exec(last) ?? /"content":"prompt (\d+)"/.exec(last)
  return prompt ? { turn: Number(prompt[1]), call: 0 } : 'answer'
}

const replyTo = (next: Next, n: number, project: string): string => {
  if (typeof next === 'string') return textReply(n, next === 'answer' ? 'Done.' : 'A summary of it all.')
  const { turn, call } = next
  const file_path = join(project, 'small', `${(turn * CALLS + call) % FILES}.txt`)
  const begun = textReply(n, '').split('event: content_block_start')[0] ?? ''
  const block = callBlock(n, 0, { name: 'Read', input: { file_path } })
  return begun + block.replace(`toolu_${n}_0`, `call_${turn}_${call}`) + endReply('tool_use')
}

/** Files the workspace must hold. */
export const FILES = 1_000

/** As many tokens as a request of so many bytes has, about: the program must see the window fill up. */
const withUsage = (reply: string, bytes: number): string =>
  reply.replaceAll('"input_tokens":100', `"input_tokens":${Math.ceil(bytes / 4)}`)

interface Host {
  readonly pid: number
  /** Resolves when the turn is over; rejects when it failed. */
  ask(prompt: string): Promise<void>
  end(): Promise<void>
}

const startHost = (command: string, { project, home }: Workspace, url: string): Host => {
  const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json']
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    CAPSTAN_CONFIG_DIR: join(home, 'config'),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'bench',
  }
  const child = spawn(command, args, { cwd: project, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const results = resultsOf(child)
  return {
    pid: child.pid ?? -1,
    async ask(prompt) {
      child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: prompt } })}\n`)
      const result = await results()
      if (!result.includes('"is_error":false')) throw new Error(`"${prompt}" failed: ${result.slice(0, 500)}`)
    },
    async end() {
      const gone = new Promise<void>(resolve => {
        child.on('close', () => resolve())
      })
      child.stdin.end()
      await gone
    },
  }
}

/** The next result line each time it is asked. */
const resultsOf = (child: ChildProcess): (() => Promise<string>) => {
  const ready: string[] = []
  let waiting: { resolve(line: string): void; reject(error: Error): void } | undefined
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', line => {
      if (!line.startsWith('{"type":"result"')) return
      if (waiting) waiting.resolve(line)
      else ready.push(line)
      waiting = undefined
    })
  child.on('close', code => waiting?.reject(new Error(`the program ended with ${code}`)))
  return () =>
    new Promise((resolve, reject) => {
      const line = ready.shift()
      if (line !== undefined) resolve(line)
      else waiting = { resolve, reject }
    })
}

// The model of the benchmark: a process of its own that plays one plan after the other and notes when things happened.
// It does as little as possible between a request and its reply, so that its own work is not what is measured.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { clock } from './clock.ts'
import type { Exchange, Notice, Observed, Order, Plan, PlannedReply } from './plan.ts'
import { beginCall, beginReply, callBlock, callId, endReply, isOfEarlierRun, textReply } from './reply-events.ts'

interface Play {
  readonly plan: Plan
  /** Prepared before the run: nothing is put together while the clock runs. */
  readonly bodies: readonly string[]
  readonly exchanges: Exchange[]
  pid?: number
  cpuAtFirst?: number | undefined
  cpuAtLast?: number | undefined
  lastBody: Buffer[]
}

const wholeReply = (reply: PlannedReply, n: number): string =>
  beginReply(n) + reply.calls.map((call, i) => callBlock(n, i, call)).join('') + endReply('tool_use')

const startPlay = (plan: Plan): Play => ({
  plan,
  bodies: plan.map(wholeReply),
  exchanges: [],
  lastBody: [],
})

/** All threads of a process, in nanosecond steps. */
const cpuOf = (pid: number): number | undefined => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const spent = threads.map(id =>
      Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
    )
    return spent.reduce((sum, ns) => sum + ns, 0) / 1e6
  } catch {
    return undefined // no such system, or the program has gone
  }
}

const answer = (play: Play, response: ServerResponse, arrived: number): void => {
  const n = play.exchanges.length
  const reply = play.plan[n]
  if (play.pid !== undefined && n === 0) play.cpuAtFirst = cpuOf(play.pid)
  if (play.pid !== undefined && n === play.plan.length) play.cpuAtLast = cpuOf(play.pid)
  const began = clock()
  const finish = (rest: string) => {
    const at = play.exchanges.length
    // Noted again when the system has taken it: the next request cannot have been read before that.
    play.exchanges.push({ arrived, began, ended: clock() })
    response.end(rest, () => {
      play.exchanges[at] = { arrived, began, ended: clock() }
    })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_${n}` })
  const [first] = reply?.calls ?? []
  if (reply?.writtenMs !== undefined && first) {
    const begun = beginReply(n) + beginCall(n, 0, first)
    response.write(begun)
    setTimeout(() => finish((play.bodies[n] ?? '').slice(begun.length)), reply.writtenMs)
  } else if (reply?.everyMs === undefined) finish(play.bodies[n] ?? textReply(n, 'Done.'))
  else streamSlowly(reply, { n, everyMs: reply.everyMs, response, finish })
}

const streamSlowly = (
  reply: PlannedReply,
  to: { n: number; everyMs: number; response: ServerResponse; finish: (rest: string) => void },
): void => {
  const { n, everyMs, response, finish } = to
  response.write(beginReply(n))
  reply.calls.forEach((call, i) => {
    const last = i === reply.calls.length - 1
    const text = callBlock(n, i, call)
    setTimeout(() => (last ? finish(text + endReply('tool_use')) : response.write(text)), (i + 1) * everyMs)
  })
}

const receive = (play: Play, request: IncomingMessage, response: ServerResponse): void => {
  const arrived = clock()
  const body: Buffer[] = []
  request.on('data', chunk => body.push(chunk))
  request.on('end', () => {
    play.lastBody = body
    answer(play, response, arrived)
  })
}

interface SentResult {
  readonly type: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  readonly content?: unknown
}

/** The last request carries the whole conversation: every call must have its result, in order, and none may be an error. */
const findFaults = (play: Play): string[] => {
  const expected = play.plan.flatMap((reply, n) => reply.calls.map((_, i) => callId(n, i)))
  if (play.exchanges.length !== play.plan.length + 1)
    return [`${play.exchanges.length} requests instead of ${play.plan.length + 1}`]
  const { messages } = JSON.parse(Buffer.concat(play.lastBody).toString()) as {
    messages: { content: string | SentResult[] }[]
  }
  const results = messages
    .flatMap(message => (typeof message.content === 'string' ? [] : message.content))
    .filter(block => block.type === 'tool_result' && !isOfEarlierRun(block.tool_use_id))
  const faults = results
    .filter(result => result.is_error)
    .map(result => `${result.tool_use_id} failed: ${JSON.stringify(result.content).slice(0, 200)}`)
  const ids = results.map(result => result.tool_use_id)
  if (ids.join() !== expected.join()) faults.push(`results ${ids.join()} instead of ${expected.join()}`)
  return faults.slice(0, 5)
}

const observe = (play: Play): Observed => ({
  exchanges: play.exchanges,
  faults: findFaults(play),
  lastRequestBytes: play.lastBody.reduce((sum, chunk) => sum + chunk.length, 0),
  ...(play.cpuAtFirst === undefined || play.cpuAtLast === undefined
    ? {}
    : { cpuMs: play.cpuAtLast - play.cpuAtFirst }),
})

const serve = (tell: (notice: Notice) => void): void => {
  let play = startPlay([])
  const server = createServer((request, response) => receive(play, request, response))
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address) tell({ type: 'listening', port: address.port })
  })
  process.on('message', (order: Order) => {
    if (order.type === 'watch') play.pid = order.pid
    else if (order.type === 'report') tell({ type: 'observed', observed: observe(play) })
    else {
      play = startPlay(order.plan)
      tell({ type: 'playing' })
    }
  })
  process.on('disconnect', () => process.exit())
}

serve(notice => process.send?.(notice))

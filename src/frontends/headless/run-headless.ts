import { statSync } from 'node:fs'
import { type EndSignal, endSignalOf, signalCode } from '../../lib/process/signal-code.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { ServerHost } from '../../protocol/extensions/server.ts'
import { HostError } from '../../protocol/host.ts'
import { OpError } from '../../protocol/op.ts'
import { OutputError } from '../../protocol/system-error.ts'
import type { CostState } from '../../protocol/usage.ts'
import { Conversation } from './conversation.ts'
import { EventPump } from './event-pump.ts'
import type { HeadlessRun, HeadlessStart } from './headless-options.ts'
import { HookCallbacks } from './hook-callbacks.ts'
import type { HostLines } from './host-lines.ts'
import { LineWriter } from './line-writer.ts'
import { PermissionPrompts } from './permission-prompts.ts'
import { createPrinter, type Printer } from './printer.ts'
import { refusedResult } from './result-message.ts'
import { SdkServers } from './sdk-servers.ts'
import { WireError } from './wire-error.ts'
import type { WireSchema } from './wire-schema.ts'

/** Runs one conversation without a screen and resolves with the exit code. What was opened stays the caller's to end. */
export const runHeadless = async (start: HeadlessStart): Promise<number> => {
  const lines = start.options.inputFormat === 'stream-json' ? await hostLines(start) : undefined
  if (typeof lines === 'number') return lines
  const startedAt = start.now()
  for (;;) {
    const servers = new SdkServers(start.ids)
    const engine = await opened(start, servers, lines)
    const code = await converse(
      { ...start, engine, servers, startedAt, promptSuggestions: suggests(start, lines) },
      lines,
    )
    if (code !== 'reopen') return code
    // What the host says about itself came late, and nothing was said in it yet.
    await engine[Symbol.asyncDispose]()
  }
}

/** What keeps a session from being opened is told to a host that asked for it as a result, too. */
const opened = async (
  start: HeadlessStart,
  servers: SdkServers,
  lines: HostLines | undefined,
): Promise<Engine> => {
  try {
    return await start.open(lines?.initialize, lines && reachOf(servers, lines))
  } catch (error) {
    if (lines && error instanceof HostError && isTold(start, error)) {
      const result = refusedResult(error.localized, NO_COST, { uuid: start.ids(), sessionId: '' })
      await start.io.write(`${JSON.stringify({ ...result, startup_failure_reason: error.kind })}\n`)
    }
    throw error
  }
}

/** A host tells a resume that was refused by these words from one that failed. */
const isTold = ({ options }: HeadlessStart, { message }: HostError): boolean =>
  options.startupFailureResults === true || message.startsWith('Resume rejected by ')

const suggests = ({ options }: HeadlessStart, lines: HostLines | undefined): boolean =>
  (options.promptSuggestions || lines?.initialize?.promptSuggestions) ?? false

/** Who only sends prompts knows nothing of questions of servers. */
const reachOf = (servers: SdkServers, { isDriver }: HostLines): ServerHost => {
  const { sdkServer, sdkListen, elicit } = servers
  return isDriver ? { sdkServer, sdkListen, elicit } : { sdkServer, sdkListen }
}

/** The input once the host has said something, or the exit code when it is stopped before. */
const hostLines = async (start: HeadlessStart): Promise<HostLines | number> => {
  const schema = loadSchema()
  const { HostLines } = await import('./host-lines.ts')
  const lines = new HostLines(start, await schema)
  const over = new AbortController()
  const stop = await Promise.race([lines.first(), signalled(start.io.signal, over.signal)])
  over.abort()
  return stop ? signalCode(stop) : lines
}

const loadSchema = async (): Promise<WireSchema> => (await import('./wire-schema.ts')).loadWireSchema()

const NO_COST: CostState = {
  totalCostUSD: 0,
  unpricedModels: [],
  apiDurationMs: 0,
  apiDurationWithoutRetriesMs: 0,
  toolDurationMs: 0,
  linesAdded: 0,
  linesRemoved: 0,
  modelUsage: {},
}

const converse = async (run: HeadlessRun, lines: HostLines | undefined): Promise<number | 'reopen'> => {
  const parts = await assemble(run, lines)
  const over = new AbortController()
  const { pump, conversation, printer } = parts
  try {
    const end = await Promise.race([
      finishWork(run, parts, over.signal),
      pump.ended.then(() => 'ended' as const),
      signalled(run.io.signal, over.signal),
    ])
    if (end === 'reopen') return 'reopen'
    const isStopped = end !== 'done' && end !== 'ended'
    if (isStopped) await stopTurn(run, parts)
    await pump.drained()
    // A host also hears of what the end of its session brings about.
    if (lines) await run.engine[Symbol.asyncDispose]()
    await pump.drained()
    await conversation.end()
    await printer.end()
    if (isStopped) return signalCode(end)
    if (conversation.exitCode !== undefined) return conversation.exitCode
    if (run.options.inputFormat === 'stream-json') return 0
    run.io.writeError('The run ended without a result.')
    return 1
  } catch (error) {
    const output = error instanceof OutputError ? error : undefined
    if (!output) throw error
    // Nobody reads any more: the run ends as any program does whose pipe was closed.
    if (output.gone) return signalCode('SIGPIPE')
    run.io.writeError(output.message)
    return 1
  } finally {
    over.abort()
    await pump[Symbol.asyncDispose]()
  }
}

interface Parts {
  readonly writer: LineWriter
  readonly printer: Printer
  readonly prompts: PermissionPrompts
  readonly callbacks: HookCallbacks
  readonly conversation: Conversation
  readonly pump: EventPump
  readonly lines: HostLines | undefined
}

const assemble = async (run: HeadlessRun, lines: HostLines | undefined): Promise<Parts> => {
  const { engine, options, io, ids } = run
  const writer = new LineWriter(async text => {
    try {
      await io.write(text)
    } catch (error) {
      throw error instanceof OutputError ? error : new OutputError(error)
    }
  })
  const printer = createPrinter(options, writer, run)
  const { permissionPromptTool: tool } = options
  const schema = lines?.schema ?? (tool === undefined ? undefined : await loadSchema())
  const prompts = new PermissionPrompts({
    engine,
    send: tool === 'stdio' ? message => writer.line(message) : undefined,
    tool: tool === 'stdio' ? undefined : tool,
    parse: answer => schema?.parsePermissionAnswer(answer) ?? { ok: false, error: 'nobody was asked' },
    allowBypass: options.allowBypass,
    ids,
  })
  if (lines) run.servers.attach(message => writer.line(message))
  const { sessionId, transcriptPath } = await engine.query('state')
  const callbacks = new HookCallbacks(engine, lines ? message => writer.line(message) : undefined)
  const conversation = new Conversation(run, sessionId, { printer, prompts, callbacks })
  if (options.sessionMirror && transcriptPath !== undefined)
    conversation.mirror(transcriptPath, statSync(transcriptPath, { throwIfNoEntry: false })?.size ?? 0)
  const pump = new EventPump(engine, event => conversation.handle(event))
  return { writer, printer, prompts, callbacks, conversation, pump, lines }
}

/** Feeds the input to the engine and waits until it has nothing left to do. */
const finishWork = async (run: HeadlessRun, parts: Parts, over: AbortSignal): Promise<'done' | 'reopen'> => {
  const { engine, options } = run
  const { conversation, prompts, callbacks, lines } = parts
  try {
    if (lines !== undefined) {
      const { serveHost } = await import('./host-input.ts')
      const desk = { run, conversation, writer: parts.writer, lines, prompts }
      if ((await serveHost({ desk, prompts, callbacks, over })) === 'reopen') return 'reopen'
      await prompts.close()
      await callbacks.close()
      run.servers.close()
    } else await conversation.submit({ content: options.prompt ?? '' })
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    run.io.writeError(error.message)
    await conversation.fail(error.message)
    await stopTurn(run, parts)
    await parts.pump.drained()
    conversation.exitCode = 1
    return 'done'
  }
  await engine.idle()
  await parts.pump.drained()
  const { endRules, endTasks } = await import('./end-tasks.ts')
  await endTasks(engine, over, {
    ...endRules({ ceiling: options.backgroundCeilingMs, grace: options.backgroundCommandMs }),
    // What failed is not taken up again by itself.
    failed: () => conversation.exitCode !== 0,
    drained: () => parts.pump.drained(),
    warn: text => conversation.warn(text),
  })
  if (lines === undefined) await conversation.judgeGoal()
  return 'done'
}

const stopTurn = async (run: HeadlessRun, { prompts, callbacks }: Parts): Promise<void> => {
  try {
    await run.engine.send({ type: 'interrupt', cancelQueued: true, reason: 'signal' })
  } catch (error) {
    // No turn runs: there is nothing to stop.
    if (!(error instanceof OpError)) throw error
  }
  await prompts.close()
  await callbacks.close()
  await run.engine.idle()
}

const signalled = (signal: AbortSignal | undefined, over: AbortSignal): Promise<EndSignal> =>
  new Promise(resolve => {
    const told = (): void => resolve(endSignalOf(signal?.reason))
    if (signal?.aborted) told()
    else signal?.addEventListener('abort', told, { once: true, signal: over })
  })

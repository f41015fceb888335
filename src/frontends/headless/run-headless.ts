import { OpError } from '../../protocol/op.ts'
import { Conversation } from './conversation.ts'
import { endTasks } from './end-tasks.ts'
import { EventPump } from './event-pump.ts'
import type { HeadlessRun } from './headless-options.ts'
import { LineWriter } from './line-writer.ts'
import { PermissionPrompts } from './permission-prompts.ts'
import { createPrinter, type Printer } from './printer.ts'
import { WireError } from './wire-error.ts'

/** Runs one conversation without a screen and resolves with the exit code. The engine stays the caller's to end. */
export const runHeadless = async (run: HeadlessRun): Promise<number> => {
  const parts = await assemble(run)
  const over = new AbortController()
  const { pump, conversation, printer } = parts
  try {
    const end = await Promise.race([
      finishWork(run, parts, over.signal),
      pump.ended.then(() => 'ended' as const),
      signalled(run.io.signal, over.signal),
    ])
    if (end === 'SIGINT' || end === 'SIGTERM') await stopTurn(run, parts)
    await pump.drained()
    await printer.end()
    if (end === 'SIGINT') return 130
    if (end === 'SIGTERM') return 143
    if (conversation.exitCode !== undefined) return conversation.exitCode
    if (run.options.inputFormat === 'stream-json') return 0
    run.io.writeError('The run ended without a result.')
    return 1
  } catch (error) {
    // Nobody reads any more: that is the reader's decision, not a failure.
    if (isBrokenPipe(error)) return 0
    throw error
  } finally {
    over.abort()
    await pump[Symbol.asyncDispose]()
  }
}

interface Parts {
  readonly writer: LineWriter
  readonly printer: Printer
  readonly prompts: PermissionPrompts
  readonly conversation: Conversation
  readonly pump: EventPump
  readonly schema: Promise<typeof import('../../protocol/control/inbound-schema.ts')> | undefined
}

const assemble = async (run: HeadlessRun): Promise<Parts> => {
  const { engine, options, io, ids } = run
  // Only hosts need the schemas; they load while the engine answers.
  const schema =
    options.inputFormat === 'stream-json' ? import('../../protocol/control/inbound-schema.ts') : undefined
  const writer = new LineWriter(text => io.write(text))
  const printer = createPrinter(options, writer, io)
  const hosted = schema !== undefined && options.permissionPromptTool === 'stdio'
  const { parsePermissionAnswer } = (hosted ? await schema : undefined) ?? {}
  const prompts = new PermissionPrompts({
    engine,
    send: hosted ? message => writer.line(message) : undefined,
    parse: answer => parsePermissionAnswer?.(answer) ?? { ok: false, error: 'nobody was asked' },
    allowBypass: options.allowBypass,
    ids,
  })
  const { sessionId } = await engine.query('state')
  const conversation = new Conversation(run, sessionId, { printer, prompts })
  const pump = new EventPump(engine, event => conversation.handle(event))
  return { writer, printer, prompts, conversation, pump, schema }
}

/** Feeds the input to the engine and waits until it has nothing left to do. */
const finishWork = async (run: HeadlessRun, parts: Parts, over: AbortSignal): Promise<'done'> => {
  const { engine, options } = run
  const { conversation, prompts } = parts
  try {
    if (parts.schema !== undefined) {
      const schema = await parts.schema
      const { serveHost } = await import('./host-input.ts')
      const desk = { run, conversation, writer: parts.writer, schema, applied: undefined }
      await serveHost({ desk, prompts, over })
      await prompts.close()
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
  await endTasks(engine, over)
  return 'done'
}

const stopTurn = async (run: HeadlessRun, { prompts }: Parts): Promise<void> => {
  try {
    await run.engine.send({ type: 'interrupt', cancelQueued: true, reason: 'signal' })
  } catch (error) {
    // No turn runs: there is nothing to stop.
    if (!(error instanceof OpError)) throw error
  }
  await prompts.close()
  await run.engine.idle()
}

const signalled = (signal: AbortSignal | undefined, over: AbortSignal): Promise<'SIGINT' | 'SIGTERM'> =>
  new Promise(resolve => {
    const told = (): void => resolve(signal?.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT')
    if (signal?.aborted) told()
    else signal?.addEventListener('abort', told, { once: true, signal: over })
  })

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'EIO' || error.code === 'ERR_STREAM_DESTROYED')

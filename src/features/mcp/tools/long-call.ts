import { appendFileSync } from 'node:fs'
import { AsyncQueue } from '../../../lib/async-queue.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { BackgroundEnd } from '../../../protocol/agents/background-work.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type TaskInfo, type ToolCall, ToolError, type ToolProgress } from '../../../protocol/tool.ts'
import type { ServerOutput } from './result-blocks.ts'
import type { ResultPorts } from './tool-ports.ts'

const says = modelTexts('long_server_call', {
  late: {
    en: 'No answer after {seconds:number} s: the call goes on in the background as task {id}. You are told when it ends, with its result; go on with other work. {stop} ends it.',
    zh: '{seconds:number} 秒后仍无回应：调用作为任务 {id} 在后台继续。结束时会告知你结果；请继续其他工作。{stop} 可终止它。',
  },
  moved: {
    en: 'The user moved the call away: it goes on in the background as task {id}. You are told when it ends, with its result; go on with other work. {stop} ends it.',
    zh: '用户把调用移到了后台：它作为任务 {id} 继续。结束时会告知你结果；请继续其他工作。{stop} 可终止它。',
  },
  notText: { en: '({type}: call the tool again to see it)', zh: '（{type}：再次调用该工具可查看）' },
})

const DEFAULT_MS = 120_000

interface LongCall {
  readonly server: string
  readonly tool: string
  readonly ports: Pick<ResultPorts, 'save' | 'backgroundMs'>
  /** Asks the server; `say` hears how far it is. */
  ask(signal: AbortSignal, say: (text: string) => void): Promise<ServerOutput>
}

/** Waits for a server's answer; when that takes too long, or the person wants so, the call goes on as a task, and the model with other work. */
export async function* runLong(long: LongCall, call: ToolCall): AsyncGenerator<ToolProgress, ServerOutput> {
  const { backgroundMs = DEFAULT_MS } = long.ports
  const progress = new AsyncQueue<ToolProgress>()
  const own = new AbortController()
  const onAbort = (): void => own.abort(call.signal.reason)
  if (call.signal.aborted) onAbort()
  call.signal.addEventListener('abort', onAbort, { once: true })
  let say = (text: string): void => void progress.push({ text })
  const answer = long.ask(own.signal, text => say(text)).finally(() => progress.close())
  // Whoever stops listening leaves the promise to itself.
  answer.catch(() => undefined)
  let moved: { readonly task: TaskInfo; readonly by: 'late' | 'person' } | undefined
  const move = (by: 'late' | 'person'): void => {
    const task = moved ? undefined : handOver(long, call, { answer, stop: () => own.abort() })
    if (!task) return
    moved = { task, by }
    say = text => keep(task.outputFile, text)
    progress.close()
  }
  const late = setTimeout(() => move('late'), backgroundMs)
  const isOff = call.processes.settings?.backgroundOff
  if (backgroundMs === 0 || isOff) clearTimeout(late)
  const stay = isOff ? undefined : call.onBackground?.(() => move('person'))
  try {
    yield* progress
    if (!moved) return await answer
    const stop = `TaskStop {"task_id":"${moved.task.id}"}`
    const about = { id: moved.task.id, stop }
    const said =
      moved.by === 'late'
        ? says('late', { ...about, seconds: Math.round(backgroundMs / 1000) })
        : says('moved', about)
    return movedOutput(moved.task, forModel(said, call.language))
  } finally {
    clearTimeout(late)
    stay?.()
    call.signal.removeEventListener('abort', onAbort)
  }
}

/** `undefined`: it cannot go on by itself, and is waited for. */
const handOver = (
  { server, tool, ports }: LongCall,
  { id, tasks, secrets, language }: ToolCall,
  { answer, stop }: { readonly answer: Promise<ServerOutput>; readonly stop: () => void },
): TaskInfo | undefined => {
  try {
    const outputFile = ports.save('txt', new Uint8Array())
    const ended = answer.then(
      (output): BackgroundEnd => {
        const text = textOf(output, language)
        const result = secrets?.redact(text) ?? text
        keep(outputFile, result)
        return { status: output.isError ? 'failed' : 'completed', result }
      },
      (error: unknown): BackgroundEnd => ({ status: 'failed', reason: errorText(error) }),
    )
    return tasks.add({
      kind: 'monitor',
      description: `MCP call ${server}: ${tool}`,
      hasAnswer: true,
      toolUseId: id,
      outputFile,
      ended,
      async stop() {
        stop()
        await ended
      },
    })
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

const textOf = ({ content }: ServerOutput, language: ToolCall['language']): string =>
  content
    .map(block =>
      block.type === 'text' ? block.text : forModel(says('notText', { type: block.type }), language),
    )
    .join('\n')

const keep = (file: string | undefined, text: string): void => {
  try {
    if (file !== undefined) appendFileSync(file, `${text}\n`)
  } catch {
    // The file is for looking on; the model gets the answer as well.
  }
}

const movedOutput = ({ id, outputFile }: TaskInfo, text: string): ServerOutput => ({
  content: [{ type: 'text', text }],
  isError: false,
  backgroundTaskId: id,
  ...(outputFile === undefined ? {} : { persistedOutputPath: outputFile }),
})

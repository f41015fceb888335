import { createHash, type Hash } from 'node:crypto'
import type { CachePrint } from '../../../protocol/cache.ts'
import { cacheText } from '../../../protocol/messages/host/cache.ts'
import type { ApiMessage, ModelRequest } from '../../../protocol/model.ts'
import { optionsText, type Parting } from './compare-requests.ts'

type Contents = Pick<CachePrint, 'model' | 'options' | 'system' | 'tools' | 'messages'>

/** Takes the print of a request that goes on from the one before at the cost of what is new. */
export const createPrinter = (): ((request: ModelRequest) => Contents) => {
  const known = new WeakMap<object, string>()
  const remembered = <T extends object>(value: T, text: (value: T) => string): string => {
    const before = known.get(value)
    if (before !== undefined) return before
    const hash = hashOf(text(value))
    known.set(value, hash)
    return hash
  }
  let run: { readonly messages: ApiMessage[]; readonly hash: Hash } = freshRun()
  return request => {
    const settled = request.messages.slice(0, -1)
    if (!run.messages.every((message, at) => message === settled[at])) run = freshRun()
    for (const message of settled.slice(run.messages.length)) {
      run.hash.update(messageText(message))
      run.messages.push(message)
    }
    const last = request.messages.at(-1)
    return {
      model: request.model,
      options: optionsText(request),
      system: request.system.map(part => remembered(part, ({ text }) => text)),
      tools: request.tools.map(tool => remembered(tool, toolText)),
      messages: {
        count: request.messages.length,
        settled: run.hash.copy().digest('base64'),
        last: last ? hashOf(messageText(last)) : '',
      },
    }
  }
}

/** Where a request parts from one that only its print is left of. */
export const compareWithPrint = (print: CachePrint, now: ModelRequest): Parting | undefined => {
  const own = createPrinter()({ ...now, messages: now.messages.slice(0, print.messages.count) })
  if (print.model !== own.model) return { area: 'model', detail: `${print.model} → ${own.model}` }
  if (print.options !== own.options) return { area: 'options', detail: `${print.options} → ${own.options}` }
  const tool = firstChanged(print.tools, own.tools)
  if (tool !== undefined) return { area: 'tools', detail: now.tools[tool]?.name ?? cacheText('one_gone') }
  const part = firstChanged(print.system, own.system)
  if (part !== undefined) return { area: 'system', detail: cacheText('part_number', { part: part + 1 }) }
  const { messages } = own
  if (messages.count < print.messages.count || messages.settled !== print.messages.settled)
    return { area: 'messages', detail: cacheText('within_first', { count: print.messages.count }) }
  return undefined
}

const firstChanged = (old: readonly string[], now: readonly string[]): number | undefined => {
  const at = old.findIndex((hash, index) => hash !== now[index])
  if (at !== -1) return at
  return now.length > old.length ? old.length : undefined
}

const freshRun = (): { readonly messages: ApiMessage[]; readonly hash: Hash } => ({
  messages: [],
  hash: createHash('sha1'),
})

const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64')

const toolText = ({ name, description, input_schema }: ModelRequest['tools'][number]): string =>
  JSON.stringify([name, description, input_schema])

const messageText = (message: ApiMessage): string => JSON.stringify([message.role, message.content])

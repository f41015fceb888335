import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { counted } from '../../../lib/text/counted.ts'
import type { Command } from '../../../protocol/command.ts'
import { type Message, plainText } from '../../../protocol/message.ts'
import { helpAnswer } from '../../../protocol/messages/commands/help.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

const LAST_MESSAGES = 6
const MAX_CHARS = 2_000

export const feedbackCommand: Command = {
  ...described('feedback', ['bug']),
  group: 'help',
  headless: true,
  beside: true,
  async run(args, { engine, place, redact, ownerOnly }) {
    ownerOnly()
    if (args === '') throw new OpError(helpAnswer('feedback_usage'))
    if (place.configHome === undefined) throw new OpError(helpAnswer('nowhere_to_write'))
    const [state, history, cost] = await Promise.all([
      engine.query('state'),
      engine.query('history'),
      engine.query('cost'),
    ])
    const report = await redact(
      [
        '# Feedback',
        '',
        args,
        '',
        `- capstan ${place.version}, node ${process.version}, ${process.platform} ${process.arch}`,
        `- model ${state.model}, mode ${state.mode}${state.effort === undefined ? '' : `, effort ${state.effort}`}`,
        `- session ${state.sessionId}; ${counted(history.length, 'message')}, $${cost.totalCostUSD.toFixed(2)}`,
        '',
        '## The last messages',
        ...history.slice(-LAST_MESSAGES).map(messageText),
        '',
      ].join('\n'),
    )
    const directory = join(place.configHome, 'feedback')
    const path = join(directory, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.md`)
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeFile(path, report, { mode: 0o600 })
    return shown(helpAnswer('feedback_written', { path }))
  },
}

const messageText = (message: Message): string => {
  if (message.type !== 'user' && message.type !== 'assistant') return `\n### ${message.type}`
  const { content } = message.message
  const text = typeof content === 'string' ? content : plainText(content)
  const kinds = typeof content === 'string' ? [] : content.map(({ type }) => type)
  return `\n### ${message.type} (${kinds.join(', ') || 'text'})\n\n${text.slice(0, MAX_CHARS)}`
}

export const heapdumpCommand: Command = {
  ...described('heapdump'),
  group: 'help',
  headless: true,
  beside: true,
  destructive: true,
  async run(_, { place, ownerOnly }) {
    ownerOnly()
    const { writeHeapSnapshot } = await import('node:v8')
    const directory = place.configHome === undefined ? tmpdir() : join(place.configHome, 'debug')
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const path = writeHeapSnapshot(join(directory, `heap-${Date.now()}.heapsnapshot`))
    const { heapUsed, rss } = process.memoryUsage()
    return shown(helpAnswer('heap_written', { path, heap: megabytes(heapUsed), all: megabytes(rss) }))
  },
}

const megabytes = (bytes: number): string => String(Math.round(bytes / 1024 / 1024))

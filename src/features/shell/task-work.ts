import type { CommandEnd } from '../../lib/process/running-command.ts'
import { stripAnsi } from '../../lib/strip-ansi.ts'
import type { TaskWork, WorkEnd } from '../../protocol/agents/task-work.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { ShellHost } from './shell-host.ts'
import type { ShellProcess } from './shell-process.ts'

const says = modelTexts('command_output', {
  flood: {
    en: 'The command was ended because it printed more than {size}.',
    zh: '命令因输出超过 {size} 而被终止。',
  },
})

export const floodNotice = (bytes: number): LocalizedText => says('flood', { size: sizeOf(bytes) })

const sizeOf = (bytes: number): string =>
  bytes >= 1024 ** 2 ? `${Math.round(bytes / 1024 ** 2)} MiB` : `${bytes} bytes`

/** A running command as background work: it takes the command over, to its end and what remains of it. */
export const taskWork = (
  host: ShellHost,
  started: ShellProcess,
  about: {
    readonly command: string
    readonly description?: string | undefined
    readonly toolUseId?: string | undefined
    readonly quiet?: boolean | undefined
  },
): TaskWork => {
  const outputFile = started.save()
  return {
    kind: 'shell',
    command: about.command,
    description: about.description || about.command,
    outputFile,
    ...(about.quiet ? { quiet: true } : {}),
    ...(about.toolUseId === undefined ? {} : { toolUseId: about.toolUseId }),
    ended: started.ended
      .then(
        end => {
          const output = started.running.output.text()
          const flood = end.why === 'flood' ? [floodNotice(host.limits.floodBytes)] : []
          for (const notice of [...flood, ...started.leave({ code: end.code, output })])
            host.options.tasks.notify(notice)
          return { ...workEnd(end), ...(end.why === 'abort' ? {} : { printed: lastOf(output) }) }
        },
        (): WorkEnd => ({ status: 'failed' }),
      )
      .finally(started.close),
    async stop() {
      await started.running.stop('abort', host.limits.abortGraceMs)
    },
    onOutput: listener => started.running.onOutput(listener),
  }
}

const MOST_PRINTED = 1_500

/** Whole lines at its end; most commands print no more. */
const lastOf = (output: string): string => {
  const text = stripAnsi(output).replaceAll('\r\n', '\n').trim()
  if (text.length <= MOST_PRINTED) return text
  const end = text.slice(-MOST_PRINTED)
  return `[…]\n${end.slice(end.indexOf('\n') + 1)}`
}

const workEnd = (end: CommandEnd): WorkEnd => {
  if (end.why === 'abort') return { status: 'stopped' }
  if (end.code === null) return { status: 'failed' }
  return { status: end.code === 0 && end.why === 'exit' ? 'completed' : 'failed', exitCode: end.code }
}

import type { Command } from '../../../protocol/command.ts'
import { grouped } from '../columns.ts'

export const debugCommand: Command = {
  name: 'debug',
  description: 'Show where to look when something goes wrong, or have it looked into',
  argumentHint: '[what goes wrong]',
  group: 'help',
  headless: true,
  beside: true,
  async run(args, { engine, place }) {
    const [{ sessionId, transcriptPath, running }, queue, tasks] = await Promise.all([
      engine.query('state'),
      engine.query('queue'),
      engine.query('tasks'),
    ])
    const { rss, heapUsed } = process.memoryUsage()
    const lines = [
      `capstan ${place.version}, node ${process.version}, ${process.platform} ${process.arch}`,
      `Session: ${sessionId}${transcriptPath === undefined ? '' : `, in ${transcriptPath}`}`,
      `Turn: ${running ? 'running' : 'none'}; ${queue.length} queued, ${tasks.length} background tasks`,
      `Memory: ${megabytes(rss)} MB, ${megabytes(heapUsed)} MB of it in use`,
      place.logs
        ? `Log: ${place.configHome ?? '~/.capstan'}/debug/${sessionId}.txt`
        : 'Nothing is logged. Start with --debug to write a log, or check the session with capstan sessions verify.',
    ]
    if (args !== '') return { kind: 'submit', text: promptFor(args, lines.join('\n')) }
    return { kind: 'shown', text: lines.join('\n') }
  },
}

const promptFor = (
  what: string,
  facts: string,
): string => `Something goes wrong in this session of Capstan: ${what}

${facts}

Find out why. Read the end of the log first (search it for "error", "failed" and for the words of the problem), then the session file, then the settings and hooks in force; \`capstan doctor\` checks the installation. Quote the lines that show the cause. Change nothing without asking.

Answer: what happens, why, what to do about it, and what you are not sure of. If nothing is logged, say how to reproduce it with --debug.`

const megabytes = (bytes: number): string => grouped(bytes / 1024 / 1024)

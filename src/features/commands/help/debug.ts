import { grouped } from '../../../lib/text/columns.ts'
import type { Command } from '../../../protocol/command.ts'
import { helpAnswer } from '../../../protocol/messages/commands/help.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const debugCommand: Command = {
  ...described('debug'),
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
    const facts = lines([
      `capstan ${place.version}, node ${process.version}, ${process.platform} ${process.arch}`,
      transcriptPath === undefined
        ? helpAnswer('session', { id: sessionId })
        : helpAnswer('session_in', { id: sessionId, file: transcriptPath }),
      helpAnswer(running ? 'turn_running' : 'turn_none', { queued: queue.length, tasks: tasks.length }),
      helpAnswer('memory', { all: megabytes(rss), used: megabytes(heapUsed) }),
      place.logs
        ? helpAnswer('log', { file: `${place.configHome ?? '~/.capstan'}/debug/${sessionId}.txt` })
        : helpAnswer('nothing_logged'),
    ])
    return args === '' ? shown(facts) : { kind: 'submit', text: promptFor(args, facts.text) }
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

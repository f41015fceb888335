import type { Command } from '../../protocol/command.ts'
import { grouped } from './columns.ts'

export const debugCommand: Command = {
  name: 'debug',
  description: 'Show where to look when something goes wrong',
  group: 'help',
  headless: true,
  beside: true,
  async run(_, { engine, place }) {
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
    return { kind: 'shown', text: lines.join('\n') }
  },
}

const megabytes = (bytes: number): string => grouped(bytes / 1024 / 1024)

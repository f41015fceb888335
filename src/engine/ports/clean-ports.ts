import type { SessionSecrets } from '../../features/secrets/session-secrets.ts'
import type { BackgroundEnd } from '../../protocol/agents/background-work.ts'
import type { BackgroundTasks } from '../../protocol/agents/task-work.ts'
import type { Processes, Tasks } from '../../protocol/tool.ts'

/** What tools say on their own account, between results, is redacted like a result. */
export const withCleanNotes = (tasks: Tasks, secrets: Pick<SessionSecrets, 'redact'>): Tasks => ({
  list: () => tasks.list(),
  get: id => tasks.get(id),
  output: (id, want) => tasks.output(id, want),
  stop: id => tasks.stop(id),
  watch: (id, onLine, onEnd) => tasks.watch(id, onLine, onEnd),
  notify: (text, options) => tasks.notify(secrets.redact(text), options),
  add: work => tasks.add({ ...work, ended: work.ended.then(end => redactedEnd(end, secrets)) }),
})

const redactedEnd = (end: BackgroundEnd, secrets: Pick<SessionSecrets, 'redact'>): BackgroundEnd =>
  end.result === undefined ? end : { ...end, result: secrets.redact(end.result) }

/** What commands say at their end on their own account, the same; nothing is looked for before it can be found. */
export const withCleanEnds = (
  tasks: BackgroundTasks,
  secrets: { clean<T>(value: T): Promise<T> },
): BackgroundTasks => ({
  checkRoom: kind => tasks.checkRoom(kind),
  notify: (text, options) => tasks.notify(text, options),
  add: work => tasks.add({ ...work, ended: work.ended.then(end => cleanEnd(end, secrets)) }),
})

const cleanEnd = async (
  end: BackgroundEnd,
  secrets: { clean<T>(value: T): Promise<T> },
): Promise<BackgroundEnd> =>
  end.printed === undefined ? end : { ...end, printed: await secrets.clean(end.printed) }

/** Of output that did not fit, the file is redacted too, as soon as nobody writes to it any more. */
export const withCleanOutput = <P extends Processes>(
  processes: P,
  secrets: Pick<SessionSecrets, 'redactFile'>,
): P => ({
  ...processes,
  async shell(run) {
    const end = await processes.shell(run)
    if (end.outputFile !== undefined && end.taskId === undefined) secrets.redactFile(end.outputFile)
    return end
  },
})

import { programKind } from '../features/sessions/session-lock.ts'
import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import { LIMIT_ORIGIN } from '../protocol/message.ts'
import { sessionText } from '../protocol/messages/host/sessions.ts'
import { notice } from '../protocol/messages/notice.ts'
import type { SessionWork } from './add-work.ts'
import { TICK_ORIGIN } from './assistant/tick-origin.ts'
import type { RecordNews, RunCheck } from './goal/part.ts'
import { SCHEDULE_ORIGIN } from './schedules/schedule-origin.ts'
import type { SessionHandle } from './session-file/session-handle.ts'
import type { ThreadParts } from './thread.ts'
import type { Submission } from './turn/input-queue.ts'

/** Of a conversation, what works beside it needs. */
export interface Lent {
  readonly thread: ThreadParts
  readonly engine: AsyncDisposable
  emit(event: Event): Promise<void> | undefined
  isRunning(): boolean
  submit(submission: Submission): Promise<void>
  queued(): number
  record(message: Message): Promise<unknown>
}

/** A check may take as long as a build. */
const CHECK_MS = 10 * 60_000

/** From now on what works beside the conversation can speak in it. */
export const connectConversation = (
  {
    schedules,
    goal,
    ruleChecks,
    assistant,
    limits,
    workflows,
  }: Omit<SessionWork, 'ports' | 'member' | 'claims'>,
  { thread, isRunning, submit, queued, record, ...lent }: Lent,
): void => {
  const { runtime, session } = thread.config
  followTakeOver(session, lent, lent.engine)
  const { tasks } = thread.session.shared
  schedules.lend({
    isBusy: isRunning,
    waiting: () => (queued() > 0 ? 'message' : tasks.hasNotes ? 'task' : undefined),
    // Only what the person themselves put into a loop is taken as a command.
    say: async ({ schedule, prompt, frame }) =>
      await submit({
        type: 'submit',
        content: prompt,
        uuid: runtime.newId(),
        when: 'end',
        from: { kind: SCHEDULE_ORIGIN, frame },
        ...(schedule.kind === 'loop' ? {} : { isMeta: true }),
      }),
  })
  assistant.lend({
    isBusy: isRunning,
    tick: async text =>
      await submit({
        type: 'submit',
        content: text,
        uuid: runtime.newId(),
        when: 'end',
        isMeta: true,
        from: { kind: TICK_ORIGIN, frame: said => said },
      }),
  })
  limits.lend({
    isBusy: isRunning,
    goOn: async text =>
      await submit({
        type: 'submit',
        content: text,
        uuid: runtime.newId(),
        when: 'end',
        isMeta: true,
        from: { kind: LIMIT_ORIGIN, frame: said => said },
      }),
  })
  const checkOf =
    (of: 'goal' | 'rule', title: string): RunCheck =>
    async (command, signal) => {
      const { CommandDenied, runStepCommand } = await import('./calls/run-step-command.ts')
      try {
        return await runStepCommand(thread, { command, env: {}, title, timeoutMs: CHECK_MS, of }, signal)
      } catch (error) {
        if (error instanceof CommandDenied) return { denied: error.message }
        throw error
      }
    }
  const noted: RecordNews = async attachment => {
    const place = { uuid: runtime.newId(), timestamp: runtime.now().toISOString() }
    const { secrets } = thread.session.shared
    await record({ type: 'attachment', ...place, attachment: await secrets.clean(attachment) })
  }
  goal.lend(checkOf('goal', 'Check whether the goal is reached'), noted)
  const checkRule = checkOf('rule', 'Check a rule of the instruction files')
  ruleChecks.lend(async (rule, signal) => await checkRule(rule.check.command, signal), noted)
  workflows.lend({
    async shell(run, signal) {
      const { runStepCommand } = await import('./calls/run-step-command.ts')
      return await runStepCommand(thread, run, signal)
    },
    async whyUnreadable(path, authority) {
      const { whyUnreadable } = await import('./workflows/judge-script.ts')
      return await whyUnreadable(thread, path, authority)
    },
  })
}

/** Another process goes on with a session: whoever shows it hears why, its screen closes, and it ends as at any other end. */
const followTakeOver = (
  session: Pick<SessionHandle, 'whenWanted'>,
  events: { emit(event: Event): Promise<void> | undefined },
  engine: AsyncDisposable,
): void =>
  session.whenWanted?.(async ({ pid, kind }) => {
    const values = { program: programKind(kind), pid: String(pid) }
    await events.emit(notice('warning', sessionText('taken_over', values)))
    await events.emit({ type: 'ui_request', request: { kind: 'exit', because: 'taken_over' } })
    await engine[Symbol.asyncDispose]()
  })

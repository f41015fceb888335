import { turnText } from '../../protocol/messages/engine/turn.ts'
import { messageFields } from '../../protocol/messages/localized-text.ts'
import type { PermissionAnswer, PermissionDenial, PermissionRequest } from '../../protocol/permission.ts'
import { type Terminal, TurnStop } from '../../protocol/transition.ts'
import type { ThreadParts } from '../thread.ts'
import type { Fork } from '../turn/ask-beside.ts'
import type { CallDeps } from './call-runner.ts'
import { createDenialWatch } from './denial-watch.ts'
import { judgeWithin } from './judge-within.ts'
import type { LastReply } from './last-reply.ts'
import { personPorts } from './person-ports.ts'
import { ProgressGuard } from './progress-guard.ts'
import type { ReadyThread } from './script/ready-thread.ts'
import { createToolHooks } from './tool-hooks.ts'
import type { TurnOptions } from './turn-options.ts'

/** Answers that do not fit the schema, before the turn gives up. */
const MAX_STRUCTURED_MISSES = 5

/** What the calls of a turn leave behind for its report. */
export interface TurnYield {
  readonly last: LastReply
  readonly denials: PermissionDenial[]
  /** The structured answer, once it was given. */
  answer?: unknown
}

/** What every call of a turn works with. */
export const assembleCalls = (
  { thread, controller }: TurnOptions,
  left: TurnYield,
  { fork, ready }: { readonly fork?: Fork; readonly ready?: ReadyThread } = {},
): CallDeps => {
  const { config, live, ports, gate, session, emit } = thread
  const stopTurn = (terminal: Terminal): void => {
    if (!controller.signal.aborted) controller.abort(new TurnStop(terminal))
  }
  const shown = personPorts(thread)
  const watch = createDenialWatch({
    canAsk: config.permissions.canAsk,
    onLimit: localized =>
      left.last.announce({ kind: 'permission_denied_limit', message: localized.text, localized }),
  })
  const deps: CallDeps = {
    // A tool may come while the turn runs.
    tools: thread.tools,
    toolset: thread.toolset,
    results: thread.results,
    secrets: ports.secrets,
    ...(config.prompt.promptLanguage ? { language: config.prompt.promptLanguage } : {}),
    ...(config.tools.structured ? { structuredTool: config.tools.structured } : {}),
    maxParallel: config.limits.maxParallelTools,
    policy: gate.policy,
    judge: judgeWithin(gate, thread.toolList),
    placesOf: gate.permissions.placesOf,
    ...createToolHooks(thread.hooks, ports.history.recheck),
    ...(config.permissions.canAsk
      ? {
          ask: askFor(thread),
          details: async asked => (await import('./request-details.ts')).requestDetails(thread)(asked),
          ...tryingFirst(thread),
        }
      : {}),
    review: async (asked, signal) => (watch.isOver ? undefined : await thread.review.decide(asked, signal)),
    // What was meant for a script is over with it.
    grant: updates => session.settings.grant(updates.filter(({ destination }) => destination !== 'script')),
    newId: config.runtime.newId,
    mayDefer: !config.wake && thread.agent === undefined,
    cwd: () => live.cwd,
    call: (id, how) => ({
      ...ports.call(id, how),
      conversation: thread.context,
      skills: thread.skills.port(),
      ...(fork ? { advisor: thread.advice(fork) } : {}),
      scripts: {
        whyNot: async path =>
          await (await import('./script/may-run-file.ts')).whyNotFile(thread.config, path),
        run: async wish =>
          await (await import('./script/run-script-here.ts')).runScriptHere({ thread, deps, ready }, wish),
      },
      ...shown(how.secrets),
    }),
    watch: (call, run) => ports.history.watch({ ...call, heard: ports.findings.changed }, run),
    ...structuredAnswer(left, stopTurn, config.limits.structuredRetries),
    stopTurn,
    last: left.last,
    interrupt: () => controller.abort(),
    ...bookkeeping(thread, left, watch),
    emit: event => void emit(event),
    guard: new ProgressGuard(),
    temporary: config.session.path === undefined ? undefined : [config.place.env['TMPDIR'] ?? ''],
    elapsed: config.runtime.elapsed,
    log: line => config.runtime.log?.(line),
  }
  return deps
}

const tryingFirst = (thread: ThreadParts): Pick<CallDeps, 'tryFirst'> => {
  const { tryFirst } = thread.session
  if (!tryFirst) return {}
  return { tryFirst: async (asked, run, signal) => (await tryFirst()).for(thread)(asked, run, signal) }
}

/** Whoever answers is told which agent asks; who does not look on is told that something is asked. */
const askFor =
  (thread: ThreadParts): NonNullable<CallDeps['ask']> =>
  async (request, signal) => {
    const { session, agent } = thread
    const asked = agent ? { ...request, agent } : request
    const message = `Capstan needs your permission to use ${request.toolName}`
    const settle = session.notifications.asked({ message, ...(agent ? { agent: true } : {}) })
    const endRelay = session.channels?.relay(asked, thread.live.mode)
    try {
      const answer = await askSomebody(thread, asked, signal)
      if (answer?.behavior !== 'allow' || !answer.hunks) return answer
      const { takeHunks } = await import('./take-hunks.ts')
      return await takeHunks(thread, asked, answer)
    } finally {
      settle()
      endRelay?.()
    }
  }

/** In the person's editor as well, where it shows the change. */
const askSomebody = async (
  thread: ThreadParts,
  asked: PermissionRequest,
  signal: AbortSignal,
): Promise<PermissionAnswer | undefined> => {
  const { session, config } = thread
  if (session.editor.shows(asked)) {
    const { askInEditor } = await import('./ask-in-editor.ts')
    return await askInEditor(thread, asked, signal)
  }
  const { questionMs } = config
  if (questionMs === undefined || !config.tools.toolsIn?.('questions').includes(asked.toolName))
    return await session.desk.ask(asked, signal)
  const within = AbortSignal.any([signal, AbortSignal.timeout(questionMs)])
  const answer = await session.desk.ask(asked, within)
  // Nobody was there: the tool itself says what that means.
  return answer ?? (signal.aborted ? undefined : { behavior: 'allow', updatedInput: asked.input })
}

type StopTurn = CallDeps['stopTurn']

const structuredAnswer = (
  left: TurnYield,
  stopTurn: StopTurn,
  most = MAX_STRUCTURED_MISSES,
): Pick<CallDeps, 'onStructured' | 'onStructuredMiss'> => {
  let misses = 0
  return {
    onStructured(output) {
      left.answer = (output as { readonly structured_output: unknown }).structured_output
    },
    onStructuredMiss() {
      misses += 1
      if (misses < most) return
      const text = turnText('structured_answers_failed', { count: misses })
      stopTurn({ kind: 'structured_output_failed', ...messageFields(text) })
    },
  }
}

const bookkeeping = (
  { session, agent, live, emit }: ThreadParts,
  left: TurnYield,
  watch: ReturnType<typeof createDenialWatch>,
): Pick<CallDeps, 'onDecided' | 'onDenied' | 'onRan'> => ({
  onDecided: decision => session.config.watch?.decided(decision),
  onDenied(denial, decision) {
    left.denials.push(denial)
    if (agent) session.agentDenials.push(denial)
    const warning = watch.denied(denial)
    const { type: reasonType, text: message, localized } = decision.because
    void emit({
      type: 'permission_denied',
      toolName: denial.tool_name,
      toolUseId: denial.tool_use_id,
      reasonType,
      message,
      localized,
    })
    return warning
  },
  onRan(work) {
    watch.ran()
    const lines = linesOf(work.output)
    session.purse.accounts.bookTool({ durationMs: work.durationMs, ...lines })
    const { linesAdded: added, linesRemoved: removed } = lines
    if (added + removed > 0) session.config.watch?.wrote({ added, removed, model: live.model })
  },
})

/** Lines a change added and removed, from any output that carries a structured patch; all of a file that is new. */
const linesOf = (output: unknown): { readonly linesAdded: number; readonly linesRemoved: number } => {
  const { structuredPatch, type, content } = (output ?? {}) as Readonly<Record<string, unknown>>
  if (type === 'create' && typeof content === 'string')
    return { linesAdded: linesIn(content), linesRemoved: 0 }
  let linesAdded = 0
  let linesRemoved = 0
  const hunks = Array.isArray(structuredPatch)
    ? (structuredPatch as { readonly lines?: readonly string[] }[])
    : []
  for (const hunk of hunks)
    for (const line of hunk.lines ?? []) {
      if (line.startsWith('+')) linesAdded += 1
      if (line.startsWith('-')) linesRemoved += 1
    }
  return { linesAdded, linesRemoved }
}

/** The line end at its end closes the last one. */
const linesIn = (text: string): number => {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    count += 1
  return count
}

import type { Journal } from '../../../features/script/journal.ts'
import type { ScriptCall } from '../../../lib/script-engine/messages.ts'
import type { ScriptThread } from '../../../lib/script-engine/script-thread.ts'
import { Turns } from '../../../lib/work/in-steps.ts'
import type { PermissionRequest, PermissionUpdate, Rule } from '../../../protocol/permission.ts'
import type { ScriptAsking } from '../../../protocol/tools/script-call.ts'
import type { Toolbox } from '../../options/toolbox.ts'
import type { ThreadParts } from '../../thread.ts'
import { cutShort } from '../call-effects.ts'
import type { CallDeps } from '../call-runner.ts'
import { createToolHooks } from '../tool-hooks.ts'
import type { CallLog } from './call-log.ts'

export interface ScriptEnvironment {
  readonly thread: ThreadParts
  /** Of the turn that the script belongs to. */
  readonly deps: CallDeps
  /** Begun while the script was being written; absent: nobody saw it coming. */
  readonly ready?: { take(): Promise<ScriptThread | undefined> | undefined } | undefined
}

/** Working with such an input is a step of its own. */
export const LARGE_CHARS = 64 * 1024

interface ScriptFacts {
  /** The call of the script. */
  readonly parent: string
  readonly code: string
  readonly log: CallLog
  /** Of one result. */
  readonly maxChars: number
  readonly journal: Journal | undefined
}

/** The same way in for every call: what differs is who is told of it, and where its result goes. */
export const scriptDeps = (
  { thread, deps }: ScriptEnvironment,
  { parent, code, log, maxChars, journal }: ScriptFacts,
): { readonly deps: CallDeps; onCall(id: string, asked: ScriptCall, tool: string): void } => {
  const { structuredTool: _, ask, ...rest } = deps
  const apart = thread.ports.files.apart(journal)
  const granted: Rule[] = []
  let editsAccepted = false
  const asking = new Map<string, ScriptAsking>()
  const turns = new Turns()
  let isLarge = false
  const { watch, ...told } = journal ? noted(deps, parent, journal) : deps
  return {
    onCall(id, { id: call, line, json }, tool) {
      isLarge ||= json.length > LARGE_CHARS
      // It is counted already.
      const before = log.before(tool) - 1
      asking.set(id, { code, call, before, ...(line === undefined ? {} : { line }) })
    },
    deps: {
      ...rest,
      ...createToolHooks(thread.hooks, thread.ports.history.recheck, parent),
      mayDefer: false,
      emit: told.emit,
      // What was decided about, what is done with and what is told of something large are steps of their own.
      async watch(facts, run) {
        if (!isLarge) return await watch(facts, run)
        await turns.rest()
        const ran = await watch(facts, run)
        await turns.rest()
        return ran
      },
      tools: () => callable(deps.tools()),
      // Whole: what is too long is cut where it enters the script, and said.
      results: { fit: ({ blocks }) => blocks },
      // A script may well ask the same again and again.
      guard: { observe: () => ({}) },
      call: (id, how) => ({ ...deps.call(id, { ...how, files: apart }), whole: { maxChars } }),
      policy() {
        const policy = deps.policy()
        const mode = editsAccepted && policy.mode === 'default' ? ('acceptEdits' as const) : policy.mode
        return granted.length === 0 && mode === policy.mode
          ? policy
          : { ...policy, mode, rules: [...policy.rules, ...granted] }
      },
      grant(updates) {
        const mine = updates.filter(({ destination }) => destination === 'script')
        editsAccepted ||= mine.some(acceptsEdits)
        granted.push(...mine.flatMap(update => rulesOf(update, thread.config.place.cwd)))
        deps.grant(updates.filter(update => !mine.includes(update)))
      },
      ...(ask
        ? { ask: (request, signal) => ask(fromScript(request, asking.get(request.toolUseId)), signal) }
        : {}),
    },
  }
}

/** Just before a call acts it is written down, with what it is about to do. */
const noted = (deps: CallDeps, parent: string, journal: Journal): Pick<CallDeps, 'watch' | 'emit'> => {
  let acting: Parameters<CallDeps['watch']>[0] | undefined
  return {
    // Between these two nothing else happens: the call is the one that was granted.
    watch: (facts, run) =>
      deps.watch(facts, () => {
        acting = facts
        return run()
      }),
    emit(event) {
      if (event.type === 'tool_started' && acting) {
        const { accesses, readOnly } = acting
        const looks = readOnly || accesses.every(({ kind }) => kind === 'read' || kind === 'search')
        // What says nothing of what it touches may touch anything.
        const look = accesses.length > 0 && looks
        const id = Number(event.toolUseId.slice(parent.length + 1))
        journal.begins({ id, look, effects: look ? [] : cutShort(accesses) })
        acting = undefined
      }
      deps.emit(event)
    },
  }
}

/** What is not for scripts is not offered to them, nor as what may have been meant. */
const callable = (box: Toolbox): Toolbox => {
  const direct = new Set(box.toolsIn?.('direct'))
  return { ...box, specs: box.specs.filter(({ name }) => !direct.has(name) && name !== box.structured?.name) }
}

/** Whoever answers sees which call this is, and what a rule could allow may be allowed for this script alone. */
const fromScript = (request: PermissionRequest, script: ScriptAsking | undefined): PermissionRequest => {
  if (!script) return request
  const { decision, details } = request
  // What may destroy something is asked every time.
  const isSafe = details !== undefined && (details.dangers ?? []).length === 0
  const rest = decision.offer
    .filter(update => isSafe && (isRule(update) || acceptsEdits(update)))
    .map(update => ({ ...update, destination: 'script' as const }))
  const saves = rest.flatMap(update => textsOf(update)).map(rule => ({ rule }))
  return {
    ...request,
    script,
    decision: { ...decision, offer: [...rest, ...decision.offer] },
    ...(details ? { details: { ...details, saves: [...saves, ...details.saves] } } : {}),
  }
}

const isRule = (update: PermissionUpdate): boolean =>
  update.type === 'addRules' && update.behavior === 'allow'

const acceptsEdits = (update: PermissionUpdate): boolean =>
  update.type === 'setMode' && update.mode === 'acceptEdits'

/** What it would save, piece by piece. */
const textsOf = (update: PermissionUpdate): readonly string[] =>
  update.type === 'setMode'
    ? [update.mode]
    : 'rules' in update
      ? update.rules.map(({ toolName, ruleContent }) =>
          ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
        )
      : []

const rulesOf = (update: PermissionUpdate, anchor: string): readonly Rule[] =>
  isRule(update) ? textsOf(update).map(text => ({ text, behavior: 'allow', source: 'session', anchor })) : []

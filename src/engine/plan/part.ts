import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { findProtected } from '../../features/permissions/paths/protected.ts'
import { locatePlan, type PlanLocation } from '../../features/plan/locate-plan.ts'
import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { planText } from '../../protocol/messages/engine/plan.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { PlanMode, PlannedPrompt } from '../../protocol/plan.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Hooks } from '../hooks/part.ts'
import { modeRefused } from '../live/live.ts'
import type { Live } from '../live/state.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { PermissionChoice } from '../permissions/options.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { PlansChoice } from './options.ts'

/** Of the values of a conversation, what is needed here. */
interface PlanConfig {
  readonly place: SessionEnvironment
  readonly session: SessionHandle
  readonly plans?: PlansChoice
  readonly prompt: { readonly promptLanguage?: PromptLanguage }
}

/** Plan mode: where the plan is, what the model has been told, what was approved. */
export interface Plan extends Part {
  readonly port: PlanMode
  /** Real path of the plan, the same for the life of the session. */
  file(): string
  onMode(mode: PermissionMode, before: PermissionMode): void
  /** The mode to go back to. */
  before(): PermissionMode
  /** The same for a model that has forgotten everything. */
  restate(): Promise<readonly Attachment[]>
  /** The file whose words are in that; undefined: none are. */
  restated(): string | undefined
  /** Kinds of commands that were approved with the plan. Never from an earlier run of the session. */
  prompts(): readonly PlannedPrompt[]
}

interface PlanOptions {
  readonly config: PlanConfig
  readonly live: Live
  /** Of somebody who plans beside the conversation. */
  readonly name?: string
  /** Somebody else's plan: it only has to know what it may not do. */
  readonly forAgent?: boolean
  /** Who approves its plan where no person can answer; absent: a person can. */
  approver(): 'leader' | 'nobody' | undefined
  /** The model learns that plan mode is on; says what else it has to know for that. */
  onTold(): string | undefined
  warn(text: LocalizedText): void
}

const PLAN_ON = 'plan_mode'
const PLAN_OFF = 'plan_mode_exit'

/** Said only to who plans, or did. */
const reminders = () => import('../../features/plan/reminders.ts')

interface PlanState {
  /** The mode to go back to. */
  before: PermissionMode
  /** What the model believes. */
  told: boolean
  approved: boolean
  prompts: readonly PlannedPrompt[]
  /** Those of the plan that the person was last asked about. */
  proposed?: readonly PlannedPrompt[]
}

export const createPlan = ({ config, live, name, forAgent, approver, onTold, warn }: PlanOptions): Plan => {
  const language = config.prompt.promptLanguage
  const state: PlanState = { before: 'default', prompts: [], told: false, approved: false }
  let place: PlanLocation | undefined
  const file = (): string => {
    if (!place) {
      place = planPlaceOf(config, name)
      if (place.problem !== undefined) warn(place.problem)
    }
    return place.file
  }
  const now = () => {
    const text = readPlanText(file())
    const { steps } = config.plans ?? {}
    return { file: file(), ...(text === undefined ? {} : { text }), ...(steps ? { steps } : {}) }
  }
  const on = async ({ whole }: { readonly whole: boolean }): Promise<string> => {
    state.told = true
    const { planOnForAgent, planOnText } = await reminders()
    const by = approver()
    const approval = by === undefined ? {} : { approver: by }
    if (forAgent) return planOnForAgent(approval, language)
    return [planOnText({ ...now(), ...approval }, whole, language), onTold()]
      .filter(text => text !== undefined)
      .join('\n')
  }
  const tellNews = async (): Promise<readonly Attachment[]> => {
    if (state.told === (live.mode === 'plan')) return []
    if (live.mode === 'plan') return [{ kind: PLAN_ON, text: await on({ whole: false }) }]
    state.told = false
    // The words of an approved plan are in sight: the model wrote them, or was told what became of them.
    const plan = { file: file(), approved: state.approved }
    const { planOffText } = await reminders()
    return [{ kind: PLAN_OFF, text: planOffText(live.mode, plan, language), approved: state.approved }]
  }
  const port = portOf(state, live, file)
  return {
    port,
    file,
    ...(forAgent || name !== undefined ? {} : { ops: planOps(state, live, { port, warn }) }),
    before: () => state.before,
    onMode(mode, before) {
      if (mode !== 'plan') return
      state.before = before
      state.approved = false
      state.prompts = []
    },
    news: [{ name: 'plan', collect: tellNews }],
    async restate() {
      if (live.mode === 'plan') return [{ kind: PLAN_ON, text: await on({ whole: true }) }]
      state.told = false
      if (!state.approved) return []
      const { planOffText } = await reminders()
      return [
        {
          kind: PLAN_OFF,
          text: planOffText(live.mode, { ...now(), approved: true }, language),
          approved: true,
        },
      ]
    },
    restated: () => (!forAgent && (live.mode === 'plan' || state.approved) ? file() : undefined),
    prompts: () => state.prompts,
    restarted(history, why) {
      // A compaction tells it again; what was approved elsewhere does not count here.
      if (why === 'compaction') return
      // A plan may be carried out in a cleared conversation: what the person approved with it counts there.
      const prompts = why === 'clear' ? state.prompts : []
      Object.assign(state, { prompts, ...toldBefore(history) })
    },
  }
}

const planOps = (
  state: PlanState,
  live: Live,
  { port, warn }: { readonly port: PlanMode } & Pick<PlanOptions, 'warn'>,
): NonNullable<Part['ops']> => ({
  async open_plan({ text }) {
    const { savePlan } = await import('./save-plan.ts')
    const aside = savePlan(port.file, text)
    if (aside !== undefined) warn(planText('kept', { path: aside }))
    if (!port.active) port.enter()
  },
  approve_plan({ mode }) {
    if (!state.proposed || !port.active) throw new OpError(planText('none'))
    const refused = modeRefused(mode, live)
    if (refused !== undefined) throw new OpError(refused)
    live.mode = mode
    port.leave({ prompts: state.proposed })
  },
})

const portOf = (state: PlanState, live: Live, file: () => string): PlanMode => ({
  get active() {
    return live.mode === 'plan'
  },
  get file() {
    return file()
  },
  enter() {
    live.mode = 'plan'
  },
  propose(prompts) {
    state.proposed = prompts
  },
  leave({ prompts, mode = state.before }) {
    delete state.proposed
    state.approved = true
    state.prompts = prompts
    // The result of the call says so: a reminder would only repeat it.
    state.told = false
    // With the yes the person may have chosen a mode already.
    if (live.mode === 'plan')
      live.mode = mode !== 'plan' && modeRefused(mode, live) === undefined ? mode : 'default'
    return live.mode
  },
})

/** What an earlier run of the session told the model. */
const toldBefore = (messages: readonly Message[]): Pick<PlanState, 'told' | 'approved'> => {
  const last = messages.findLast(
    message =>
      (message.type === 'attachment' && [PLAN_ON, PLAN_OFF].includes(message.attachment.kind)) ||
      isApproval(message),
  )
  if (last && isApproval(last)) return { told: false, approved: true }
  if (last?.type !== 'attachment') return { told: false, approved: false }
  return { told: last.attachment.kind === PLAN_ON, approved: last.attachment['approved'] === true }
}

/** The result of a call that left plan mode. */
const isApproval = (message: Message): boolean => {
  const output = message.type === 'user' ? message.toolUseResult : undefined
  return (
    typeof output === 'object' &&
    output !== null &&
    'plan' in output &&
    'filePath' in output &&
    'mode' in output &&
    'isAgent' in output
  )
}

const planPlaceOf = ({ plans, place, session }: PlanConfig, name: string | undefined): PlanLocation => {
  const { cwd, home, caseSensitive } = place
  const places = plans ?? { own: join(place.outputDir, 'plans') }
  return locatePlan(
    { ...places, cwd, home, caseSensitive },
    planName(name === undefined ? session.id : `${session.id} ${name}`),
    findProtected,
  )
}

/** Longer plans are told up to here. */
const MAX_BYTES = 40_000

/** What a plan says; undefined when there is none that can be read. */
const readPlanText = (file: string): string | undefined => {
  let fd: number
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    // Not there, or not ours to read: for the model it is as if there were none.
    return undefined
  }
  try {
    const { size } = fstatSync(fd)
    if (!fstatSync(fd).isFile() || size === 0) return undefined
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES))
    const text = bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0))
    return size > MAX_BYTES ? `${text}\n[cut: the file is longer]` : text
  } finally {
    closeSync(fd)
  }
}

/** Who approves the plan of a thread where no person does; undefined: a person can, or a hook in their place. */
export const planApprover = (
  { canAsk }: Pick<PermissionChoice, 'canAsk'>,
  hooks: Pick<Hooks, 'isSet'>,
  member: TeamMembership | undefined,
): 'nobody' | 'leader' | undefined => {
  if (canAsk || hooks.isSet('PermissionRequest')) return undefined
  return member?.plans === undefined ? 'nobody' : 'leader'
}

const QUALITIES =
  'amber brave brisk calm clear copper crisp deep early even fair fine fleet glad golden green hardy keen kind late level light lively lucid mellow merry mild neat nimble noble open pale patient plain prompt proud quick quiet ready rosy round sharp silver sleek smooth sober solid spare steady still stout strong sunny swift tall tidy true vivid warm wide wise young'.split(
    ' ',
  )
const THINGS =
  'anchor ash badger beacon birch bridge brook canyon cedar cliff clover comet coral crane dawn delta dune eagle ember falcon fern finch fjord forest fox garden grove harbor hare heron hill island ivy juniper kestrel lagoon lantern lark lynx maple meadow mesa moss otter owl pine plover pond quarry raven reef ridge river robin sail spruce stone swan thistle tide valley willow wren'.split(
    ' ',
  )

/**
 * The file name of a session's plan: words a person can say, and enough of a digest that no two sessions share a plan.
 * The same session always has the same name, so a resumed one finds its plan again without anything being stored.
 */
export const planName = (sessionId: string): string => {
  const digest = createHash('sha256').update(sessionId).digest()
  const pick = (words: readonly string[], at: number): string =>
    words[(digest[at] ?? 0) % words.length] ?? 'plan'
  return `${pick(QUALITIES, 0)}-${pick(QUALITIES, 1)}-${pick(THINGS, 2)}-${digest.toString('hex', 3, 9)}.md`
}

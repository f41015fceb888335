import { writeTeamMessage } from '../../protocol/agents/team-message.ts'
import type { PlanAnswer, ProposedPlan, TeamMembership, TeamWork } from '../../protocol/agents/team-work.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { stricterMode } from '../stricter-mode.ts'
import { planText } from './mail-text.ts'
import { leaderEnded } from './plan-feedback.ts'
import { isGenuine, type PlanQuestion, signed } from './signed-message.ts'

const says = modelTexts('plan_approvals', {
  noPlan: {
    en: 'No plan of {to} waits under this request_id.{waiting}',
    zh: '{to} 没有以此 request_id 等待批准的计划。{waiting}',
  },
  waiting: { en: ' What waits: {ids}.', zh: '正在等待的：{ids}。' },
  ownPlanMode: {
    en: 'You are in plan mode yourself: a member can go on only after the user has approved your own plan.',
    zh: '你自己处于规划模式：用户批准你的计划之后，成员才能继续。',
  },
})

export interface PlanApprovalsOptions {
  /** The leader's model is told; `onRecorded` when it has been. */
  notify(text: Text, options: { onRecorded(): void }): void
  /** That of the leader, now. */
  mode(): PermissionMode
  /** Plans are the leader's to approve: the person said so, or cannot be asked. */
  readonly isOn: boolean
  /** This session is a member itself: so its own plan is approved. */
  readonly own?: ApprovePlan
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  /** What the leader is called. */
  readonly leader: string
  mail(to: string, text: string): Promise<void>
  newId(): string
  /** The end of the leader: nothing is approved from then on. */
  readonly over: AbortSignal
}

type ApprovePlan = NonNullable<TeamWork['approvePlan']>

interface MembersPlan extends ProposedPlan {
  readonly member: string
  /** In which the member goes on at most. */
  readonly most: PermissionMode
}

interface Waiting extends MembersPlan {
  /** Unlike that of any other plan. */
  readonly id: string
  told: boolean
  settle(answer: PlanAnswer): void
}

/**
 * Plans of members that wait for the model which leads them. Its yes gives no more than it could have started the member
 * with: the mode that the member would have without plan mode, and never more than the leader's own. Kinds of commands
 * that the plan names are shown to it and allowed by nobody.
 */
export class PlanApprovals {
  readonly #options: PlanApprovalsOptions
  readonly #waiting = new Map<string, Waiting>()

  constructor(options: PlanApprovalsOptions) {
    this.#options = options
  }

  /** For the calls of one thread. */
  portFor(member: TeamMembership | undefined): Pick<TeamWork, 'approvePlan'> {
    const { own } = this.#options
    if (!member) return {}
    if (own) return { approvePlan: own }
    const { plans: most } = this.givenTo(member)
    if (most === undefined) return {}
    return { approvePlan: (plan, signal) => this.#ask({ ...plan, member: member.name, most }, signal) }
  }

  /** What a member in a process of its own is told about its plan. */
  givenTo(member: TeamMembership | undefined): { readonly plans?: PermissionMode } {
    return this.#options.isOn && member?.plans !== undefined ? { plans: member.plans } : {}
  }

  /** The plan of such a member, if that has really written it; the answer goes there, signed. */
  takes(
    message: PlanQuestion,
    { from, secret, most }: { from: string; secret: string | undefined; most: PermissionMode | undefined },
  ): boolean {
    const { leader, mail, over } = this.#options
    if (!secret || !most || !isGenuine(message, { secret, from, to: leader })) return false
    const { requestId, plan: text, planFilePath: file = '', kinds = [] } = message
    void this.#ask({ text, file, kinds, member: from, most }, over).then(async answer => {
      const response = { type: 'plan_approval_response', requestId, ...answer } as const
      await mail(from, writeTeamMessage(signed(response, { secret, from: leader, to: from })))
    })
    return true
  }

  /** Resolves with the answer to this very plan; an abort is a no. */
  async #ask(plan: MembersPlan, signal: AbortSignal): Promise<PlanAnswer> {
    const { notify, newId, over } = this.#options
    const ended = AbortSignal.any([signal, over])
    const { promise, resolve } = Promise.withResolvers<PlanAnswer>()
    const no = { approve: false, feedback: forModel(leaderEnded(), this.#options.language) } as const
    const end = (): void => resolve(no)
    if (ended.aborted) return no
    ended.addEventListener('abort', end, { once: true })
    const waiting: Waiting = { ...plan, id: newId(), told: false, settle: resolve }
    this.#waiting.set(waiting.id, waiting)
    notify(planText(plan.member, waiting), {
      onRecorded: () => {
        waiting.told = true
      },
    })
    try {
      return await promise
    } finally {
      ended.removeEventListener('abort', end)
      this.#waiting.delete(waiting.id)
    }
  }

  /** By the leader's model. Says to whom; ToolError where no such plan waits. */
  answer(
    to: string,
    { requestId, approve, feedback }: { requestId: string; approve: boolean; feedback?: string },
  ): readonly string[] {
    const waiting = this.#waiting.get(requestId)
    if (waiting?.member !== to) {
      const ids = [...this.#waiting.values()].flatMap(({ id, member }) => (member === to ? [id] : []))
      throw new ToolError(
        says('noPlan', { to, waiting: ids.length === 0 ? '' : says('waiting', { ids: ids.join(', ') }) }),
      )
    }
    const mine = this.#options.mode()
    if (approve && mine === 'plan') throw new ToolError(says('ownPlanMode'))
    const said = feedback === undefined ? {} : { feedback }
    waiting.settle(
      approve ? { approve, ...said, mode: stricterMode(mine, waiting.most).mode } : { approve, ...said },
    )
    return [to]
  }

  /** The member, or all of them (`*`), waits no longer. */
  withdraw(member: string, why = leaderEnded()): void {
    const feedback = forModel(why, this.#options.language)
    for (const waiting of this.#waiting.values())
      if (member === '*' || waiting.member === member) waiting.settle({ approve: false, feedback })
  }

  /** Its leader knows of its plan and has not answered: until then it does nothing. */
  isWaiting(member: string): boolean {
    return [...this.#waiting.values()].some(one => one.member === member && one.told)
  }
}

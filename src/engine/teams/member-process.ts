import { stricterMode } from '../../agents/stricter-mode.ts'
import type { MemberLoop } from '../../agents/team/member-loop.ts'
import {
  leaderAsksToStop,
  leaderEnded,
  leaderNotAsked,
  questionNotAsked,
} from '../../agents/team/plan-feedback.ts'
import { isGenuine, signed } from '../../agents/team/signed-message.ts'
import { isObject } from '../../lib/is-object.ts'
import { lastAnswer } from '../../loop/last-answer.ts'
import { type Mail, type TeamBackend, TeamError } from '../../protocol/agents/team.ts'
import { type TeamMessage, writeTeamMessage } from '../../protocol/agents/team-message.ts'
import type { PlanAnswer, ProposedPlan } from '../../protocol/agents/team-work.ts'
import type { Teammate } from '../../protocol/agents/teammate.ts'
import type { Event } from '../../protocol/event.ts'
import { plainText } from '../../protocol/message.ts'
import { teamText } from '../../protocol/messages/engine/teams.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { forModel } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type {
  Decision,
  PermissionAnswer,
  PermissionMode,
  PermissionRequest,
} from '../../protocol/permission.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Part } from '../scope.ts'
import type { JoinTeam, TeamMemberPart, TeamMemberSession } from './team-member.ts'
import { whyGoOn } from './teammate-idle.ts'

/** The session, as a member of a team. */
export const joinTeam: JoinTeam = (options, member) => new OwnProcess(options, member)

class OwnProcess implements TeamMemberPart {
  readonly #options: TeamMemberSession
  readonly #member: Teammate
  readonly #open = new Set<string>()
  /** Plans that the leader has not answered. */
  readonly #plans = new Map<string, (answer: PlanAnswer) => void>()
  readonly plan: TeamMemberPart['plan']
  readonly #over = new AbortController()
  #loop: MemberLoop | undefined
  #knows = false

  constructor(options: TeamMemberSession, member: Teammate) {
    this.#options = options
    this.#member = member
    const { plans, secret } = member
    this.plan =
      plans === undefined || secret === undefined
        ? {}
        : { approvePlan: (plan, signal) => this.#approvePlan(plan, { secret, most: plans }, signal) }
  }

  readonly restarted: NonNullable<Part['restarted']> = async (_, why) => {
    if (why !== 'resume' || this.#loop) return
    const { teams, config, tasks } = this.#options
    const { team, name, leader, secret } = this.#member
    const { session } = config
    // Who joined by itself was opened by a person.
    if (secret !== undefined) await session.note({ type: 'team-member', team, name, sessionId: session.id })
    try {
      const backend = await teams.backend()
      if (secret === undefined) await this.#join(backend)
      const { MemberLoop } = await import('../../agents/team/member-loop.ts')
      this.#loop = new MemberLoop({
        ...{ team, name, leader, backend },
        say: next => tasks.notify(next.text, next),
        keepsWorking: () => whyGoOn(this.#options, this.#member, this.#over.signal),
        takes: (message, mail) => this.#takes(message, mail),
        // Who joined by itself stays: another may lead the team.
        ...(secret === undefined ? {} : { leaderGone: () => this.#leaderGone() }),
        language: config.prompt.promptLanguage,
        newId: config.runtime.newId,
      })
      await this.#loop.start()
    } catch (error) {
      if (secret !== undefined || !(error instanceof TeamError)) throw error
      this.#loop = undefined
      this.#tell('warning', teamText('not_joined', { team, reason: error.localized }))
      return
    }
    // When the session is open: what is told before waits for somebody to speak.
    setImmediate(() => this.#begin())
  }

  readonly turnStarts: NonNullable<Part['turnStarts']> = () => this.#loop?.works()

  readonly turnEnded: NonNullable<Part['turnEnded']> = ({ terminal, view }) => {
    const last = view.findLast(message => message.type === 'assistant')
    const failed = terminal.kind !== 'completed' && last ? plainText(last.message.content) : undefined
    const text = (failed ?? lastAnswer(view)).trim()
    void this.#rest({ reason: terminal.kind === 'completed' ? 'available' : 'failed', text })
  }

  hears(event: Event): void {
    if (event.type === 'permission_request') void this.#ask(event.request)
    if (event.type === 'permission_settled') this.#open.delete(event.id)
  }

  refuse(): void {
    this.#loop?.refuse()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    await this.#loop?.[Symbol.asyncDispose]()
  }

  /** Whoever leads finds it among the members. */
  async #join(backend: TeamBackend): Promise<void> {
    const { team, name } = this.#member
    const { runtime } = this.#options.config
    const one = { agentId: `${name}@${team}`, name, joinedAt: runtime.now().getTime() }
    await backend.teams.change(team, before => ({
      ...before,
      members: [...before.members.filter(each => each.name !== name), one],
    }))
  }

  #begin(): void {
    const { team, name, leader, secret, prompt } = this.#member
    this.#tell(
      'info',
      secret === undefined
        ? teamText('member', { name, team })
        : teamText('member_asks', { name, team, leader }),
    )
    if (prompt === undefined) void this.#rest({ reason: 'available', text: '' })
    else this.#options.tasks.notify(prompt, {})
  }

  /** Who joined by itself learns with its first work where it is. */
  async #briefed(next: string): Promise<Text> {
    if (this.#knows || this.#member.secret !== undefined) return next
    this.#knows = true
    const { memberBriefing } = await import('../../agents/team/mail-text.ts')
    return memberBriefing(this.#member, next)
  }

  #tell(level: 'info' | 'warning', text: LocalizedText): void {
    void this.#options.emit(notice(level, text))
  }

  async #rest(result: Parameters<MemberLoop['rest']>[0]): Promise<void> {
    const next = await this.#loop?.rest(result, () => this.#member.resting())
    if (next === undefined) this.#member.left()
    else this.#options.tasks.notify(await this.#briefed(next.text), next)
  }

  /** Waits for what the leader's model says to this very plan; every other end is a no. */
  async #approvePlan(
    { text: plan, file, kinds = [] }: ProposedPlan,
    { secret, most }: { readonly secret: string; readonly most: PermissionMode },
    signal: AbortSignal,
  ): Promise<PlanAnswer> {
    const { team, name, leader } = this.#member
    const requestId = this.#options.config.runtime.newId()
    const { promise, resolve } = Promise.withResolvers<PlanAnswer>()
    const end = (): void => resolve(this.#no(leaderEnded()))
    const over = AbortSignal.any([signal, this.#over.signal])
    over.addEventListener('abort', end, { once: true })
    this.#plans.set(requestId, resolve)
    const named = kinds.length === 0 ? {} : { kinds }
    const question = { type: 'plan_approval_request', requestId, plan, planFilePath: file, ...named } as const
    try {
      const backend = await this.#options.teams.backend()
      const text = writeTeamMessage(signed(question, { secret, from: name, to: leader }))
      await backend.mailbox(team).send({ from: name, to: leader, text, id: `plan-${requestId}` })
      const { approve, feedback, mode = most } = await promise
      const said = feedback === undefined ? {} : { feedback }
      return approve ? { approve, ...said, mode: stricterMode(most, mode).mode } : { approve, ...said }
    } catch (error) {
      return this.#no(leaderNotAsked(error))
    } finally {
      over.removeEventListener('abort', end)
      this.#plans.delete(requestId)
    }
  }

  #no(why: LocalizedText): PlanAnswer {
    return { approve: false, feedback: forModel(why, this.#options.config.prompt.promptLanguage) }
  }

  #refusePlans(why: LocalizedText): void {
    for (const settle of this.#plans.values()) settle(this.#no(why))
  }

  #leaderGone(): void {
    this.#refusePlans(leaderEnded())
    this.#member.left()
  }

  async #ask({ id, toolName, toolUseId, input, decision, details, needs }: PermissionRequest): Promise<void> {
    const { team, name, leader, secret } = this.#member
    if (secret === undefined) return
    this.#open.add(id)
    const question = {
      type: 'permission_request',
      requestId: id,
      toolName,
      toolUseId,
      description: details?.why ?? decision.because.text,
      input: isObject(input) ? input : {},
      ...modesIn(decision),
      ...(needs ? { needs } : {}),
    } as const
    try {
      const backend = await this.#options.teams.backend()
      const text = writeTeamMessage(signed(question, { secret, from: name, to: leader }))
      await backend.mailbox(team).send({ from: name, to: leader, text, id: `ask-${id}` })
    } catch (error) {
      const message = forModel(questionNotAsked(error), this.#options.config.prompt.promptLanguage)
      this.#settle(id, { behavior: 'deny', message, failed: true })
    }
  }

  /** Anybody may say so; what counts is who knows the secret. */
  #takes(message: TeamMessage, { from }: Mail): boolean {
    const { name, leader, secret } = this.#member
    if (message.type === 'shutdown_request' && from === leader) this.#refusePlans(leaderAsksToStop())
    if (message.type !== 'permission_response' && message.type !== 'plan_approval_response') return false
    if (secret === undefined || from !== leader || !isGenuine(message, { secret, from: leader, to: name }))
      return false
    if (message.type === 'plan_approval_response') {
      this.#plans.get(message.requestId)?.(message)
      return true
    }
    this.#settle(message.requestId, answerIn(message))
    return true
  }

  #settle(id: string, answer: Parameters<PermissionDesk['answer']>[1]): void {
    if (this.#open.delete(id)) this.#options.desk.answer(id, answer)
  }
}

/** With a yes the person may choose how it works on. */
const modesIn = ({ offer }: Decision) => {
  const modes = offer.flatMap(update => (update.type === 'setMode' ? [update.mode] : []))
  return modes.length === 0 ? {} : { modes }
}

const answerIn = (message: Extract<TeamMessage, { type: 'permission_response' }>): PermissionAnswer => {
  const { approve, feedback = '', updatedInput, limited, mode, interrupt, failed } = message
  if (!approve)
    return {
      behavior: 'deny',
      message: feedback,
      ...(interrupt ? { interrupt } : {}),
      ...(failed ? { failed } : {}),
    }
  return {
    behavior: 'allow',
    ...(updatedInput ? { updatedInput } : {}),
    ...(limited ? { limited } : {}),
    ...(feedback === '' ? {} : { note: feedback }),
    ...(mode === undefined
      ? {}
      : { updatedPermissions: [{ type: 'setMode', mode, destination: 'session' } as const] }),
  }
}

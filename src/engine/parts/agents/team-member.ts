import { memberBriefing } from '../../../agents/team/mail-text.ts'
import { MemberLoop } from '../../../agents/team/member-loop.ts'
import { isGenuine, signed } from '../../../agents/team/signed-message.ts'
import { isObject } from '../../../lib/is-object.ts'
import { lastAnswer } from '../../../loop/last-answer.ts'
import { type Mail, type TeamBackend, TeamError } from '../../../protocol/agents/team.ts'
import { type TeamMessage, writeTeamMessage } from '../../../protocol/agents/team-message.ts'
import type { Teammate } from '../../../protocol/agents/teammate.ts'
import type { Event } from '../../../protocol/event.ts'
import { plainText } from '../../../protocol/message.ts'
import type { Decision, PermissionAnswer, PermissionRequest } from '../../../protocol/permission.ts'
import type { BackgroundTasks } from '../../../protocol/task-work.ts'
import type { PermissionDesk } from '../../calls/permission-desk.ts'
import type { Runtime } from '../../options/runtime.ts'
import type { TeamChoice } from '../../options/team-choice.ts'
import type { Part } from '../../scope.ts'
import type { Hooks } from '../hooks.ts'
import type { SessionTeams } from './session-teams.ts'

export interface TeamMemberOptions {
  readonly config: { readonly runtime: Runtime; readonly teams?: TeamChoice }
  readonly tasks: Pick<BackgroundTasks, 'notify'>
  readonly hooks: Pick<Hooks, 'fire' | 'isSet'>
  readonly desk: Pick<PermissionDesk, 'answer'>
  emit(event: Event): Promise<void> | undefined
}

type Options = TeamMemberOptions & { readonly teams: SessionTeams }

/** Of a session that is a member of a team itself. */
export interface TeamMemberPart extends Part {
  /** Questions go to the person at the leader's terminal. */
  hears(event: Event): void
  /** It said that it does not stop. */
  refuse(): void
}

const NOT_ONE: TeamMemberPart = { hears: () => undefined, refuse: () => undefined }

export const createTeamMember = (options: Options): TeamMemberPart => {
  const member = options.config.teams?.member
  return member ? new OwnProcess(options, member) : NOT_ONE
}

class OwnProcess implements TeamMemberPart {
  readonly #options: Options
  readonly #member: Teammate
  readonly #open = new Set<string>()
  readonly #over = new AbortController()
  #loop: MemberLoop | undefined
  #knows = false

  constructor(options: Options, member: Teammate) {
    this.#options = options
    this.#member = member
  }

  readonly restarted: NonNullable<Part['restarted']> = async (_, why) => {
    if (why !== 'resume' || this.#loop) return
    const { teams, config, tasks } = this.#options
    const { team, name, leader, secret } = this.#member
    try {
      const backend = await teams.backend()
      if (secret === undefined) await this.#join(backend)
      this.#loop = new MemberLoop({
        ...{ team, name, leader, backend },
        say: next => tasks.notify(next.text, next),
        keepsWorking: () => this.#keepsWorking(),
        takes: (message, mail) => this.#takes(message, mail),
        // Who joined by itself stays: another may lead the team.
        ...(secret === undefined ? {} : { leaderGone: () => this.#member.left() }),
        newId: config.runtime.newId,
      })
      await this.#loop.start()
    } catch (error) {
      if (secret !== undefined || !(error instanceof TeamError)) throw error
      this.#loop = undefined
      this.#tell('warning', `Couldn't join the team ${team}: ${error.message}`)
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
    const asks = secret === undefined ? '' : ` Its questions also go to the leader, ${leader}.`
    this.#tell('info', `This is ${name}, a member of the team ${team}.${asks}`)
    if (prompt === undefined) void this.#rest({ reason: 'available', text: '' })
    else this.#options.tasks.notify(prompt, {})
  }

  /** Who joined by itself learns with its first work where it is. */
  #briefed(next: string): string {
    if (this.#knows || this.#member.secret !== undefined) return next
    this.#knows = true
    return memberBriefing(this.#member, next)
  }

  #tell(level: 'info' | 'warning', text: string): void {
    void this.#options.emit({ type: 'notice', level, text })
  }

  async #rest(result: Parameters<MemberLoop['rest']>[0]): Promise<void> {
    const next = await this.#loop?.rest(result, () => this.#member.resting())
    if (next === undefined) this.#member.left()
    else this.#options.tasks.notify(this.#briefed(next.text), next)
  }

  async #keepsWorking(): Promise<string | undefined> {
    const { hooks } = this.#options
    if (!hooks.isSet('TeammateIdle')) return undefined
    const fields = { teammate_name: this.#member.name, team_name: this.#member.team }
    const { permission, reason } = await hooks.fire('TeammateIdle', fields, this.#over.signal)
    return permission === 'deny' ? (reason ?? 'Go on: you are not done yet.') : undefined
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
      const message = `The leader of the team could not be asked: ${String(error)}`
      this.#settle(id, { behavior: 'deny', message, failed: true })
    }
  }

  /** Anybody may say so; what counts is who knows the secret. */
  #takes(message: TeamMessage, { from }: Mail): boolean {
    if (message.type !== 'permission_response') return false
    const { name, leader, secret } = this.#member
    if (secret === undefined || from !== leader || !isGenuine(message, { secret, from: leader, to: name }))
      return false
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
  const { approve, feedback = '', updatedInput, limited, mode, interrupt } = message
  if (!approve) return { behavior: 'deny', message: feedback, ...(interrupt ? { interrupt } : {}) }
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

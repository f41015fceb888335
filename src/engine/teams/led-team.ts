import { join } from 'node:path'
import type { LeaderInbox } from '../../agents/team/leader-inbox.ts'
import { answerFor, questionFor } from '../../agents/team/leader-question.ts'
import { LocalMembers } from '../../agents/team/local-members.ts'
import { MemberEnds } from '../../agents/team/member-ends.ts'
import { membersAtWork, othersPresent } from '../../agents/team/members-at-work.ts'
import { createNamed, newTeam, withMember, withoutMember, withPane } from '../../agents/team/new-team.ts'
import { PlanApprovals } from '../../agents/team/plan-approvals.ts'
import { leaderAsksToStop } from '../../agents/team/plan-feedback.ts'
import { RemoteMembers } from '../../agents/team/remote-members.ts'
import { StopRequests } from '../../agents/team/stop-requests.ts'
import { refuseMember, teamFor } from '../../agents/team/team-for.ts'
import type { Joined, TeamHost } from '../../agents/team/team-host.ts'
import { LEADER, type Mail, type Team, toName } from '../../protocol/agents/team.ts'
import { readTeamMessage, type TeamMessage, writeTeamMessage } from '../../protocol/agents/team-message.ts'
import type { TeamMembership, TeamWork } from '../../protocol/agents/team-work.ts'
import type { Message } from '../../protocol/message.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Part } from '../scope.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import { earlierAgreements } from './earlier-agreements.ts'
import type { TeamChoice } from './options.ts'
import type { LedTeamOptions, TeamsOptions, TeamsPart } from './part-options.ts'
import { whyGoOn } from './teammate-idle.ts'

const says = modelTexts('led_team', {
  off: { en: 'Teams are turned off in this session.', zh: '此会话已关闭团队功能。' },
  leadsAlready: {
    en: 'This session leads the team {team} already. Use it, or TeamDelete it first.',
    zh: '此会话已在领导团队 {team}。请使用它，或先用 TeamDelete 删除。',
  },
  leadsNone: { en: 'This session leads no team.', zh: '此会话没有领导任何团队。' },
  nameTaken: {
    en: 'Somebody in the team is called {name} already. Use another name.',
    zh: '团队中已有成员叫 {name}。请换一个名称。',
  },
})

interface Led {
  readonly team: string
  readonly inbox: LeaderInbox
}

/** The team that a session leads, and its members. */
export class LedTeam implements TeamsPart {
  readonly #options: LedTeamOptions
  readonly #over = new AbortController()
  /** Questions of members elsewhere, until they are settled. */
  readonly #asked = new Map<string, AbortController>()
  #leads: Led | undefined
  readonly #plans: PlanApprovals
  readonly #away: RemoteMembers
  readonly #stops = new StopRequests()
  readonly #local: LocalMembers
  readonly #ends: MemberEnds

  constructor(options: LedTeamOptions) {
    this.#options = options
    const { config, tasks, emit, purse, live } = options
    this.#plans = new PlanApprovals({
      notify: (text, heard) => tasks.notify(text, heard),
      mode: () => live.mode,
      isOn: options.approvesPlans,
      language: config.prompt.promptLanguage,
      ...(options.approvePlan ? { own: options.approvePlan } : {}),
      leader: LEADER,
      mail: (to, text) => this.#mail(to, text),
      newId: config.runtime.newId,
      over: this.#over.signal,
    })
    const readMail = async (): Promise<void> => await this.#leads?.inbox.look()
    this.#away = new RemoteMembers({
      command: config.teams?.program ?? [],
      env: config.place.env,
      overrides: config.teams?.overrides ?? {},
      directory: join(config.teams?.directory ?? config.place.outputDir, '.starting'),
      tasks,
      outputFile: id => join(resultsDirectory(config), `${id}.output`),
      changed: info => void emit({ type: 'agent_changed', info }),
      now: () => config.runtime.now().getTime(),
      panes: config.teams?.members === 'tmux',
      budgetLeft: () => {
        const { run } = purse.accounts
        return run && run.limit - run.spent
      },
      spent: (growth, model) => purse.absorb(growth, model),
      askToStop: name => this.#askToStop(name),
      hear: readMail,
      settled: id => this.#asked.get(id)?.abort(),
      denied: options.denied,
      ended: name => {
        this.#plans.withdraw(name)
        return this.#ends.gone(name)
      },
    })
    this.#ends = new MemberEnds({
      stops: this.#stops,
      tasks,
      present: () => this.#present(),
      readMail,
      mark: mails => this.#leads?.inbox.mark(mails),
      backend: () => options.teams.backend(),
      team: () => this.#leads?.team,
      ...logOf(config),
    })
    this.#local = new LocalMembers({
      backend: () => options.teams.backend(),
      keepsWorking: member => whyGoOn(options, member, this.#over.signal),
      readMail,
      farewell: (name, known) => this.#ends.farewell(name, known),
      language: config.prompt.promptLanguage,
      newId: config.runtime.newId,
      ...logOf(config),
    })
  }

  readonly host: TeamHost = {
    teamFor: request => teamFor(request, this.#leads?.team),
    join: member => this.#join(member),
    leave: member => this.#remove(member),
    membership: member => this.#local.membership(member),
    isAway: () => startsAway(this.#options.config.teams),
    startAway: (plan, prompt) => this.#startAway(plan, prompt),
    elsewhere: () => this.#away.list(),
    tell: (id, text) => this.#tellAway(id, text),
    stop: id => this.#away.stopNamed(id),
  }

  portOf(member?: TeamMembership): TeamWork {
    return {
      create: wanted => (member ? refuseMember() : this.#create(wanted)),
      remove: () => (member ? refuseMember() : this.#delete()),
      reaches: to => this.#reaches(to, member),
      send: message => this.#send(message, member),
      ...this.#plans.portFor(member),
    }
  }

  /** A session that is taken up again leads the team it led. */
  readonly restarted: NonNullable<Part['restarted']> = async (messages, why) => {
    const { config, teams } = this.#options
    if (why !== 'resume' || !config.teams?.on || messages.length === 0 || this.#leads) return
    const { id } = config.session
    const backend = await teams.backend()
    const led = (await backend.teams.list()).find(({ leadSessionId }) => leadSessionId === id)
    if (led) await this.#lead(led.name, messages)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    await this.#away[Symbol.asyncDispose]()
    // What they spent to their end is in the books of the session.
    if (this.#away.list().length > 0) await this.#options.purse.save()
    await this.#local[Symbol.asyncDispose]()
    await this.#leads?.inbox[Symbol.asyncDispose]()
  }

  async #create({ name, description }: Parameters<TeamWork['create']>[0]): Promise<Team> {
    const { config, teams } = this.#options
    if (!config.teams?.on) throw new ToolError(says('off'))
    if (this.#leads) throw new ToolError(says('leadsAlready', { team: this.#leads.team }))
    const make = (free: string): Team => this.#newTeam(free, description)
    const team = await createNamed(await teams.backend(), toName(name), make)
    await this.#lead(team.name)
    return team
  }

  #newTeam(name: string, description: string | undefined): Team {
    const { runtime, session } = this.#options.config
    return newTeam({ name, description, sessionId: session.id, now: runtime.now().getTime() })
  }

  async #lead(team: string, history: readonly Message[] = []): Promise<void> {
    const { LeaderInbox, mailIn } = await import('../../agents/team/leader-inbox.ts')
    const { teams, tasks, config } = this.#options
    const newsOf = earlierAgreements(config.session.path, history)
    const inbox = new LeaderInbox({
      backend: await teams.backend(),
      team,
      notify: (text, options) => tasks.notify(text, options),
      told: mailIn(history),
      takes: (message, mail) => this.#takes(message, mail),
      newsOf: (message, mail) => (this.#present().includes(mail.from) ? 'all' : newsOf(message, mail)),
      isOurs: name => this.#present().includes(name),
      now: () => config.runtime.now().getTime(),
      ...logOf(config),
    })
    await inbox.start()
    this.#leads = { team, inbox }
    teams.lead(team)
  }

  async #delete(): Promise<Team> {
    const leads = this.#mustLead()
    const atWork = [...this.#present(), ...(await this.#others(leads.team))]
    if (atWork.length > 0) throw new ToolError(this.#stops.whyNotDeleted(atWork))
    const { teams } = this.#options
    const backend = await teams.backend()
    const team = await backend.teams.read(leads.team)
    await leads.inbox[Symbol.asyncDispose]()
    await backend.teams.remove(leads.team)
    this.#leads = undefined
    teams.lead(undefined)
    return team ?? this.#newTeam(leads.team, undefined)
  }

  #mustLead(): Led {
    if (!this.#leads) throw new ToolError(says('leadsNone'))
    return this.#leads
  }

  async #join({ id, request, type }: Parameters<TeamHost['join']>[0]): Promise<Joined> {
    const { team } = this.#mustLead()
    const { config, teams } = this.#options
    const name = toName(request.name ?? '')
    if (name === LEADER || (await this.#isPresent(name, team)))
      throw new ToolError(says('nameTaken', { name }))
    let [color, description]: readonly (string | undefined)[] = []
    await (await teams.backend()).teams.change(team, before => {
      const changed = withMember(before, { id, name, type, request, now: config.runtime.now().getTime() })
      color = changed.color
      description = before.description
      return changed.team
    })
    this.#stops.clear(name)
    return {
      team,
      name,
      color: color ?? '',
      leader: LEADER,
      ...(description === undefined ? {} : { description }),
    }
  }

  async #startAway(...[plan, prompt]: Parameters<TeamHost['startAway']>): ReturnType<TeamHost['startAway']> {
    const at = { leader: LEADER, prompt, ...this.#plans.givenTo(plan.spec.member) }
    const { info, pane } = await this.#away.start(plan, at)
    const { team } = this.#mustLead()
    if (pane !== undefined)
      await (await this.#options.teams.backend()).teams.change(team, withPane(info.name, pane))
    return info
  }

  async #askToStop(name: string): Promise<void> {
    const { runtime } = this.#options.config
    const request = { type: 'shutdown_request', requestId: runtime.newId() } as const
    await this.#send({ to: name, text: writeTeamMessage(request) }, undefined)
  }

  /** Who works, has unread mail, or is about to take a task. */
  async atWork(): Promise<readonly string[]> {
    // Who has just left may have written before.
    await this.#leads?.inbox.look()
    // Who waits for a word on its plan does nothing until then.
    const present = this.#present().filter(name => !this.#plans.isWaiting(name))
    const between = this.#ends.between()
    if (present.length === 0 || !this.#leads) return between
    const away = this.#away.list()
    const works = (name: string): boolean =>
      !(this.#local.get(name)?.isResting ?? away.find(info => info.name === name)?.status === 'idle')
    const backend = () => this.#options.teams.backend()
    return [...between, ...(await membersAtWork(backend, this.#leads.team, { present, works }))]
  }

  #present(): readonly string[] {
    const away = this.#away.list().filter(({ name }) => this.#away.isThere(name))
    return [...this.#local.names(), ...away.map(({ name }) => name)]
  }

  /** Here, or anywhere that the team reaches. */
  async #isPresent(name: string, team: string): Promise<boolean> {
    return this.#present().includes(name) || (await this.#others(team)).includes(name)
  }

  /** Members that joined by themselves, from wherever, and are there. */
  async #others(team: string): Promise<readonly string[]> {
    return await othersPresent(await this.#options.teams.backend(), team, this.#present())
  }

  async #tellAway(id: string, text: string): Promise<boolean> {
    const found = this.#away.named(id)
    if (!found || !this.#away.isThere(found.name)) return false
    await this.#send({ to: found.name, text }, undefined)
    return true
  }

  /** What the program of the leader has to do with; the rest is for the model. */
  #takes(message: TeamMessage, mail: Mail): boolean | 'later' {
    const { from } = mail
    this.#stops.heard(message, { from })
    if (this.#ends.takes(message, mail)) return 'later'
    const secret = this.#away.secretOf(from)
    if (message.type === 'plan_approval_request')
      return this.#plans.takes(message, { secret, from, most: this.#away.plansOf(from) })
    if (message.type !== 'permission_request') return false
    const info = this.#away.list().find(({ name }) => name === from)
    const question = secret && info && questionFor(message, { secret, info, leader: LEADER })
    if (!question) return false
    void this.#answer(question, secret, from)
    return true
  }

  /** Where it cannot be sent the member has no answer, which is a no. */
  async #mail(to: string, text: string): Promise<void> {
    const { config, teams } = this.#options
    if (!this.#leads) return
    const mailbox = (await teams.backend()).mailbox(this.#leads.team)
    await mailbox.send({ from: LEADER, to, text, id: config.runtime.newId() }).catch((error: unknown) => {
      config.runtime.log?.(`team ${this.#leads?.team}: ${String(error)}`)
    })
  }

  /** By the person at this terminal, and by nobody else. */
  async #answer(
    question: ReturnType<typeof questionFor> & object,
    secret: string,
    to: string,
  ): Promise<void> {
    const { desk } = this.#options
    const settled = new AbortController()
    this.#asked.set(question.id, settled)
    const answer = await desk.ask(question, AbortSignal.any([this.#over.signal, settled.signal]))
    this.#asked.delete(question.id)
    if (!answer) return
    await this.#mail(to, writeTeamMessage(answerFor(answer, { id: question.id, secret, from: LEADER, to })))
  }

  async #remove({ team, name }: TeamMembership): Promise<void> {
    const backend = await this.#options.teams.backend()
    await backend.teams.change(team, withoutMember(name))
  }

  async #send(
    { to, text, summary }: Parameters<TeamWork['send']>[0],
    member: TeamMembership | undefined,
  ): Promise<readonly string[] | undefined> {
    const team = member?.team ?? this.#leads?.team
    if (team === undefined) return undefined
    const { teams, config } = this.#options
    const backend = await teams.backend()
    const { name, isThere } = await this.#find(to, team)
    const message = readTeamMessage(text)
    if (message?.type === 'plan_approval_response')
      return member ? refuseMember() : this.#plans.answer(name, message)
    if (!member && !isThere) return undefined
    this.#stops.heard(message, member ? { from: member.name } : { to: name, present: this.#present() })
    if (!member && message?.type === 'shutdown_request') this.#plans.withdraw(name, leaderAsksToStop())
    if (member && message?.type === 'shutdown_response' && !message.approve)
      (this.#local.get(member.name) ?? this.#options).refuse()
    if (!member) this.#away.change(name, { status: 'running' })
    const mail = { to: name, from: member?.name ?? LEADER, text, id: config.runtime.newId() }
    const resting = this.#resting()
    const sent = await backend.mailbox(team).send({ ...mail, ...(summary === undefined ? {} : { summary }) })
    if (!member && message?.type === 'shutdown_request')
      await this.#ends.wait(sent.filter(each => resting.includes(each)))
    return sent
  }

  async #reaches(to: string, member: TeamMembership | undefined): Promise<boolean> {
    if (member) return true
    return this.#leads !== undefined && (await this.#find(to, this.#leads.team)).isThere
  }

  /** One of ours that has ended is not there to read: it goes on from where it stopped. */
  async #find(to: string, team: string): Promise<{ readonly name: string; readonly isThere: boolean }> {
    const backend = await this.#options.teams.backend()
    const known = (await backend.teams.read(team))?.members ?? []
    const name = known.find(each => each.agentId === to)?.name ?? to
    const isNamed = known.some(each => each.name === name)
    return { name, isThere: name === '*' || (isNamed && (await this.#isPresent(name, team))) }
  }

  #resting(): readonly string[] {
    const away = this.#away.list().flatMap(({ name, status }) => (status === 'idle' ? [name] : []))
    return [...this.#local.names().filter(name => this.#local.get(name)?.isResting), ...away]
  }
}

const logOf = ({ runtime }: TeamsOptions['config']): { log?(line: string): void } =>
  runtime.log ? { log: runtime.log } : {}

/** New members work in processes of their own. */
const startsAway = (choice: TeamChoice | undefined): boolean =>
  choice?.members !== undefined && choice.program !== undefined

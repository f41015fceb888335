import { dirname } from 'node:path'
import type { Sourced } from '../../features/extensions/merge.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { DISCOVER_TOOL } from '../../features/skills/discover-spec.ts'
import type { ListingLimits } from '../../features/skills/listing.ts'
import { isSafeSkill } from '../../features/skills/safe-skill.ts'
import { SKILL_TOOL } from '../../features/skills/skill-spec.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { isInside } from '../../lib/paths.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { CommandOutcome, SkillText } from '../../protocol/command.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { FoundSkill, SkillPort } from '../../protocol/extensions/skill-port.ts'
import type { Message } from '../../protocol/message.ts'
import { skillText } from '../../protocol/messages/engine/skills.ts'
import { asText, verbatim } from '../../protocol/messages/layout.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import { ToolError } from '../../protocol/tool.ts'
import { usableModel } from '../live/usable-model.ts'
import type { Ports } from '../ports/part.ts'
import type { Part, Restart } from '../scope.ts'
import {
  endedBy,
  type InvokedSkill,
  invokedBy,
  isOfCommand,
  LISTING,
  listedChars,
  listedIn,
  restoredSkills,
} from '../session-file/skill-records.ts'
import { spokenIn } from '../turn/spoken.ts'
import type { SkillCallsOptions } from './skill-calls-options.ts'
import { listAllSkills, listingLimits, listingText } from './skill-listing.ts'
import { skillId } from './skill-names.ts'
import { isDeniedServer } from './skill-origins.ts'

const says = modelTexts('skill_calls', {
  none: { en: 'There is no skill named {name}.{near}', zh: '没有名为 {name} 的技能。{near}' },
  near: { en: ' Did you mean {near}?', zh: '是否指 {near}？' },
  otherSkill: {
    en: '{id} is not the skill {skill}. Call it by that name.',
    zh: '{id} 不是技能 {skill}。请用后一个名称调用。',
  },
  denied: {
    en: 'The skill {name} is denied by a rule for its server.',
    zh: '技能 {name} 被针对其服务器的规则禁止。',
  },
  userOnly: {
    en: 'The skill {name} is for the user alone: only they can call it, with /{name}.',
    zh: '技能 {name} 仅供用户使用：只有用户能用 /{name} 调用。',
  },
})

/** What a thread does with the skills of its session. */
export interface SkillCalls extends Part {
  /** For the calls of the model. */
  port(): SkillPort
  /** The same, with what its commands run in. */
  within(ports: Ports): SkillCalls
  /** What a compaction gives back. */
  readonly restore: (kept: readonly Message[]) => readonly Attachment[]
  /** Real paths: where skills that were called keep their files. */
  directories(): readonly string[]
}

export const createSkillCalls = (at: SkillCallsOptions): SkillCalls => new ThreadSkills(at)

class ThreadSkills implements SkillCalls {
  readonly #at: SkillCallsOptions
  /** By name, in the order they were called last. */
  readonly #invoked = new Map<string, InvokedSkill>()
  #directories: readonly string[] = []
  /** Ends what hooks of a skill do, by its name. */
  readonly #hooked = new Map<string, () => void>()
  #ports: Ports | undefined
  /** What the model was told of; undefined: to be taken from the history. */
  #told: ReadonlySet<string> | undefined
  /** What the person said since skills were last compared with it. */
  #said = ''

  constructor(at: SkillCallsOptions) {
    this.#at = at
  }

  readonly news = [
    { name: 'skills', isClean: true, collect: () => this.#listing() },
    // What joins a turn is looked at in its next round.
    { name: 'joined', collect: () => this.#relevant() },
    { name: 'relevant skills', behind: true, collect: () => this.#relevant() },
  ]

  recorded(message: Message): void {
    this.#see(message)
    if (!this.#at.agent) this.#said += `${spokenIn(message)}\n`
  }

  restarted(history: readonly Message[], why: Restart): void {
    this.#told = undefined
    if (why === 'compaction') return
    this.#invoked.clear()
    for (const end of this.#hooked.values()) end()
    this.#hooked.clear()
    this.#directories = []
    for (const message of history) this.#see(message)
  }

  within(ports: Ports): SkillCalls {
    this.#ports = ports
    return this
  }

  readonly restore = (kept: readonly Message[]): readonly Attachment[] => {
    const known = new Set(kept.map(message => invokedBy(message)?.name))
    const { goal, schedules } = this.#at.session.work
    const isOver = (skill: InvokedSkill): boolean =>
      isOfCommand(skill) && [goal, schedules].some(part => part.isOver(skill.name))
    return restoredSkills(
      [...this.#invoked.values()].filter(one => !known.has(one.name) && !isOver(one)),
      this.#at.config.prompt.promptLanguage,
    )
  }

  directories(): readonly string[] {
    return this.#directories
  }

  port(): SkillPort {
    const { skills, mcp } = this.#at.session
    return {
      check: async name => {
        await skills.verified()
        await mcp.listedFor(name)
        const skill = this.#callable(name)
        return { name: skill.name, id: skillId(skill), safe: isSafeSkill(skill) }
      },
      call: async (allowed, args, { id, signal }) => {
        await skills.verified()
        const skill = this.#callable(allowed.id)
        if (skillId(skill) !== allowed.id || (allowed.safe && !isSafeSkill(skill)))
          throw new ToolError(says('otherSkill', { id: allowed.id, skill: skillId(skill) }))
        try {
          if (skill.context === 'fork' && !this.#at.agent) {
            const text = await this.#fork(skill, args, { toolUseId: id, signal })
            return { name: skill.name, text, forked: true }
          }
          const { text } = await this.#expand(skill, args, signal)
          skills.used(skill.name)
          await this.#grant(skill)
          return { name: skill.name, text, forked: false }
        } catch (error) {
          // What a person would read is as good for the model.
          throw error instanceof OpError ? new ToolError(asText(error)) : error
        }
      },
      discover: () => this.#discover(),
    }
  }

  readonly commandHost = (signal: AbortSignal) =>
    this.#at.agent
      ? {}
      : { callSkill: (name: string, args: string) => this.#callByPerson(name, args, signal) }

  #see(message: Message): void {
    const ended = endedBy(message)
    if (ended !== undefined) this.#invoked.delete(ended)
    const invoked = invokedBy(message)
    if (!invoked) return
    this.#invoked.delete(invoked.name)
    this.#invoked.set(invoked.name, invoked)
    this.#lend(invoked.name)
  }

  async #discover(): Promise<readonly FoundSkill[]> {
    const { skills } = this.#at.session
    await skills.settled()
    const found = skills.forModel().map(({ name, description, whenToUse = '', origin }) => ({
      name,
      description: `${description} ${whenToUse}`.trim(),
      state: origin === 'server' ? ('server' as const) : ('callable' as const),
    }))
    const plugins = await skills.installable()
    return [
      ...found,
      ...plugins.map(({ id, description }) => ({ name: id, description, state: 'plugin' as const })),
    ]
  }

  #callable(name: string): Sourced<Skill> {
    const { skills } = this.#at.session
    const skill = skills.find(name)
    if (skill && isDeniedServer(skill, this.#at.gate.policy().rules))
      throw new ToolError(says('denied', { name: skill.name }))
    if (skill?.byModel) return skill
    if (skill) throw new ToolError(says('userOnly', { name: skill.name }))
    const near = nearestName(
      name,
      skills.forModel().map(one => one.name),
    )
    throw new ToolError(says('none', { name, near: near === undefined ? '' : says('near', { near }) }))
  }

  async #callByPerson(name: string, typed: string, signal: AbortSignal): Promise<CommandOutcome> {
    const { session } = this.#at
    await session.skills.verified()
    const { stackedSkills } = await import('../../features/skills/expand-skill.ts')
    const isSkill = (other: string): boolean => session.skills.find(other)?.byPerson === true
    const { names, args } = stackedSkills(name, typed, isSkill)
    const skills = names.flatMap(one => session.skills.find(one) ?? [])
    const said = `/${[...names.slice(0, 1), ...names.slice(1).map(one => `/${one}`), args].join(' ')}`.trim()
    const [first, ...others] = skills
    if (!first) throw new OpError(skillText('no_such_any_more', { name }))
    if (others.length === 0 && first.context === 'fork') {
      const text = await this.#fork(first, args, {
        toolUseId: `skill_${session.config.runtime.newId()}`,
        signal,
      })
      const told = `The skill ${first.name} ran by itself, at the user's request. What came of it:\n\n${text}`
      return { kind: 'joined', said, skill: { name: first.name, text: told }, text: verbatim(text) }
    }
    const texts: SkillText[] = []
    for (const skill of skills) texts.push({ name: skill.name, ...(await this.#expand(skill, args, signal)) })
    for (const skill of skills) {
      session.skills.used(skill.name)
      await this.#grant(skill)
    }
    return { kind: 'submit', text: said, skills: texts }
  }

  /** As the model reads it. */
  async #expand(
    skill: Sourced<Skill>,
    args: string,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly written: string }> {
    const { config, live } = this.#at
    const { expandCall } = await import('./expand-call.ts')
    if (!this.#ports) throw new Error('nothing to run commands in')
    const { gate, hooks, emit } = this.#at
    const { grant } = this.#at.session.settings
    const deps = { config, live, gate, hooks, grant, emit, ports: this.#ports }
    const { text, usesArguments, written } = await expandCall(deps, { skill, args }, signal)
    const directory = skill.kind === 'skill' && skill.file ? ` directory="${dirname(skill.file)}"` : ''
    const given = args === '' || usesArguments ? '' : `\n\nARGUMENTS: ${args}`
    return { text: `<skill name="${skill.name}"${directory}>\n${text}${given}\n</skill>`, written }
  }

  async #fork(
    skill: Sourced<Skill>,
    args: string,
    { toolUseId, signal }: { readonly toolUseId: string; readonly signal: AbortSignal },
  ): Promise<string> {
    const { session, config } = this.#at
    const { text } = await this.#expand(skill, args, signal)
    const [{ runFork }, { rulesOf }] = await Promise.all([
      import('./run-fork.ts'),
      import('./expand-call.ts'),
    ])
    session.skills.used(skill.name)
    const model = this.#modelOf(skill)
    const rules = rulesOf(skill, { config })
    const { run } = session.shared.agents
    const options = { run, skill, text, rules, toolUseId }
    return await runFork({ ...options, ...(model === undefined ? {} : { model }) }, signal)
  }

  /** Until the turn ends. */
  async #grant(skill: Sourced<Skill>): Promise<void> {
    const { grants, config } = this.#at
    this.#hook(skill)
    const { rulesOf } = await import('./expand-call.ts')
    const model = this.#modelOf(skill)
    grants.add({
      rules: rulesOf(skill, { config }),
      ...(model === undefined ? {} : { model }),
      ...(skill.effort === undefined ? {} : { effort: skill.effort }),
    })
  }

  /** From now on, as long as the conversation lasts. */
  #hook({ name, hooks, file }: Sourced<Skill>): void {
    if (!hooks) return
    this.#hooked.get(name)?.()
    const directory = file === undefined ? '' : dirname(file)
    const variables = { CAPSTAN_SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory }
    this.#hooked.set(name, this.#at.hooks.add({ source: { level: 'skill', name }, hooks, variables }))
  }

  #modelOf({ name, model }: Skill): string | undefined {
    if (model === undefined || model === 'inherit') return undefined
    try {
      return usableModel(this.#at.config, model)
    } catch (error) {
      if (!(error instanceof OpError)) throw error
      this.#at.emit(notice('warning', skillText('keeps_model', { name, reason: error.localized })))
      return undefined
    }
  }

  #limits(): ListingLimits {
    const { config, live } = this.#at
    return listingLimits(findModel(live.model, config.models.rows).facts.window, config.skills)
  }

  /** Skills that what was said is about, where the list had no room for all of them. */
  async #relevant(): Promise<readonly Attachment[]> {
    const { session, config, gate, mayCall } = this.#at
    const said = this.#said.trim()
    this.#said = ''
    if (said === '' || !mayCall(SKILL_TOOL)) return []
    const skills = session.skills.forModel()
    const { chars, each } = this.#limits()
    const wanted = skills.reduce((sum, { name, description, whenToUse = '' }) => {
      return sum + name.length + Math.min(each, description.length + whenToUse.length)
    }, 0)
    // Where half of the room is enough nothing can be missing.
    if (wanted < chars / 2) return []
    const { relevantNews } = await import('./relevant-news.ts')
    const language = config.prompt.promptLanguage
    const { rules } = gate.policy()
    const allowed = skills.filter(({ name }) => {
      const skill = session.skills.find(name)
      return skill !== undefined && !isDeniedServer(skill, rules)
    })
    return relevantNews({ said, each, skills: allowed, language }, config.session.view())
  }

  /** What the model does not know yet, and what it cannot call any more. */
  async #listing(): Promise<readonly Attachment[]> {
    const { session, config, mayCall } = this.#at
    await session.skills.settled()
    const skills = mayCall(SKILL_TOOL) ? session.skills.forModel() : []
    this.#told ??= listedIn(config.session.view())
    const told = this.#told
    const unknown = skills.filter(({ name }) => !told.has(name))
    const callable = session.skills.names()
    const gone = [...told].filter(name => !callable.has(name))
    if (unknown.length === 0 && gone.length === 0) return []
    const language = config.prompt.promptLanguage
    const limits = { ...this.#limits(), spent: listedChars(config.session.view()), language }
    const { text: lines, names, isCut } = listAllSkills(unknown, limits)
    if (isCut) session.skills.tooMany()
    if (names.length === 0 && gone.length === 0) return []
    this.#told = new Set([...told, ...names].filter(name => !gone.includes(name)))
    const say = (row: 'heading' | 'more'): string => forModel(listingText(row), language)
    const parts = [
      ...(names.length === 0 ? [] : [say(told.size === 0 ? 'heading' : 'more'), lines]),
      ...(names.length > 0 && mayCall(DISCOVER_TOOL)
        ? [forModel(listingText(isCut ? 'findAll' : 'findMore', { tool: DISCOVER_TOOL }), language)]
        : []),
      ...(gone.length === 0 ? [] : [forModel(listingText('gone', { names: gone.join(', ') }), language)]),
    ]
    // Descriptions come from files; cleaning every name by itself would take longer than all the rest.
    const text = await session.shared.secrets.clean(parts.join('\n'))
    return [{ kind: LISTING, text, skills: names, gone }]
  }

  /** Its files may be read: where it is was the choice of whoever keeps skills there, not of what it says. */
  #lend(name: string): void {
    const { skills, config } = this.#at.session
    const skill = skills.find(name)
    if (skill?.kind !== 'skill' || skill.file === undefined) return
    const directory = dirname(skill.file)
    const { caseSensitive, roots } = config.place
    const isProjects = skill.source.level === 'project'
    if (isProjects && !roots.some(root => isInside(directory, root, { caseSensitive }))) return
    if (!this.#directories.includes(directory)) this.#directories = [...this.#directories, directory]
  }
}

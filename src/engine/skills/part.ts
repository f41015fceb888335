import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Sourced } from '../../features/extensions/merge.ts'
import { DISCOVER_TOOL } from '../../features/skills/discover-spec.ts'
import { SKILL_TOOL } from '../../features/skills/skill-spec.ts'
import type { SkillUsage } from '../../features/skills/usage.ts'
import type { MarkdownHeads } from '../../lib/markdown-heads.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionRoot, ExtensionRoots, InstallablePlugin } from '../../protocol/extensions/roots.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { SkillInfo } from '../../protocol/extensions/skill-info.ts'
import { skillText } from '../../protocol/messages/engine/skills.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Contributions } from '../contributions/part.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Part } from '../scope.ts'
import { matchesPaths } from './active-paths.ts'
import { bundledSkills, inChinese } from './bundled-skills.ts'
import type { NestedSource } from './nested-sources.ts'
import type { SkillChoice } from './options.ts'
import { createHeads, createUsage, readSources } from './read-sources.ts'
import { calledIn, findSkill, qualified, skillId } from './skill-names.ts'
import { isForModel, isFromServer, type ModelSkill, measured, originOf } from './skill-origins.ts'
import { skillTools } from './skill-tools.ts'
import { SkillWords } from './skill-words.ts'

/** The skills, commands and agents that files bring to a session. */
export interface Skills extends Part {
  /** Resolves when what the places hold is known; undefined: it is, or they hold nothing. */
  ready(): Promise<void> | undefined
  /** Looks at the places again; undefined: there are none. */
  refresh(): Promise<void> | undefined
  /** When what is known is what the files say now, and not what they said to an earlier run. */
  verified(): Promise<void>
  /** The one that is called so, whatever its case. */
  find(name: string): Sourced<Skill> | undefined
  /** Names of those the model may call, now or once it works on certain files. */
  names(): ReadonlySet<string>
  /** Those the model may call now. */
  forModel(): readonly ModelSkill[]
  /** Not all of them could be listed: from now on they can be looked for. */
  tooMany(): void
  /** Plugins that the person could install. */
  installable(): Promise<readonly InstallablePlugin[]>
  /** It was called. */
  used(name: string): void
  /** The model has seen or changed this file: there may be skills for it, or beside it. Takes a real path. */
  touch(path: string): void
  /** When what files that were touched bring is known. */
  settled(): Promise<void>
}

export interface SkillsOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly extensions?: ExtensionRoots
    readonly skills?: SkillChoice
    readonly tools: Toolbox
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
    readonly runtime: Runtime
    readonly settings?: SettingsPort
  }
  readonly contributions: Pick<Contributions, 'put' | 'all' | 'problems' | 'onChanged'>
  /** Hooks hear that skills changed while the session ran; false: one of them keeps what was. */
  changed?(): Promise<boolean>
}

const KINDS = ['skills', 'commands', 'agents'] as const

type UseSkill = Extract<Op, { readonly type: 'use_skill' }>

export const createSkills = (at: SkillsOptions): Skills => {
  const { config } = at
  const { extensions, skills: choice } = config
  if (!extensions || choice?.off) return noSkills(at)
  return new FoundSkills(at, extensions)
}

const noSkills = ({ contributions }: SkillsOptions): Skills => ({
  ready: () => undefined,
  refresh: () => undefined,
  verified: async () => undefined,
  find: () => undefined,
  names: () => new Set(),
  forModel: () => [],
  tooMany: () => undefined,
  installable: async () => [],
  used: () => undefined,
  touch: () => undefined,
  settled: async () => undefined,
  answers: { skills: () => [], agents: () => contributions.all().agents },
  ops: {
    reload_skills: () => undefined,
    use_skill({ name }) {
      throw new OpError(skillText('no_such', { name }))
    },
  },
  commandHost: () => ({ reloadSkills: async () => ({ skills: 0, agents: 0, problems: 0 }) }),
})

class FoundSkills implements Skills {
  readonly #at: SkillsOptions
  readonly #places: ExtensionRoots
  readonly #nested: NestedSource[] = []
  /** Files of skills that wait for a file, and have seen one. */
  readonly #active = new Set<string>()
  readonly #touched = new Set<string>()
  readonly #stop: () => void
  #off: readonly SkillInfo[] = []
  #named: readonly Contribution[] = []
  #bundled: readonly Contribution[]
  #published = false
  /** There are skills that are not listed. */
  #searchable = false
  readonly #words: SkillWords
  #callable = false
  #heads: MarkdownHeads | undefined
  #usage: SkillUsage | undefined
  #signature = ''
  /** Of files that a hook does not let count. */
  #refused: string | undefined
  #loading: Promise<void> | undefined
  #stale = true
  /** An earlier run's word was taken for what is there. */
  #unverified = false
  /** It was looked for since the last turn ended. */
  #fresh = false

  constructor(at: SkillsOptions, places: ExtensionRoots) {
    this.#at = at
    this.#places = places
    this.#words = new SkillWords(() => at.config.skills)
    this.#bundled = at.config.skills?.bundledOff ? [] : [bundledSkills()]
    const stops = [
      places.onChanged(() => {
        this.#stale = true
      }),
      // A server may be the first to bring one.
      at.contributions.onChanged(() => {
        if (this.#published && !this.#callable && this.#all().some(isForModel)) this.#publish()
      }),
    ]
    this.#stop = () => {
      for (const stop of stops) stop()
    }
  }

  ready(): Promise<void> | undefined {
    return this.#stale ? this.refresh() : this.#loading
  }

  refresh(): Promise<void> {
    // A session without its skills is better than none.
    this.#loading ??= this.#load()
      .catch((error: unknown) => this.#log(error))
      .finally(() => {
        this.#loading = undefined
      })
    return this.#loading
  }

  restarted(): void {
    // Begun early, while the rest of the program loads; whoever needs it waits for it.
    void this.ready()
  }

  async turnStarts(): Promise<void> {
    // What was found for this turn need not be looked for again.
    if (!this.#fresh) await this.refresh()
  }

  requested(): void {
    void this.verified()
  }

  async verified(): Promise<void> {
    await this.#loading
    if (this.#unverified) await this.refresh()
  }

  turnEnded(): void {
    this.#fresh = false
  }

  find(name: string): Sourced<Skill> | undefined {
    return findSkill(this.#all(), name)
  }

  names(): ReadonlySet<string> {
    return new Set(this.#all().flatMap(({ name, byModel }) => (byModel ? [name] : [])))
  }

  forModel(): readonly ModelSkill[] {
    return this.#all()
      .filter(skill => skill.byModel && this.#isActive(skill))
      .map(skill => ({
        name: skill.name,
        description: skill.description,
        ...(skill.whenToUse === undefined ? {} : { whenToUse: skill.whenToUse }),
        rank: this.#usage?.rank(skill.name) ?? 0,
        nameOnly: this.#words.wordFor(skill) === 'name-only',
        ...originOf(skill),
      }))
  }

  tooMany(): void {
    if (this.#searchable) return
    this.#searchable = true
    this.#publish()
  }

  async installable(): Promise<readonly InstallablePlugin[]> {
    return (await this.#places.installable?.()) ?? []
  }

  used(name: string): void {
    this.#usage?.used(name)
  }

  touch(path: string): void {
    this.#touched.add(path)
  }

  async settled(): Promise<void> {
    await this.ready()
    if (this.#touched.size === 0) return
    const paths = [...this.#touched]
    this.#touched.clear()
    const { cwd, caseSensitive } = this.#at.config.place
    const names = await this.#projectNames()
    let more = false
    if (names.length > 0) {
      const { nestedSources } = await import('./nested-sources.ts')
      const found = paths.flatMap(path => nestedSources(path, cwd, { caseSensitive, names }))
      const known = new Set([...(await this.#places.list()), ...this.#nested].map(({ root }) => root))
      for (const place of found) {
        if (known.has(place.root)) continue
        known.add(place.root)
        this.#nested.push(place)
        more = true
      }
    }
    if (more) await this.refresh()
    for (const { file, paths: patterns } of this.#all())
      if (file !== undefined && patterns && paths.some(path => this.#isFor(patterns, file, path)))
        this.#active.add(file)
  }

  readonly answers = {
    skills: async (): Promise<readonly SkillInfo[]> => {
      await this.refresh()
      const known = await Promise.all(this.#all().map(measured))
      return [...known.map(skill => this.#infoOf(skill)), ...this.#off]
    },
    agents: async () => {
      await this.refresh()
      return this.#at.contributions.all().agents
    },
  }

  readonly ops = {
    reload_skills: () => this.refresh(),
    use_skill: async ({ name, use }: UseSkill): Promise<void> => {
      await this.ready()
      const known = [...this.#all(), ...this.#off].find(skill => skill.name === name)
      if (!known) throw new OpError(skillText('no_such', { name }))
      const { writeSetting } = await import('../calls/settings-access.ts')
      const id = skillId(known)
      const path = ['skillOverrides', id]
      await writeSetting(this.#at.config, { path, value: use, scope: 'local', isAnswer: true })
      this.#words.say(known, use)
      this.#publish()
    },
  }

  readonly commandHost = () => ({
    reloadSkills: async () => {
      await this.refresh()
      const { contributions } = this.#at
      const { skills, agents } = contributions.all()
      const found = agents.filter(({ source }) => source.level !== 'built-in')
      return { skills: skills.length, agents: found.length, problems: contributions.problems().length }
    },
  })

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop()
    await this.#loading
  }

  /** What servers offer comes by another way, and meets the person's word here. */
  #all(): readonly Sourced<Skill>[] {
    const { skills } = this.#at.contributions.all()
    return skills.some(isFromServer)
      ? skills.flatMap(skill => (isFromServer(skill) ? this.#words.applied(skill, skill) : [skill]))
      : skills
  }

  #isActive({ paths, file }: Skill): boolean {
    return !paths || (file !== undefined && this.#active.has(file))
  }

  #isFor(patterns: readonly string[], file: string, path: string): boolean {
    const { cwd, caseSensitive } = this.#at.config.place
    const nested = this.#nested.find(({ root }) => file.startsWith(root))
    const base = nested ? join(nested.root, '..') : cwd
    return matchesPaths(patterns, path, { base, caseSensitive })
  }

  /** In a folder nobody trusts there is no place, and nothing below it is one either. */
  async #projectNames(): Promise<readonly ('.capstan' | '.claude')[]> {
    const { cwd } = this.#at.config.place
    const here = (await this.#places.list()).flatMap(({ source, root }) =>
      source.level === 'project' && source.directory && root === join(cwd, source.directory)
        ? [source.directory]
        : [],
    )
    return [...new Set(here)]
  }

  async #load(): Promise<void> {
    this.#stale = false
    this.#fresh = true
    const { config } = this.#at
    if (config.prompt.promptLanguage === 'zh') this.#bundled = await inChinese(this.#bundled)
    const places = [...(await this.#places.list()), ...this.#nested]
    const given = config.skills?.agents
    const isEmpty = this.#signature === '' && given === undefined && !places.some(holdsSomething)
    if (isEmpty) return this.#published ? undefined : this.#publish()
    this.#heads ??= createHeads(config.skills?.configHome)
    this.#usage ??= createUsage(config.skills?.configHome, () => config.runtime.now().getTime())
    // The first look is on the way to the first request; what it takes on trust is looked at once that has left.
    const quick = this.#signature === ''
    // What an earlier run knew is not what this session had.
    const isChange = !quick && !this.#unverified
    this.#unverified = quick
    const read = await readSources(places, this.#heads, { given, quick })
    if (read.signature === this.#signature || read.signature === this.#refused) return
    if (isChange && this.#at.changed && !(await this.#at.changed())) {
      this.#refused = read.signature
      return
    }
    this.#signature = read.signature
    const named = qualified(read.contributions, places)
    this.#named = named
    this.#publish()
  }

  #publish(): void {
    this.#published = true
    this.#off = [...this.#named, ...this.#bundled].flatMap(one => this.#switchedOff(one))
    const wanted = [...this.#named, ...this.#bundled].map(one => this.#words.wanted(one))
    this.#at.contributions.put('skills', [...wanted, ...this.#tool(wanted)])
  }

  #switchedOff(one: Contribution): readonly SkillInfo[] {
    return (one.skills ?? [])
      .filter(skill => this.#words.wordFor(calledIn(skill, one)) === 'off')
      .map(skill => ({ ...this.#infoOf({ ...skill, ...calledIn(skill, one) }), off: true }))
  }

  /** Sent from the start when any skill may be called, now or later: a tool that comes or goes in between costs the cache. */
  #tool(wanted: readonly Contribution[]): readonly Contribution[] {
    this.#callable ||=
      wanted.some(({ skills = [] }) => skills.some(isForModel)) || this.#all().some(isForModel)
    if (!this.#callable || this.#at.config.tools.refuses?.(SKILL_TOOL)) return []
    this.#searchable ||= this.#places.hasMarketplaces?.() === true
    const searchable = this.#searchable && !this.#at.config.tools.refuses?.(DISCOVER_TOOL)
    return [skillTools({ searchable, language: this.#at.config.prompt.promptLanguage })]
  }

  #infoOf(skill: Sourced<Skill>): SkillInfo {
    const { name, kind, description, source, file, chars = 0, byPerson, byModel, paths } = skill
    const use = this.#words.wordFor(skill)
    return {
      name,
      kind,
      description,
      source,
      byPerson,
      byModel,
      tokens: Math.ceil(chars / 4),
      ...(file === undefined ? {} : { file }),
      ...(paths && !this.#isActive(skill) ? { waitsFor: paths } : {}),
      ...(skill.context === 'fork' ? { forks: true } : {}),
      ...(use === undefined ? {} : { use }),
    }
  }

  #log(error: unknown): void {
    this.#at.config.runtime.log?.(`skills could not be read: ${String(error)}`)
  }
}

const holdsSomething = (place: ExtensionRoot): boolean =>
  KINDS.some(kind => place[kind] !== undefined || existsSync(join(place.root, kind)))

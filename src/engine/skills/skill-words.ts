import type { Contribution } from '../../protocol/extensions/contribution.ts'
import { extensionName } from '../../protocol/extensions/extension-name.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { SkillUse } from '../../protocol/extensions/skill-info.ts'
import type { SkillChoice } from './options.ts'
import { type CalledSkill, calledIn, skillId, unreachable } from './skill-names.ts'

/** The person's word on single skills: from settings, and from what was said in this session. */
export class SkillWords {
  readonly #choice: () => SkillChoice | undefined
  /** By name as rules write it. */
  readonly #said = new Map<string, SkillUse>()

  constructor(choice: () => SkillChoice | undefined) {
    this.#choice = choice
  }

  say(skill: CalledSkill, use: SkillUse): void {
    this.#said.set(skillId(skill), use)
  }

  wordFor(skill: CalledSkill): SkillUse | undefined {
    const { overrides = {} } = this.#choice() ?? {}
    const id = skillId(skill)
    const said = this.#said.get(id) ?? (Object.hasOwn(overrides, id) ? overrides[id] : undefined)
    if (said !== undefined || id === skill.name || !Object.hasOwn(overrides, skill.name)) return said
    // Written as it is called, which may mean a plugin's: only what takes something away counts.
    return overrides[skill.name] === 'on' ? undefined : overrides[skill.name]
  }

  /** As far as it may be called; none where it is switched off. */
  applied<T extends Skill>(skill: T, called: CalledSkill): readonly T[] {
    const word = this.wordFor(called)
    if (word === 'off') return []
    const isHidden = word === 'user-invocable-only' || !this.#isChosen(called)
    return [isHidden ? { ...skill, byModel: false } : skill]
  }

  /** Without those that are switched off, and with a word on those nobody can call. */
  wanted(one: Contribution): Contribution {
    const { skills = [], problems = [], source } = one
    const applied = skills.flatMap(skill => this.applied(skill, calledIn(skill, one)))
    const off = skills.filter(skill => this.wordFor(calledIn(skill, one)) === 'off')
    return {
      ...one,
      skills: applied,
      ...(source.level === 'built-in' ? { hides: off.map(({ name }) => name) } : {}),
      problems: [...problems, ...applied.flatMap(skill => unreachable(skill, one))],
    }
  }

  /** By its own name, or of a plugin by the name it has there. */
  #isChosen(skill: CalledSkill): boolean {
    const { only } = this.#choice() ?? {}
    const { plugin, name } = extensionName(skill)
    return !only || only.includes(skillId(skill)) || (plugin !== undefined && only.includes(name))
  }
}

import { labelled, namesAfter, withNames } from '../../../../lib/text/written-signs.ts'
import type { CommandInfo } from '../../../../protocol/command-info.ts'
import { SKILL_USES, type SkillInfo, type SkillUse } from '../../../../protocol/extensions/skill-info.ts'
import type { ContributionSource } from '../../../../protocol/extensions/source.ts'
import type { Words } from '../../text/words.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { Option } from '../../widgets/widget-props.ts'

type SkillWords = Words['panels']['skills']

/** What can be done to a skill; `undefined`: nothing, back to the list. */
export type SkillChoice = { readonly use: SkillUse } | 'open' | undefined

export const stateOf = ({ off, use }: SkillInfo): SkillUse => (off ? 'off' : (use ?? 'on'))

/** What comes with Capstan is a command as well, whose description is in the language in force. */
export const inWordsOfCommands = (
  skills: readonly SkillInfo[],
  commands: readonly CommandInfo[],
): readonly SkillInfo[] => {
  const ours = new Map(commands.flatMap(command => (command.skill ? [] : [[command.name, command] as const])))
  return skills.map(skill => {
    const command = skill.source.level === 'built-in' ? ours.get(skill.name) : undefined
    return command ? { ...skill, description: command.description } : skill
  })
}

/** Those that count first, in the order they came. */
export const skillOptions = (skills: readonly SkillInfo[], words: SkillWords): readonly Option<SkillInfo>[] =>
  skills
    .toSorted((a, b) => Number(stateOf(a) === 'off') - Number(stateOf(b) === 'off'))
    .map(skill => ({
      value: skill,
      label: `${stateOf(skill) === 'off' ? '–' : '●'} /${safeLine(skill.name)}`,
      detail: [
        ...(stateOf(skill) === 'on' ? [] : [words.uses[stateOf(skill)]]),
        sourceOf(skill.source, words),
        ...(skill.tokens === 0 ? [] : [words.tokens(skill.tokens)]),
        ...(skill.description === '' ? [] : [safeLine(skill.description)]),
      ].join(' · '),
    }))

/** All that is known of it, one line each. */
export const skillLines = (skill: SkillInfo, words: SkillWords): readonly string[] => {
  const { description, file, source, tokens, waitsFor, forks } = skill
  const line = (name: string, text: string): string => labelled(name, safeLine(text))
  return [
    ...(description === '' ? [] : [safeLine(description)]),
    line(
      words.from,
      file === undefined ? sourceOf(source, words) : withNames(sourceOf(source, words), [file]),
    ),
    line(words.calledBy, calledBy(skill, words)),
    ...(tokens === 0 ? [] : [line(words.size, words.tokens(tokens))]),
    ...(waitsFor ? [line(words.waitsFor, namesAfter(words.waitsFor, waitsFor))] : []),
    ...(forks ? [words.forks] : []),
  ]
}

export const skillChoices = (skill: SkillInfo, words: SkillWords): readonly Option<SkillChoice>[] => [
  ...SKILL_USES.map(use => ({
    value: { use },
    label: `${stateOf(skill) === use ? '●' : '○'} ${words.uses[use]}`,
    detail: words.useDetails[use],
  })),
  ...(skill.file === undefined ? [] : [{ value: 'open' as const, label: words.open }]),
  { value: undefined, label: words.back },
]

const calledBy = (skill: SkillInfo, words: SkillWords): string => {
  const use = stateOf(skill)
  if (use === 'off') return words.callers.nobody
  const byModel = skill.byModel && use !== 'user-invocable-only'
  if (skill.byPerson && byModel) return words.callers.both
  return skill.byPerson ? words.callers.you : byModel ? words.callers.model : words.callers.nobody
}

const sourceOf = (source: ContributionSource, words: SkillWords): string => {
  if (source.level === 'plugin' || source.level === 'server')
    return `${words.levels[source.level]} ${safeLine(source.name)}`
  return words.levels[source.level]
}

import type { Command } from '../../../protocol/command.ts'
import type { ExtensionProblem } from '../../../protocol/extensions/roots.ts'
import { SKILL_USES, type SkillInfo } from '../../../protocol/extensions/skill-info.ts'
import { ownPurpose } from '../../../protocol/messages/cli/running.ts'
import { extensionsAnswer } from '../../../protocol/messages/commands/extensions.ts'
import { commandListText } from '../../../protocol/messages/commands/list.ts'
import { cellText, headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown, shownLines } from '../answer.ts'
import { type CommandRow, described } from '../described.ts'
import { levelOf } from './levels.ts'

export const skillsCommand: Command = {
  ...described('skills'),
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'skills', when: 'bare' },
  async run(args, { engine }) {
    const [word = '', name, ...rest] = args.split(/\s+/).filter(each => each !== '')
    if (word !== '') {
      const use = SKILL_USES.find(each => each === word)
      if (!use || name === undefined || rest.length > 0)
        throw new OpError(extensionsAnswer('skills_takes', { uses: SKILL_USES }))
      await engine.send({ type: 'use_skill', name: name.replace(/^\//, ''), use })
    }
    const [all, problems] = await Promise.all([engine.query('skills'), engine.query('extensionProblems')])
    const rows = all.map(skill => [
      `/${skill.name}`,
      levelOf(skill.source),
      calledBy(skill),
      skill.tokens === 0 ? '–' : skill.tokens,
      aboutSkill(skill),
    ])
    const list =
      all.length === 0
        ? extensionsAnswer('no_skills')
        : table(headerOf('skill', 'from', 'called_by', 'tokens', 'what_it_does'), rows)
    return shownLines([list, ...problemLines(problems)])
  },
}

const problemLines = (problems: readonly ExtensionProblem[]): readonly Text[] =>
  problems.length === 0
    ? []
    : [
        '',
        usageAnswer('problems'),
        ...problems.map(({ message, localized = message, file }) =>
          file === undefined ? localized : usageAnswer('with_file', { text: localized, file }),
        ),
      ]

export const reloadSkillsCommand: Command = {
  ...described('reload_skills'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(_, host) {
    const { problems, ...counts } = await host.reloadSkills()
    const loaded = {
      skills: extensionsAnswer('skill_count', { count: counts.skills }),
      agents: extensionsAnswer('agent_count', { count: counts.agents }),
    }
    return shown(
      problems === 0
        ? extensionsAnswer('reloaded', loaded)
        : extensionsAnswer('reloaded_problems', { ...loaded, problems }),
    )
  },
}

/** Those that are always there say it in the language of the person. */
const aboutSkill = ({ name, source, description }: SkillInfo): Text => {
  const row = name.replaceAll('-', '_')
  return source.level === 'built-in' && isCommandRow(row) ? commandListText(row) : short(description)
}

const isCommandRow = (row: string): row is CommandRow => Object.hasOwn(commandListText.rows, row)

const calledBy = ({ off, byPerson, byModel, waitsFor, use }: SkillInfo): LocalizedText => {
  if (off) return cellText('off')
  if (use === 'name-only') return extensionsAnswer('by_name_only')
  if (waitsFor && byModel)
    return extensionsAnswer(byPerson ? 'by_you_model_later' : 'by_model_later', { files: waitsFor })
  if (byPerson && byModel) return extensionsAnswer('by_both')
  return extensionsAnswer(byPerson ? 'by_you' : byModel ? 'by_model' : 'by_nobody')
}

export const agentsCommand: Command = {
  ...described('agents'),
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'agents', when: 'bare' },
  async run(_, { engine }) {
    const [all, problems] = await Promise.all([engine.query('agents'), engine.query('extensionProblems')])
    const rows = all.map(({ name, source, model, tools, description }) => [
      name,
      levelOf(source),
      model ?? cellText('as_the_session'),
      tools === undefined ? cellText('all') : tools.join(', '),
      ownPurpose(name, source) ?? short(description),
    ])
    const list =
      all.length === 0
        ? extensionsAnswer('no_agents')
        : table(headerOf('agent', 'from', 'model', 'tools', 'when_to_use_it'), rows)
    const wrong = problems.filter(({ message }) => /^(?:Agent |--agents)/.test(message))
    return shownLines([list, ...problemLines(wrong)])
  },
}

/** The table is for a look; the whole text is in the file. */
const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text)

import type { Command } from '../../../protocol/command.ts'
import { SKILL_USES, type SkillInfo } from '../../../protocol/extensions/skill-info.ts'
import type { ContributionSource } from '../../../protocol/extensions/source.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'

const NONE =
  'No skills yet. Put one in .capstan/skills/<name>/SKILL.md (this project) or ~/.capstan/skills/<name>/SKILL.md (everywhere); .claude/skills works too. /skillify makes one from this conversation.'

export const skillsCommand: Command = {
  name: 'skills',
  description: 'Show skills: where they come from, who can call them, what they cost; switch one on or off',
  argumentHint: '[on|off name]',
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'skills', when: 'bare' },
  async run(args, { engine, rich }) {
    const [word = '', name, ...rest] = args.split(/\s+/).filter(each => each !== '')
    if (word !== '') {
      const use = SKILL_USES.find(each => each === word)
      if (!use || name === undefined || rest.length > 0)
        throw new OpError(`Write one of ${SKILL_USES.join(', ')}, and the name of a skill.`)
      await engine.send({ type: 'use_skill', name: name.replace(/^\//, ''), use })
    }
    const [all, problems] = await Promise.all([engine.query('skills'), engine.query('extensionProblems')])
    const rows = all.map(skill => [
      `/${skill.name}`,
      sourceOf(skill.source),
      calledBy(skill),
      skill.tokens === 0 ? '–' : skill.tokens,
      short(skill.description),
    ])
    const list =
      all.length === 0 ? NONE : columns(['skill', 'from', 'called by', 'tokens', 'what it does'], rows, rich)
    const wrong = problems.map(({ message, file }) => `${message}${file === undefined ? '' : ` (${file})`}`)
    return {
      kind: 'shown',
      text: [list, ...(wrong.length === 0 ? [] : ['', 'Problems:', ...wrong])].join('\n'),
    }
  },
}

export const reloadSkillsCommand: Command = {
  name: 'reload-skills',
  description: 'Load skills, commands and agents anew',
  group: 'setup',
  headless: true,
  beside: true,
  async run(_, host) {
    const { skills: count, agents: others, problems } = await host.reloadSkills()
    const wrong = problems === 0 ? '' : ` Problems: ${problems}, see /skills.`
    const text = `Loaded ${count} ${count === 1 ? 'skill' : 'skills'} and ${others} ${others === 1 ? 'agent' : 'agents'}.${wrong}`
    return { kind: 'shown', text }
  },
}

const calledBy = ({ off, byPerson, byModel, waitsFor, use }: SkillInfo): string => {
  if (off) return 'off'
  if (use === 'name-only') return 'you and the model (name only)'
  if (waitsFor && byModel)
    return `${byPerson ? 'you; ' : ''}the model once it works on ${waitsFor.join(', ')}`
  if (byPerson && byModel) return 'you and the model'
  return byPerson ? 'you' : byModel ? 'the model' : 'nobody'
}

export const agentsCommand: Command = {
  name: 'agents',
  description: 'List agents; create, edit, delete or try one',
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'agents', when: 'bare' },
  async run(_, { engine, rich }) {
    const [all, problems] = await Promise.all([engine.query('agents'), engine.query('extensionProblems')])
    const rows = all.map(({ name, source, model, tools, description }) => [
      name,
      sourceOf(source),
      model ?? 'as the session',
      tools === undefined ? 'all' : tools.join(', '),
      short(description),
    ])
    const list =
      all.length === 0
        ? 'No agents yet. Put one in .capstan/agents/<name>.md (this project) or ~/.capstan/agents/<name>.md (everywhere); .claude/agents works too.'
        : columns(['agent', 'from', 'model', 'tools', 'when to use it'], rows, rich)
    const wrong = problems
      .filter(({ message }) => /^(?:Agent |--agents)/.test(message))
      .map(({ message, file }) => `${message}${file === undefined ? '' : ` (${file})`}`)
    return {
      kind: 'shown',
      text: [list, ...(wrong.length === 0 ? [] : ['', 'Problems:', ...wrong])].join('\n'),
    }
  },
}

/** The table is for a look; the whole text is in the file. */
const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text)

const sourceOf = (source: ContributionSource): string => {
  if (source.level === 'plugin' || source.level === 'server') return `${source.level} ${source.name}`
  return 'directory' in source && source.directory ? `${source.level} (${source.directory})` : source.level
}

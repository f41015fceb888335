import type { Command } from '../../../protocol/command.ts'
import { SKILL_USES, type SkillInfo } from '../../../protocol/extensions/skill-info.ts'
import type { ContributionSource } from '../../../protocol/extensions/source.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'

const NONE =
  'No skills yet. Put one in .capstan/skills/<name>/SKILL.md (this project) or ~/.capstan/skills/<name>/SKILL.md (everywhere); .claude/skills works too. /skillify makes one from this conversation.'

export const skills: Pick<Command, 'run'> = {
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

export const reloadSkills: Pick<Command, 'run'> = {
  async run(_, host) {
    const { skills: count, agents: others, problems } = await host.reloadSkills()
    const wrong = problems === 0 ? '' : ` Problems: ${problems}, see /skills.`
    const text = `Loaded ${count} ${count === 1 ? 'skill' : 'skills'} and ${others} ${others === 1 ? 'agent' : 'agents'}.${wrong}`
    return { kind: 'shown', text }
  },
}

/** The table is for a look; the whole text is in the file. */
const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text)

const calledBy = ({ off, byPerson, byModel, waitsFor, use }: SkillInfo): string => {
  if (off) return 'off'
  if (use === 'name-only') return 'you and the model (name only)'
  if (waitsFor && byModel)
    return `${byPerson ? 'you; ' : ''}the model once it works on ${waitsFor.join(', ')}`
  if (byPerson && byModel) return 'you and the model'
  return byPerson ? 'you' : byModel ? 'the model' : 'nobody'
}

const sourceOf = (source: ContributionSource): string => {
  if (source.level === 'plugin' || source.level === 'server') return `${source.level} ${source.name}`
  return 'directory' in source && source.directory ? `${source.level} (${source.directory})` : source.level
}

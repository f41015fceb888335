import { dirname } from 'node:path'
import { escapeInvisible } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import { splitWords, substitute } from './substitute.ts'
import { parseTemplate } from './template.ts'

export interface ExpandOptions {
  readonly args: string
  /** `${NAME}` → what it stands for, beside where the skill is. */
  readonly variables: Readonly<Record<string, string>>
  /** Runs a command of the skill and answers what it printed; throws what the person should read. */
  shell(command: FilledCommand): Promise<string>
}

export interface FilledCommand {
  readonly command: string
  /** Words of whoever called the skill are in it; otherwise all of it is its author's. */
  readonly hasArguments: boolean
}

export interface ExpandedSkill {
  readonly text: string
  /** The arguments have a place in it. */
  readonly usesArguments: boolean
  /** What it says without what its commands printed: only there a file can be named. */
  readonly written: string
}

type Called = Pick<Skill, 'file' | 'arguments' | 'body'>

/** The text of a skill as it is called now. Nothing in it can pass for words of this program. */
export const expandSkill = async (skill: Called, options: ExpandOptions): Promise<ExpandedSkill> => {
  const directory = skill.file === undefined ? undefined : dirname(skill.file)
  const args = {
    text: options.args,
    words: splitWords(options.args),
    names: skill.arguments ?? [],
    variables: { ...options.variables, ...directoryVariables(directory) },
  }
  let usesArguments = false
  const fill = (text: string): string => {
    const { text: filled, used } = substitute(text, args)
    usesArguments ||= used
    return filled
  }
  const fillCommand = (written: string): FilledCommand => ({
    command: fill(written),
    hasArguments: substitute(written, args).used && options.args.trim() !== '',
  })
  const parts = parseTemplate(await skill.body()).map(part =>
    part.kind === 'text'
      ? { ...part, text: safe(fill(part.text)) }
      : { kind: part.kind, filled: fillCommand(part.command) },
  )
  const texts = await Promise.all(
    parts.map(async part => (part.kind === 'text' ? part.text : safe(await options.shell(part.filled)))),
  )
  return {
    text: texts.join('').trim(),
    usesArguments,
    written: parts.map(part => (part.kind === 'text' ? part.text : '')).join(''),
  }
}

const safe = (text: string): string => inertTags(escapeInvisible(text))

const directoryVariables = (directory: string | undefined): Readonly<Record<string, string>> =>
  directory === undefined
    ? {}
    : { SKILL_DIR: directory, CAPSTAN_SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory }

const MOST = 6

/** `/a /b words`: up to six skills at once, then what they are given. */
export const stackedSkills = (
  first: string,
  args: string,
  isSkill: (name: string) => boolean,
): { readonly names: readonly string[]; readonly args: string } => {
  const names = [first]
  let rest = args
  while (names.length < MOST) {
    const [line = '', name = ''] = /^\/(\S+)\s*/.exec(rest) ?? []
    if (name === '' || !isSkill(name)) break
    names.push(name)
    rest = rest.slice(line.length)
  }
  return { names, args: rest }
}

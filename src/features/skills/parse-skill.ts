import { escapeInvisible, escapeLine } from '../../lib/escape-text.ts'
import { FieldReader } from '../../lib/field-reader.ts'
import type { MarkdownHead } from '../../lib/markdown-heads.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { FileFault } from '../../protocol/messages/engine/extension-files.ts'
import { EFFORTS, type Effort } from '../../protocol/model.ts'
import type { SkillFile } from './find-skill-files.ts'

/** What a list shows of a description and of when to use it. */
const MAX_DESCRIPTION = 1_536
const MAX_HINT = 120
const MAX_NAME = 120

export interface ParsedSkill {
  readonly skill?: Omit<Skill, 'body'>
  /** What is wrong with it, each with what to do. */
  readonly problems: readonly FileFault[]
}

/** From the head of a file to a skill. Keys nobody knows are ignored; a value that cannot be used is told and left out. */
export const parseSkill = (
  { path, name, kind }: Pick<SkillFile, 'path' | 'name' | 'kind'>,
  { fields, guessed, first, chars }: MarkdownHead,
  options: { readonly nameFromHead?: boolean } = {},
): ParsedSkill => {
  if (!fields) return { problems: [{ row: 'not_yaml' }] }
  const read = new FieldReader(fields)
  const own = options.nameFromHead ? read.text('name') : undefined
  // Others show such a name as a title and go by the directory.
  const called = own === undefined || /\s/.test(own) ? name : own
  if (!isName(called)) return { problems: [{ row: 'skill_name', values: { name: escapeLine(called, 60) } }] }
  if (called.startsWith('mcp__')) return { problems: [{ row: 'skill_prefix' }] }
  const description = read.text('description')
  const skill = {
    name: called,
    kind,
    file: path,
    description: clean(description ?? first, MAX_DESCRIPTION),
    ...defined('whenToUse', bounded(read.text('when_to_use') ?? read.text('when-to-use'), MAX_DESCRIPTION)),
    ...defined('argumentHint', bounded(read.hint('argument-hint'), MAX_HINT)),
    ...defined('arguments', read.list('arguments')),
    ...defined('allowedTools', read.list('allowed-tools')),
    ...defined('disallowedTools', read.list('disallowed-tools')),
    ...defined('model', read.text('model')),
    ...defined('effort', read.choice<Effort>('effort', EFFORTS)),
    context: read.choice('context', ['inline', 'fork'] as const) ?? 'inline',
    ...defined('agent', read.text('agent')),
    ...defined('background', read.flag('background')),
    byPerson: read.flag('user-invocable') ?? true,
    // A plain prompt that says nothing of itself is the person's alone.
    byModel:
      !(read.flag('disable-model-invocation') ?? false) && (kind === 'skill' || description !== undefined),
    ...defined('paths', everywhere(read.list('paths'))),
    ...defined('hooks', read.hooks('hooks') as Skill['hooks']),
    ...defined('shell', read.choice('shell', ['bash', 'powershell'] as const)),
    ...defined('version', read.text('version')),
    chars,
  }
  const remarks: FileFault[] = [
    ...(guessed ? [{ row: 'guessed' } as const] : []),
    ...(own === undefined || own === called
      ? []
      : [
          {
            row: 'skill_renamed',
            values: { own: escapeLine(own, 60), name: escapeLine(called, 60) },
          } as const,
        ]),
  ]
  return { skill, problems: [...remarks, ...read.problems] }
}

const isName = (text: string): boolean => text.length <= MAX_NAME && !/[\s\p{C}/]/u.test(text)

const defined = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V })

const clean = (text: string, most: number): string => {
  const line = escapeInvisible(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

const bounded = (text: string | undefined, most: number): string | undefined =>
  text === undefined ? undefined : clean(text, most)

/** A condition that everything meets is none. */
const everywhere = (paths: readonly string[] | undefined): readonly string[] | undefined =>
  paths?.length === 0 || paths?.some(path => path === '**' || path === '**/*') ? undefined : paths

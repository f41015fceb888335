import { escapeLine } from '../../../lib/escape-text.ts'
import { counted } from '../../../lib/text/counted.ts'
import type { SurveyFinding, SurveyFindingKind } from './finding.ts'
import type { Survey } from './survey.ts'

interface Group {
  readonly title: string
  readonly kinds: readonly SurveyFindingKind[]
}

/** In the order of what they can do. */
const GROUPS: readonly Group[] = [
  { title: 'Programs it wants to run', kinds: ['hook', 'program'] },
  { title: 'Servers it names', kinds: ['server'] },
  { title: 'Plugins it proposes', kinds: ['plugin'] },
  { title: 'Allowed without asking', kinds: ['allow_rule', 'mode'] },
  { title: 'Directories added to the working directories', kinds: ['directory'] },
  { title: 'Environment variables', kinds: ['variable'] },
  { title: 'Skills, commands, agents and workflows', kinds: ['skill', 'command', 'agent', 'workflow'] },
  { title: 'Instructions for the model', kinds: ['instruction'] },
  { title: 'Other settings', kinds: ['setting'] },
  {
    title: 'Git settings and hooks that may run programs (Capstan runs git without them)',
    kinds: ['git_program'],
  },
  { title: 'Links (what lies outside the folder is not trusted with it)', kinds: ['linked'] },
  { title: "Can't be read, so it's ignored", kinds: ['unreadable'] },
  { title: 'Always ignored, trusted or not', kinds: ['never'] },
]

const MOST_LINES = 25
const MOST_NAME = 80
const MOST_DETAIL = 400

/** The survey for a person: every foreign word on one line, escaped, and what is cut is said. */
export const renderSurvey = (survey: Survey): string => {
  const groups = GROUPS.flatMap(group => renderGroup(group, survey.wishes))
  const restrictions = survey.wishes.filter(({ kind }) => kind === 'restriction').length
  return [
    ...(groups.length > 0 ? groups : ['It wants nothing: no hooks, rules, servers or settings were found.']),
    ...(restrictions > 0
      ? [`It also has ${counted(restrictions, 'deny or ask rule')}, which apply trusted or not.`]
      : []),
    ...(survey.cut ? ['The folder is large: not all of it was looked through.'] : []),
  ].join('\n')
}

const renderGroup = ({ title, kinds }: Group, wishes: readonly SurveyFinding[]): readonly string[] => {
  const found = wishes.filter(({ kind }) => kinds.includes(kind))
  if (found.length === 0) return []
  const shown = found.slice(0, MOST_LINES).map(wish => `  ${renderWish(wish)}`)
  const more = found.length - shown.length
  return [`${title}:`, ...shown, ...(more > 0 ? [`  … and ${more} more`] : []), '']
}

const LABELS: Partial<Readonly<Record<SurveyFindingKind, string>>> = {
  hook: 'hook ',
  mode: 'mode ',
  skill: 'skill ',
  command: 'command ',
  agent: 'agent ',
}

const renderWish = ({ kind, name, detail, file }: SurveyFinding): string => {
  const where = name === file ? '' : `   [${escapeLine(file, MOST_NAME)}]`
  const what = `${LABELS[kind] ?? ''}${escapeLine(name, MOST_NAME)}`
  if (detail === undefined) return `${what}${where}`
  const arrow = kind === 'linked' ? ' -> ' : ': '
  return `${what}${arrow}${bounded(detail)}${where}`
}

const bounded = (detail: string): string => {
  const over = Array.from(detail).length - MOST_DETAIL
  return over > 0
    ? `${escapeLine(detail, MOST_DETAIL)} (${counted(over, 'more character')})`
    : escapeLine(detail, MOST_DETAIL)
}

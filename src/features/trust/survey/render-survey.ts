import { escapeLine } from '../../../lib/escape-text.ts'
import { surveyText } from '../../../protocol/messages/cli/survey.ts'
import { lines, mapText } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import type { SurveyFinding, SurveyFindingKind } from './finding.ts'
import type { Survey } from './survey.ts'

/** Rows with something in them. */
type Said = 'restrictions' | 'more' | 'cut' | 'no_json' | 'does' | `${'kind_' | 'wish' | 'verb_'}${string}`

interface Group {
  readonly title: Exclude<keyof typeof surveyText.rows, Said>
  readonly kinds: readonly SurveyFindingKind[]
}

/** In the order of what they can do. */
const GROUPS: readonly Group[] = [
  { title: 'programs', kinds: ['hook', 'program'] },
  { title: 'servers', kinds: ['server'] },
  { title: 'plugins', kinds: ['plugin'] },
  { title: 'allowed', kinds: ['allow_rule', 'mode'] },
  { title: 'directories', kinds: ['directory'] },
  { title: 'variables', kinds: ['variable'] },
  { title: 'skills', kinds: ['skill', 'command', 'agent', 'workflow'] },
  { title: 'instructions', kinds: ['instruction'] },
  { title: 'settings', kinds: ['setting'] },
  { title: 'git', kinds: ['git_program'] },
  { title: 'links', kinds: ['linked'] },
  { title: 'unreadable', kinds: ['unreadable'] },
  { title: 'never', kinds: ['never'] },
]

const MOST_LINES = 25
const MOST_NAME = 80
const MOST_DETAIL = 400

/** The survey for a person: every foreign word on one line, escaped, and what is cut is said. */
export const renderSurvey = (survey: Survey): LocalizedText => {
  const groups = GROUPS.flatMap(group => renderGroup(group, survey.wishes))
  const restrictions = survey.wishes.filter(({ kind }) => kind === 'restriction').length
  return lines([
    ...(groups.length > 0 ? groups : [surveyText('nothing')]),
    ...(restrictions > 0 ? [surveyText('restrictions', { count: restrictions })] : []),
    ...(survey.cut ? [surveyText('large')] : []),
  ])
}

const renderGroup = ({ title, kinds }: Group, wishes: readonly SurveyFinding[]): readonly Text[] => {
  const found = wishes.filter(({ kind }) => kinds.includes(kind))
  if (found.length === 0) return []
  const shown = found.slice(0, MOST_LINES).map(renderWish)
  const more = found.length - shown.length
  return [surveyText(title), ...shown, ...(more > 0 ? [surveyText('more', { count: more })] : []), '']
}

const renderWish = ({ kind, name, detail, file }: SurveyFinding): LocalizedText => {
  const where = name === file ? '' : `   [${escapeLine(file, MOST_NAME)}]`
  const named = escapeLine(name, MOST_NAME)
  const what = isLabeled(kind) ? surveyText(`kind_${kind}`, { name: named }) : named
  if (detail === undefined) return surveyText('wish', { what, where })
  const told = { what, detail: bounded(detail), where }
  return surveyText(kind === 'linked' ? 'wish_linked' : 'wish_detail', told)
}

const LABELED = ['hook', 'mode', 'skill', 'command', 'agent'] as const

const isLabeled = (kind: SurveyFindingKind): kind is (typeof LABELED)[number] =>
  LABELED.some(each => each === kind)

const bounded = (detail: Text): Text => {
  if (typeof detail !== 'string') return mapText(detail, words => escapeLine(words, MOST_DETAIL))
  const over = Array.from(detail).length - MOST_DETAIL
  const text = escapeLine(detail, MOST_DETAIL)
  return over > 0 ? surveyText('cut', { text, count: over }) : text
}

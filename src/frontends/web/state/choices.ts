import { escapeLine } from '../../../lib/escape-text.ts'
import { revealBlanks } from '../../../lib/reveal-blanks.ts'
import type {
  PermissionAnswer,
  PermissionDestination,
  PermissionRequest,
  PermissionUpdate,
  RequestDetails,
} from '../../../protocol/permission.ts'
import type { Words } from '../text/en.ts'

/** What an answer can be, beside the words that may go with it. */
export type Choice =
  | { readonly kind: 'yes' }
  | { readonly kind: 'always'; readonly update: PermissionUpdate }
  | { readonly kind: 'no' }
  | { readonly kind: 'real' }
  | { readonly kind: 'instead' }

export interface ChoiceOption {
  readonly value: Choice
  readonly label: string
  readonly detail?: string
  /** A digit from 1 on, without gaps. */
  readonly hotkey: string
}

/** A longer rule cannot be read before it is saved. */
const MOST_LABEL = 400

/** Yes, no, no with other words, and yes for good (each rule with the file it would be saved in): as the terminal has them. */
export const choicesFor = (
  { decision, details }: PermissionRequest,
  words: Words,
): readonly ChoiceOption[] => {
  const { tried } = details ?? {}
  const label = tried === undefined ? words.yes : tried.canKeep ? words.keepTried : words.runTried
  const yes: Unnumbered = { value: { kind: 'yes' }, label }
  const kind = details?.about?.kind
  // No call of the model is behind it: there is nothing to stop, and nobody to tell.
  if (kind === 'server' || kind === 'page' || kind === 'schedule')
    return numbered([yes, { value: { kind: 'no' }, label: words.justNo }])
  const saves = [...(details?.saves ?? [])]
  // What is not shown whole can only be allowed once.
  const whole = !details?.diff?.cut
  const always = decision.offer.flatMap((update): readonly Unnumbered[] => {
    const own = saves.splice(0, partsOf(update).length)
    if (!whole || (update.type !== 'setMode' && labelOf(update, { details, own }, words).length > MOST_LABEL))
      return []
    return alwaysOptions(update, { details, own }, words)
  })
  return numbered([
    yes,
    { value: { kind: 'no' }, label: tried?.canKeep ? words.discardTried : words.no },
    { value: { kind: 'instead' }, label: words.instead },
    ...(tried?.canKeep ? [{ value: { kind: 'real' as const }, label: words.runForReal }] : []),
    ...always,
  ])
}

type Unnumbered = Omit<ChoiceOption, 'hotkey'>

const MOST_NUMBERED = 9

const numbered = (options: readonly Unnumbered[]): readonly ChoiceOption[] =>
  options.slice(0, MOST_NUMBERED).map((option, at) => ({ ...option, hotkey: String(at + 1) }))

/** A rule that would be saved for the project can also be had for less or for more: the least comes first. */
const alwaysOptions = (
  update: PermissionUpdate,
  { details, own }: Saves,
  words: Words,
): readonly Unnumbered[] => {
  const label = labelOf(update, { details, own }, words)
  const file = own.find(save => save.file !== undefined)?.file
  const saved = (where: string): string => (file === undefined ? where : words.savedIn(file, where))
  if (update.type !== 'addRules' || update.destination !== 'localSettings')
    return [{ value: { kind: 'always', update }, label, detail: saved(whereOf(update.destination, words)) }]
  const user = details?.places?.find(({ destination }) => destination === 'userSettings')
  const to = (destination: PermissionDestination): Choice => ({
    kind: 'always',
    update: { ...update, destination },
  })
  return [
    { value: to('session'), label, detail: words.forSession },
    { value: to('localSettings'), label: words.sameProject, detail: saved(words.onlyYou) },
    ...(user ? [{ value: to('userSettings'), label: words.sameUser, detail: user.file }] : []),
  ]
}

interface Saves {
  readonly details: RequestDetails | undefined
  /** What this update would save. */
  readonly own: RequestDetails['saves']
}

const labelOf = (update: PermissionUpdate, { details, own }: Saves, words: Words): string => {
  if (update.type === 'setMode') return words.alwaysMode(update.mode)
  const shown = (text: string): string => escapeLine(revealBlanks(text, words.blanks), 1_000)
  const parts = partsOf(update).map(shown).join(', ')
  if ('directories' in update) return words.alwaysDirectory(parts)
  const [rule, ...more] = update.rules
  const site =
    update.type === 'addRules' &&
    (details?.about?.kind === 'network' || details?.about?.kind === 'browser') &&
    more.length === 0
      ? /^domain:(.+)$/.exec(rule?.ruleContent ?? '')?.[1]
      : undefined
  if (site !== undefined) return words.alwaysSite(shown(site))
  // What would be saved is said by whoever saves it.
  return words.alwaysRule(own.length > 0 ? own.map(save => shown(save.rule)).join(', ') : parts)
}

/** What the update adds, piece by piece. */
const partsOf = (update: PermissionUpdate): readonly string[] => {
  if (update.type === 'setMode') return [update.mode]
  if ('directories' in update) return update.directories
  return update.rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  )
}

const whereOf = (destination: PermissionDestination, words: Words): string =>
  ({
    userSettings: words.whereUser,
    projectSettings: words.whereProject,
    localSettings: words.whereLocal,
    session: words.forSession,
    cliArg: words.forSession,
    script: words.forScript,
  })[destination]

/** What the session is told. Without a word about what to do instead there is nothing to go on with. */
export const answerTo = (choice: Choice, comment = ''): PermissionAnswer => {
  const note = comment.trim() === '' ? {} : { note: comment.trim() }
  if (choice.kind === 'yes') return { behavior: 'allow', ...note }
  if (choice.kind === 'real') return { behavior: 'allow', forReal: true, ...note }
  if (choice.kind === 'always') return { behavior: 'allow', updatedPermissions: [choice.update], ...note }
  return comment.trim() === ''
    ? { behavior: 'deny', message: '', interrupt: true }
    : { behavior: 'deny', message: comment.trim() }
}

/** What is asked about destroys, leaks or leaves the sandbox. */
export const isDangerous = ({ decision, details }: PermissionRequest): boolean =>
  decision.because.type === 'sandboxOverride' || (details?.dangers ?? []).length > 0

const titleIn = (details: PermissionRequest['details'], toolName: string, words: Words): string =>
  details?.localizedTitle ? words.localize(details.localizedTitle) : (details?.title ?? toolName)

export const titleOf = ({ details, toolName, agent }: PermissionRequest, words: Words): string => {
  const title = details?.about ? words.askedAbout(details.about) : titleIn(details, toolName, words)
  const line = escapeLine(title, 300)
  return agent ? words.agentAsks(escapeLine(agent.name), line) : line
}

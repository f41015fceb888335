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
  | { readonly kind: 'instead' }

export interface ChoiceOption {
  readonly value: Choice
  readonly label: string
  readonly detail?: string
  /** The same in every question, also where others are not offered. */
  readonly hotkey: string
}

/** A longer rule cannot be read before it is saved. */
const MOST_LABEL = 400

/** Yes, yes for good (each rule with the file it would be saved in), no, and no with other words: as the terminal has them. */
export const choicesFor = (
  { decision, details }: PermissionRequest,
  words: Words,
): readonly ChoiceOption[] => {
  const saves = [...(details?.saves ?? [])]
  // What is not shown whole can only be allowed once.
  const whole = !details?.diff?.cut
  const always = decision.offer.flatMap((update): readonly Unnumbered[] => {
    const own = saves.splice(0, partsOf(update).length)
    if (!whole || (update.type !== 'setMode' && labelOf(update, own, words).length > MOST_LABEL)) return []
    return [alwaysOption(update, own, words), ...elsewhere(update, details, words)]
  })
  const yes: ChoiceOption = { value: { kind: 'yes' }, label: words.yes, hotkey: '1' }
  const kind = details?.about?.kind
  // No call of the model is behind it: there is nothing to stop, and nobody to tell.
  if (kind === 'server' || kind === 'page' || kind === 'schedule')
    return [yes, { value: { kind: 'no' }, label: words.justNo, hotkey: '5' }]
  return [
    yes,
    ...numbered(always),
    { value: { kind: 'no' }, label: words.no, hotkey: '5' },
    { value: { kind: 'instead' }, label: words.instead, hotkey: '6' },
  ]
}

type Unnumbered = Omit<ChoiceOption, 'hotkey'>

const SLOTS: Readonly<Record<PermissionDestination, string>> = {
  session: '3',
  cliArg: '3',
  userSettings: '4',
  localSettings: '2',
  projectSettings: '2',
}

const numbered = (always: readonly Unnumbered[]): readonly ChoiceOption[] => {
  const free = ['2', '3', '4', '7', '8', '9']
  return always.flatMap(option => {
    const { value } = option
    const wanted =
      value.kind === 'always' && value.update.type !== 'setMode' ? SLOTS[value.update.destination] : '2'
    const [hotkey] = free.splice(Math.max(0, free.indexOf(wanted)), 1)
    return hotkey === undefined ? [] : [{ ...option, hotkey }]
  })
}

const alwaysOption = (update: PermissionUpdate, saves: RequestDetails['saves'], words: Words): Unnumbered => {
  const file = saves.find(save => save.file !== undefined)?.file
  return {
    value: { kind: 'always', update },
    label: labelOf(update, saves, words),
    detail: file === undefined ? words.forSession : words.savedIn(file, whereOf(update.destination, words)),
  }
}

/** A rule that would be saved for the project can also be had for less or for more. */
const elsewhere = (
  update: PermissionUpdate,
  details: RequestDetails | undefined,
  words: Words,
): readonly Unnumbered[] => {
  if (update.type !== 'addRules' || update.destination !== 'localSettings') return []
  const user = details?.places?.find(({ destination }) => destination === 'userSettings')
  const to = (destination: PermissionDestination): Choice => ({
    kind: 'always',
    update: { ...update, destination },
  })
  const inSession: Unnumbered = { value: to('session'), label: words.sameSession }
  return user
    ? [inSession, { value: to('userSettings'), label: words.sameUser, detail: user.file }]
    : [inSession]
}

const labelOf = (update: PermissionUpdate, saves: RequestDetails['saves'], words: Words): string => {
  if (update.type === 'setMode') return words.alwaysMode(update.mode)
  const shown = (text: string): string => escapeLine(revealBlanks(text, words.blanks), 1_000)
  const parts = partsOf(update).map(shown).join(', ')
  if ('directories' in update) return words.alwaysDirectory(parts)
  const [rule, ...more] = update.rules
  const site =
    update.type === 'addRules' && rule?.toolName === 'WebFetch' && more.length === 0
      ? /^domain:(.+)$/.exec(rule.ruleContent ?? '')?.[1]
      : undefined
  if (site !== undefined) return words.alwaysSite(shown(site))
  // What would be saved is said by whoever saves it.
  return words.alwaysRule(saves.length > 0 ? saves.map(save => shown(save.rule)).join(', ') : parts)
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
  })[destination]

/** What the session is told. Without a word about what to do instead there is nothing to go on with. */
export const answerTo = (choice: Choice, comment = ''): PermissionAnswer => {
  const note = comment.trim() === '' ? {} : { note: comment.trim() }
  if (choice.kind === 'yes') return { behavior: 'allow', ...note }
  if (choice.kind === 'always') return { behavior: 'allow', updatedPermissions: [choice.update], ...note }
  return comment.trim() === ''
    ? { behavior: 'deny', message: '', interrupt: true }
    : { behavior: 'deny', message: comment.trim() }
}

/** What is asked about destroys, leaks or leaves the sandbox. */
export const isDangerous = ({ decision, details }: PermissionRequest): boolean =>
  decision.because.type === 'sandboxOverride' || (details?.dangers ?? []).length > 0

export const titleOf = ({ details, toolName, agent }: PermissionRequest, words: Words): string => {
  const title = details?.about ? words.askedAbout(details.about) : (details?.title ?? toolName)
  const line = escapeLine(title, 300)
  return agent ? words.agentAsks(escapeLine(agent.name), line) : line
}

import { revealBlanks } from '../../../../lib/reveal-blanks.ts'
import type {
  PermissionAnswer,
  PermissionDestination,
  PermissionRequest,
  PermissionUpdate,
  RequestDetails,
} from '../../../../protocol/permission.ts'
import type { Words } from '../../text/words.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { numbered } from '../../widgets/numbered.ts'
import type { Option } from '../../widgets/widget-props.ts'

/** What an answer can be, beside the words that may go with it. */
export type Choice =
  | { readonly kind: 'yes' }
  | { readonly kind: 'always'; readonly update: PermissionUpdate }
  | { readonly kind: 'no' }
  | { readonly kind: 'instead' }
  | { readonly kind: 'divide' }
  | { readonly kind: 'real' }
  | { readonly kind: 'terminal' }

interface ChoiceLook {
  readonly words: Words['dialogs']
  /** A path as it is shown. */
  shorten(path: string): string
  /** False: not all of what is asked about is in sight, so that nothing of it can be allowed for good. */
  readonly whole?: boolean
}

/** A longer rule cannot be read before it is saved. */
const MOST_LABEL = 400
/** Each has its digit beside the three that are always there. */
const MOST_ALWAYS = 5

/**
 * Yes, no, no with other words, and yes for good (each rule with the file it would be saved in). What is in every question
 * comes first: its number is the same in all of them.
 */
export const choicesFor = (
  { decision, details }: PermissionRequest,
  look: ChoiceLook,
): readonly Option<Choice>[] => {
  const { words } = look
  const { tried } = details ?? {}
  const yes: Unnumbered = { value: { kind: 'yes' }, label: yesLabel(tried, words) }
  // No call of the model is behind it: there is nothing to stop, and nobody to tell.
  const kind = details?.about?.kind
  if (kind === 'server' || kind === 'page' || kind === 'schedule')
    return numbered([yes, { value: { kind: 'no' }, label: words.justNo }])
  const saves = [...(details?.saves ?? [])]
  const always = decision.offer.flatMap((update): readonly Unnumbered[] => {
    const own = saves.splice(0, partsOf(update).length)
    return isOffered(update, { details, own }, look) ? alwaysOptions(update, { details, own }, look) : []
  })
  return numbered<Choice>([
    yes,
    { value: { kind: 'no' }, label: tried?.canKeep ? words.discardTried : words.no },
    { value: { kind: 'instead' }, label: words.instead },
    ...(tried?.canKeep ? [{ value: { kind: 'real' as const }, label: words.runForReal }] : []),
    ...(details?.terminal ? [{ value: { kind: 'terminal' as const }, label: words.inTerminal }] : []),
    ...always.slice(0, MOST_ALWAYS),
    ...(details?.diff?.divisible ? [{ value: { kind: 'divide' as const }, label: words.divide }] : []),
  ])
}

const yesLabel = (tried: RequestDetails['tried'], words: Words['dialogs']): string => {
  if (tried === undefined) return words.yes
  return tried.canKeep ? words.keepTried : words.runTried
}

/** What is asked about destroys, leaks or leaves the sandbox. */
export const isDangerous = ({ decision, details }: PermissionRequest): boolean =>
  decision.because.type === 'sandboxOverride' || (details?.dangers ?? []).length > 0

/** The answer that is pointed at first: an Enter too many must not allow what is dangerous. */
export const startOf = (request: PermissionRequest, options: readonly Option<Choice>[]): number =>
  isDangerous(request) ? options.findIndex(({ value }) => value.kind === 'no') : 0

/** A mode that lasts as long as the session is about what comes next; only what cannot be shown at all forbids it. */
const isOffered = (
  update: PermissionUpdate,
  { details, own }: Saves,
  { words, whole = true }: ChoiceLook,
): boolean => {
  if (update.type === 'setMode' && update.destination === 'session') return whole || !details?.diff?.cut
  return whole && labelOf(update, { details, own }, words).length <= MOST_LABEL
}

type Unnumbered = Omit<Option<Choice>, 'hotkey'>

interface Saves {
  readonly details: RequestDetails | undefined
  /** What this update would save. */
  readonly own: RequestDetails['saves']
}

/** A rule that would be saved for the project can also be had for less or for more: the least comes first. */
const alwaysOptions = (
  update: PermissionUpdate,
  { details, own }: Saves,
  { words, shorten }: ChoiceLook,
): readonly Unnumbered[] => {
  const label = labelOf(update, { details, own }, words)
  const file = own.find(save => save.file !== undefined)?.file
  const saved = file === undefined ? undefined : shorten(file)
  if (update.type !== 'addRules' || update.destination !== 'localSettings')
    return [
      {
        value: { kind: 'always', update },
        label,
        ...savedIn(saved, whereOf(update.destination, words), words),
      },
    ]
  const user = details?.places?.find(({ destination }) => destination === 'userSettings')
  const to = (destination: PermissionDestination): Choice => ({
    kind: 'always',
    update: { ...update, destination },
  })
  return [
    { value: to('session'), label, detail: words.forSession },
    { value: to('localSettings'), label: words.sameProject, ...savedIn(saved, words.onlyYou, words) },
    ...(user
      ? [
          {
            value: to('userSettings'),
            label: words.sameUser,
            detail: shorten(user.file),
            brief: shorten(user.file),
          },
        ]
      : []),
  ]
}

/** The file is what matters, when there is no room for more. */
const savedIn = (
  file: string | undefined,
  where: string,
  words: Words['dialogs'],
): { readonly detail: string; readonly brief?: string } =>
  file === undefined ? { detail: where } : { detail: words.savedIn(file, where), brief: file }

const labelOf = (update: PermissionUpdate, { details, own }: Saves, words: Words['dialogs']): string => {
  if (update.type === 'setMode') return words.alwaysMode(update.mode)
  const shown = (text: string): string => safeLine(revealBlanks(text, words.blanks))
  const parts = partsOf(update).map(shown).join(', ')
  if ('directories' in update) return words.alwaysDirectory(parts)
  const site = siteOf(update, details)
  if (site !== undefined) return words.alwaysSite(shown(site))
  // What would be saved is said by whoever saves it.
  return words.alwaysRule(own.length > 0 ? own.map(({ rule }) => shown(rule)).join(', ') : parts)
}

/** The host of a rule for pages of one site. */
const siteOf = (update: PermissionUpdate, details: RequestDetails | undefined): string | undefined => {
  const [rule, ...more] = update.type === 'addRules' ? update.rules : []
  return (details?.about?.kind === 'network' || details?.about?.kind === 'browser') && more.length === 0
    ? /^domain:(.+)$/.exec(rule?.ruleContent ?? '')?.[1]
    : undefined
}

/** What the update adds, piece by piece. */
const partsOf = (update: PermissionUpdate): readonly string[] => {
  if (update.type === 'setMode') return [update.mode]
  if ('directories' in update) return update.directories
  return update.rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  )
}

const whereOf = (destination: PermissionDestination, words: Words['dialogs']): string =>
  ({
    userSettings: words.whereUser,
    projectSettings: words.whereProject,
    localSettings: words.whereLocal,
    session: words.forSession,
    cliArg: words.forSession,
    script: words.forScript,
  })[destination]

/** What the engine is told. The words go with it: they stand in the result of the call. */
export const answerTo = (choice: Choice, comment: string): PermissionAnswer => {
  switch (choice.kind) {
    case 'yes':
    case 'divide':
      return { behavior: 'allow', ...noted(comment) }
    case 'real':
      return { behavior: 'allow', forReal: true, ...noted(comment) }
    case 'terminal':
      return { behavior: 'allow', inTerminal: true, ...noted(comment) }
    case 'always':
      return { behavior: 'allow', updatedPermissions: [choice.update], ...noted(comment) }
    case 'no':
    case 'instead':
      // Without a word about what to do instead there is nothing to go on with.
      return comment.trim() === ''
        ? { behavior: 'deny', message: '', interrupt: true }
        : { behavior: 'deny', message: comment.trim() }
  }
}

const noted = (comment: string): { readonly note?: string } =>
  comment.trim() === '' ? {} : { note: comment.trim() }

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
import type { Option } from '../../widgets/widget-props.ts'

/** What an answer can be, beside the words that may go with it. */
export type Choice =
  | { readonly kind: 'yes' }
  | { readonly kind: 'always'; readonly update: PermissionUpdate }
  | { readonly kind: 'no' }
  | { readonly kind: 'instead' }

interface ChoiceLook {
  readonly words: Words['dialogs']
  /** A path as it is shown. */
  shorten(path: string): string
  /** False: not all of what is asked about is in sight, so that nothing of it can be allowed for good. */
  readonly whole?: boolean
}

/** A longer rule cannot be read before it is saved. */
const MOST_LABEL = 400

/** Yes, yes for good (each rule with the file it would be saved in), no, and no with other words. */
export const choicesFor = (
  { decision, details }: PermissionRequest,
  look: ChoiceLook,
): readonly Option<Choice>[] => {
  const { words } = look
  const saves = [...(details?.saves ?? [])]
  const always = decision.offer.flatMap((update): readonly Unnumbered[] => {
    const own = saves.splice(0, partsOf(update).length)
    if (!isOffered(update, { details, own }, look)) return []
    return [alwaysOption(update, own, look), ...elsewhere(update, details, look)]
  })
  const yes = { value: { kind: 'yes' }, label: words.yes, hotkey: '1' } as const
  // No call of the model is behind it: there is nothing to stop, and nobody to tell.
  const kind = details?.about?.kind
  if (kind === 'server' || kind === 'page' || kind === 'schedule')
    return [yes, { value: { kind: 'no' }, label: words.justNo, hotkey: '5' }]
  return [
    yes,
    ...numbered(always),
    { value: { kind: 'no' } as const, label: words.no, hotkey: '5' },
    { value: { kind: 'instead' } as const, label: words.instead, hotkey: '6' },
  ]
}

/** What is asked about destroys, leaks or leaves the sandbox. */
export const isDangerous = ({ decision, details }: PermissionRequest): boolean =>
  decision.because.type === 'sandboxOverride' || (details?.dangers ?? []).length > 0

/** The answer that is pointed at first: an Enter too many must not allow what is dangerous. */
export const startOf = (request: PermissionRequest, options: readonly Option<Choice>[]): number =>
  isDangerous(request) ? options.findIndex(({ value }) => value.kind === 'no') : 0

/** An answer has the same number in every question, also where others are not offered. */
const numbered = (always: readonly Unnumbered[]): readonly Option<Choice>[] => {
  const free = ['2', '3', '4', '7', '8', '9']
  return always.flatMap(option => {
    const [hotkey] = free.splice(Math.max(0, free.indexOf(slotOf(option.value))), 1)
    return hotkey === undefined ? [] : [{ ...option, hotkey }]
  })
}

const slotOf = (value: Choice): string => {
  if (value.kind !== 'always' || value.update.type === 'setMode') return '2'
  return { session: '3', userSettings: '4', localSettings: '2', projectSettings: '2', cliArg: '3' }[
    value.update.destination
  ]
}

/** A mode that lasts as long as the session is about what comes next; only what cannot be shown at all forbids it. */
const isOffered = (
  update: PermissionUpdate,
  { details, own }: { readonly details: RequestDetails | undefined; readonly own: RequestDetails['saves'] },
  { words, whole = true }: ChoiceLook,
): boolean => {
  if (update.type === 'setMode' && update.destination === 'session') return whole || !details?.diff?.cut
  return whole && labelOf(update, own, words).length <= MOST_LABEL
}

type Unnumbered = Omit<Option<Choice>, 'hotkey'>

const alwaysOption = (
  update: PermissionUpdate,
  saves: RequestDetails['saves'],
  { words, shorten }: ChoiceLook,
): Unnumbered => {
  const file = saves.find(save => save.file !== undefined)?.file
  return {
    value: { kind: 'always', update },
    label: labelOf(update, saves, words),
    detail:
      file === undefined
        ? words.forSession
        : words.savedIn(shorten(file), whereOf(update.destination, words)),
    // The file is what matters, when there is no room for more.
    ...(file === undefined ? {} : { brief: shorten(file) }),
  }
}

/** A rule that would be saved for the project can also be had for less or for more. */
const elsewhere = (
  update: PermissionUpdate,
  details: RequestDetails | undefined,
  { words, shorten }: ChoiceLook,
): readonly Unnumbered[] => {
  if (update.type !== 'addRules' || update.destination !== 'localSettings') return []
  const user = details?.places?.find(({ destination }) => destination === 'userSettings')
  const inSession: Unnumbered = {
    value: { kind: 'always', update: { ...update, destination: 'session' } },
    label: words.sameSession,
  }
  if (!user) return [inSession]
  const everywhere: Unnumbered = {
    value: { kind: 'always', update: { ...update, destination: 'userSettings' } },
    label: words.sameUser,
    detail: shorten(user.file),
    brief: shorten(user.file),
  }
  return [inSession, everywhere]
}

const labelOf = (
  update: PermissionUpdate,
  saves: RequestDetails['saves'],
  words: Words['dialogs'],
): string => {
  if (update.type === 'setMode') return words.alwaysMode(update.mode)
  const shown = (text: string): string => safeLine(revealBlanks(text, words.blanks))
  const parts = partsOf(update).map(shown).join(', ')
  if ('directories' in update) return words.alwaysDirectory(parts)
  const site = siteOf(update)
  if (site !== undefined) return words.alwaysSite(shown(site))
  // What would be saved is said by whoever saves it.
  return words.alwaysRule(saves.length > 0 ? saves.map(({ rule }) => shown(rule)).join(', ') : parts)
}

/** The host of a rule for pages of one site. */
const siteOf = (update: PermissionUpdate): string | undefined => {
  const [rule, ...more] = update.type === 'addRules' ? update.rules : []
  return rule?.toolName === 'WebFetch' && more.length === 0
    ? /^domain:(.+)$/.exec(rule.ruleContent ?? '')?.[1]
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
  })[destination]

/** What the engine is told. The words go with it: they stand in the result of the call. */
export const answerTo = (choice: Choice, comment: string): PermissionAnswer => {
  switch (choice.kind) {
    case 'yes':
      return { behavior: 'allow', ...noted(comment) }
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

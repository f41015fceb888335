import type { PermissionOption } from '@agentclientprotocol/sdk'
import { escapeText } from '../../../lib/escape-text.ts'
import { revealBlanks } from '../../../lib/reveal-blanks.ts'
import { acpText } from '../../../protocol/messages/host/acp.ts'
import type { Localize, LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modeName } from '../../../protocol/messages/permissions/permissions.ts'
import type {
  PermissionAnswer,
  PermissionDestination,
  PermissionRequest,
  PermissionUpdate,
  RequestDetails,
} from '../../../protocol/permission.ts'

/** One answer a person can give, as the client offers it, and what it comes to. */
export interface Choice {
  readonly option: PermissionOption
  readonly answer: PermissionAnswer
}

/** A longer rule cannot be read before it is saved. */
const MOST_NAME = 300

export const REJECTED: PermissionAnswer = { behavior: 'deny', message: '' }
export const STOPPED: PermissionAnswer = { behavior: 'deny', message: '', interrupt: true }

/**
 * Yes, yes for good (each rule by its name, with how far it reaches), no, and no with the end of the turn. Clients may
 * bind a key to a kind of option and send any of that kind: only those that list the options get several of one.
 */
export const permissionChoices = (
  request: PermissionRequest,
  { localize, listed }: { readonly localize: Localize; readonly listed: boolean },
): readonly Choice[] => {
  const choices = allChoices(request, localize)
  if (listed) return choices
  return choices
    .filter(({ option: { kind } }, at) => at === firstOf(kind, choices))
    .map(({ option, answer }) => ({ option: { ...option, optionId: ONE_OF_KIND[option.kind] }, answer }))
}

/** Some clients know these ids and take any other for a no (avante.nvim). */
export const ONE_OF_KIND = {
  allow_once: 'allow',
  allow_always: 'allow_always',
  reject_once: 'reject',
  reject_always: 'reject_always',
} as const satisfies Record<PermissionOption['kind'], string>

const firstOf = (kind: PermissionOption['kind'], choices: readonly Choice[]): number =>
  choices.findIndex(({ option }) => option.kind === kind)

const allChoices = ({ decision, details }: PermissionRequest, localize: Localize): readonly Choice[] => {
  const { tried } = details ?? {}
  const allow = choice('allow', localize(acpText(allowRow(tried))), {
    kind: 'allow_once',
    answer: { behavior: 'allow' },
  })
  const reject = choice('reject', localize(acpText(tried?.canKeep ? 'discard_tried' : 'reject')), {
    kind: 'reject_once',
    answer: REJECTED,
  })
  // No call of the model is behind it: there is nothing to go on with, and nothing to stop.
  const kind = details?.about?.kind
  if (kind === 'server' || kind === 'page' || kind === 'schedule') return [allow, reject]
  const saves = [...(details?.saves ?? [])]
  const always = decision.offer.flatMap((update, at) => {
    const own = saves.splice(0, partsOf(update).length)
    // Of a change that is not shown whole nothing is allowed for good.
    if (details?.diff?.cut && update.type !== 'setMode') return []
    return alwaysChoices(update, own, { at, details, localize })
  })
  return [
    allow,
    ...(tried?.canKeep
      ? [
          choice('run', localize(acpText('run_for_real')), {
            kind: 'allow_once',
            answer: { behavior: 'allow', forReal: true },
          }),
        ]
      : []),
    ...always,
    reject,
    choice('stop', localize(acpText('reject_and_stop')), { kind: 'reject_once', answer: STOPPED }),
  ]
}

const allowRow = (tried: RequestDetails['tried']): 'allow' | 'keep_tried' | 'run_tried' => {
  if (tried === undefined) return 'allow'
  return tried.canKeep ? 'keep_tried' : 'run_tried'
}

const choice = (
  optionId: string,
  name: string,
  { kind, answer }: { readonly kind: PermissionOption['kind']; readonly answer: PermissionAnswer },
): Choice => ({ option: { optionId, name, kind }, answer })

/** A rule that would be saved for the project can also be had for less or for more; what reaches least comes first. */
const alwaysChoices = (
  update: PermissionUpdate,
  saves: RequestDetails['saves'],
  {
    at,
    details,
    localize,
  }: { readonly at: number; readonly details: RequestDetails | undefined; readonly localize: Localize },
): readonly Choice[] => {
  const parts = saves.length > 0 ? saves.map(({ rule }) => rule) : partsOf(update)
  const what = nameOf(update, parts.map(shown).join(', '))
  if (what.text.length > MOST_NAME) return []
  const reaches: PermissionDestination[] = [update.destination]
  if (update.type === 'addRules' && update.destination === 'localSettings') {
    reaches.unshift('session')
    if (details?.places?.some(({ destination }) => destination === 'userSettings'))
      reaches.push('userSettings')
  }
  return reaches.map(destination =>
    choice(
      `always-${at}-${destination}`,
      localize(acpText('reaching', { what, reach: acpText(REACH[destination]) })),
      {
        kind: 'allow_always',
        answer: { behavior: 'allow', updatedPermissions: [{ ...update, destination }] },
      },
    ),
  )
}

const REACH = {
  session: 'this_session',
  cliArg: 'this_session',
  script: 'this_script',
  localSettings: 'this_project',
  projectSettings: 'project_everyone',
  userSettings: 'all_projects',
} as const satisfies Record<PermissionDestination, string>

const nameOf = (update: PermissionUpdate, parts: string): LocalizedText => {
  if (update.type === 'setMode')
    return update.mode === 'acceptEdits'
      ? acpText('allow_edits')
      : acpText('allow_and_switch', { mode: modeName(update.mode) })
  return 'directories' in update
    ? acpText('allow_and_work_in', { directories: parts })
    : acpText('always_allow', { rules: parts })
}

/** What a rule is made of comes from a model: what cannot be seen is shown. */
const shown = (text: string): string => escapeText(revealBlanks(text)).replaceAll('\n', '⏎')

const partsOf = (update: PermissionUpdate): readonly string[] => {
  if (update.type === 'setMode') return [update.mode]
  if ('directories' in update) return update.directories
  return update.rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  )
}

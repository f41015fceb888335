import { describeAction, describeFields } from '../../../lib/text/describe-fields.ts'
import { surveyText } from '../../../protocol/messages/cli/survey.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { inWords, isJson, type Json, listIn, type SurveyFinding, type SurveyFindingKind } from './finding.ts'

export interface SettingsFile {
  readonly file: string
  readonly value: unknown
  /** Whether a key, or `env.NAME`, counts for nothing when this file says it. */
  never(key: string): boolean
}

type Say = (kind: SurveyFindingKind, name: string, detail?: Text) => void

/** What one settings file wants. It may be of any shape: what is not understood is shown as it is. */
export const settingsFindings = ({ file, value, never }: SettingsFile): readonly SurveyFinding[] => {
  const wishes: SurveyFinding[] = []
  const say: Say = (kind, name, detail) =>
    void wishes.push({ kind, file, name, ...(detail === undefined ? {} : { detail }) })
  if (!isJson(value)) {
    say('unreadable', file, surveyText('no_object'))
    return wishes
  }
  for (const [key, wanted] of Object.entries(value))
    if (never(key)) say('never', key, inWords(wanted))
    else if (Object.hasOwn(KEYS, key)) KEYS[key]?.(wanted, say, never)
    else if (isProgram(wanted)) say('program', key, describeAction(wanted))
    else if (PROGRAM_KEYS.test(key)) say('program', key, inWords(wanted))
    else say('setting', key, inWords(wanted))
  return wishes
}

/** Their value is a command. */
const PROGRAM_KEYS = /(?:Helper|AuthRefresh|CredentialExport)$/

/** Of whatever key: what carries a command is there to be run. */
const isProgram = (value: unknown): value is Json => isJson(value) && value['command'] !== undefined

const KEYS: Readonly<Record<string, (value: unknown, say: Say, never: SettingsFile['never']) => void>> = {
  hooks: (value, say) => {
    if (!isJson(value)) return say('hook', 'hooks', inWords(value))
    for (const [event, groups] of Object.entries(value))
      for (const group of listIn(groups)) sayGroup(event, group, say)
  },
  env: (value, say, never) => {
    if (!isJson(value)) return say('variable', 'env', inWords(value))
    for (const [name, text] of Object.entries(value))
      say(
        never(`env.${name}`) ? 'never' : 'variable',
        never(`env.${name}`) ? `env.${name}` : name,
        inWords(text),
      )
  },
  permissions: (value, say, never) => {
    if (!isJson(value)) return say('setting', 'permissions', inWords(value))
    for (const [key, wanted] of Object.entries(value))
      if (never(`permissions.${key}`) && isUnchecked(wanted))
        say('never', `permissions.${key}`, inWords(wanted))
      else sayPermission(key, wanted, say)
  },
  mcpServers: (value, say) => sayServers(value, say),
  enabledPlugins: (value, say) => {
    if (isJson(value)) for (const [name, on] of Object.entries(value)) say('plugin', name, inWords(on))
    else for (const name of listIn(value)) say('plugin', inWords(name))
  },
  extraKnownMarketplaces: (value, say) => {
    if (!isJson(value)) return say('plugin', 'marketplace', inWords(value))
    for (const [name, source] of Object.entries(value)) say('plugin', `marketplace ${name}`, inWords(source))
  },
}

const sayGroup = (event: string, group: unknown, say: Say): void => {
  if (!isJson(group)) {
    say('hook', event, inWords(group))
    return
  }
  const matcher = group['matcher']
  const name =
    matcher === undefined || matcher === '' || matcher === '*' ? event : `${event} (${inWords(matcher)})`
  for (const handler of listIn(group['hooks'])) say('hook', name, describeAction(handler))
}

const isUnchecked = (mode: unknown): boolean => mode === 'bypassPermissions' || mode === 'auto'

const sayPermission = (key: string, wanted: unknown, say: Say): void => {
  if (key === 'deny' || key === 'ask')
    for (const rule of listIn(wanted)) say('restriction', `${key} ${inWords(rule)}`)
  else if (key === 'allow') for (const rule of listIn(wanted)) say('allow_rule', inWords(rule))
  else if (key === 'additionalDirectories') for (const path of listIn(wanted)) say('directory', inWords(path))
  else if (key === 'defaultMode') say('mode', inWords(wanted))
  else say('setting', `permissions.${key}`, inWords(wanted))
}

const sayServers = (value: unknown, say: Say): void => {
  if (!isJson(value)) {
    say('server', 'mcpServers', inWords(value))
    return
  }
  for (const [name, server] of Object.entries(value))
    say('server', name, describeFields(server, ['command', 'args']))
}

/** What a `.mcp.json` wants to start. */
export const serverFindings = (file: string, value: unknown): readonly SurveyFinding[] => {
  const wishes: SurveyFinding[] = []
  const servers = isJson(value) ? (value['mcpServers'] ?? value) : value
  sayServers(
    servers,
    (kind, name, detail) =>
      void wishes.push({ kind, file, name, ...(detail === undefined ? {} : { detail }) }),
  )
  return wishes
}

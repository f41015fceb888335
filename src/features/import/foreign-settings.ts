import { importText } from '../../protocol/messages/commands/imports.ts'
import type { Collector } from './collect.ts'
import { commandRule, kindRule, readPrefixRules, type Verdict } from './foreign-rules.ts'
import { type Fields, filesBelow, isFields, readText, textIn } from './read-foreign.ts'

/** Approval policy, sandbox, rules and hooks of Codex; `config` is what its file holds. */
export const codexSettings = (into: Collector, file: string, config: Fields): void => {
  sandboxOf(into, file, textIn(config, 'sandbox_mode'))
  const policy = textIn(config, 'approval_policy')
  if (policy === 'never' || policy === 'on-failure')
    into.skip(file, importText('widens', { what: `approval_policy = "${policy}"` }))
  for (const { file: rules } of filesBelow(into.at('.codex', 'rules'), '.rules'))
    for (const { pattern, verdict } of readPrefixRules(readText(rules) ?? ''))
      into.rule(rules, verdict, commandRule(pattern, verdict))
  into.hooks(file, config['hooks'])
  const own = into.at('.codex', 'hooks.json')
  into.hooks(own, into.json(own)['hooks'])
}

const sandboxOf = (into: Collector, file: string, mode: string | undefined): void => {
  if (mode === 'danger-full-access')
    into.skip(file, importText('widens', { what: `sandbox_mode = "${mode}"` }))
  else if (mode === 'workspace-write' || mode === 'read-only') enclosed(into, file)
}

/** In the sandbox, and asked about as before: being there allows nothing. */
const enclosed = (into: Collector, file: string): void => {
  into.setting(file, ['sandbox'], { enabled: true, autoAllowBashIfSandboxed: false })
}

const GEMINI_KINDS = {
  run_shell_command: 'shell',
  ShellTool: 'shell',
  write_file: 'write',
  replace: 'write',
  read_file: 'read',
  web_fetch: 'network',
  google_web_search: 'web-search',
} as const

export const geminiSettings = (into: Collector, file: string, settings: Fields): void => {
  const tools = fieldsIn(settings, 'tools')
  const both = (key: string, former: string) => [...texts(tools[key]), ...texts(settings[former])]
  for (const written of both('allowed', 'allowedTools')) geminiRule(into, file, { written, verdict: 'allow' })
  for (const written of both('exclude', 'excludeTools')) geminiRule(into, file, { written, verdict: 'deny' })
  const only = both('core', 'coreTools')
  if (only.length > 0)
    into.skip(file, importText('denies_the_rest', { rule: `tools.core [${only.join(', ')}]` }))
  const sandbox = tools['sandbox'] ?? settings['sandbox']
  if (sandbox !== undefined && sandbox !== false && sandbox !== 'false') enclosed(into, file)
  const mode = textIn(fieldsIn(settings, 'general'), 'defaultApprovalMode')
  if (mode === 'plan') into.setting(file, ['permissions', 'defaultMode'], 'plan')
  else if (mode !== undefined && mode !== 'default')
    into.skip(file, importText('widens', { what: `defaultApprovalMode "${mode}"` }))
  differingHooks(into, file, settings['hooks'])
}

/** `run_shell_command(git status)` is what begins with these words; a name alone is all of its calls. */
const geminiRule = (
  into: Collector,
  file: string,
  { written, verdict }: { readonly written: string; readonly verdict: Verdict },
): void => {
  const [, name = '', inner] = /^(\w+)(?:\((.*)\))?$/s.exec(written.trim()) ?? []
  if (!Object.hasOwn(GEMINI_KINDS, name)) {
    if (verdict === 'deny') into.skip(file, importText('deny_not_written', { rule: written }))
    return
  }
  const kind = GEMINI_KINDS[name as keyof typeof GEMINI_KINDS]
  if (kind === 'shell' && inner !== undefined) into.rule(file, verdict, commandRule(`${inner} *`, verdict))
  else if (kind === 'shell' && verdict === 'allow') into.rule(file, verdict, commandRule('*', verdict))
  else into.rule(file, verdict, kindRule(kind, undefined, verdict))
}

const CURSOR_KINDS = ['shell', 'read', 'write'] as const

/** A kind of call with a pattern in brackets: a command by its first word, files by a pattern. */
export const cursorSettings = (into: Collector): void => {
  const name = into.place.scope === 'user' ? 'cli-config.json' : 'cli.json'
  const file = into.at('.cursor', name)
  const permissions = fieldsIn(into.json(file), 'permissions')
  for (const verdict of ['allow', 'deny'] as const)
    for (const written of texts(permissions[verdict])) {
      const [, kind, inner = ''] = /^(\w+)\((.*)\)$/s.exec(written.trim()) ?? []
      const of = CURSOR_KINDS.find(each => each === kind?.toLowerCase())
      if (of === 'shell')
        into.rule(file, verdict, commandRule(/\*$/.test(inner) ? inner : `${inner} *`, verdict))
      else if (of !== undefined) into.rule(file, verdict, kindRule(of, inner, verdict))
      else if (verdict === 'deny') into.skip(file, importText('deny_not_written', { rule: written }))
    }
  const hooks = into.at('.cursor', 'hooks.json')
  differingHooks(into, hooks, into.json(hooks)['hooks'])
}

const OPENCODE_KINDS = {
  edit: 'write',
  read: 'read',
  webfetch: 'network',
  websearch: 'web-search',
} as const

/** A verdict for a kind of call, or one for each pattern, of which the last that matches counts. */
export const opencodeSettings = (into: Collector, file: string, permission: unknown): void => {
  if (permission === 'allow') into.skip(file, importText('widens', { what: 'permission "allow"' }))
  if (!isFields(permission)) return
  for (const [pattern, verdict] of patternsIn(permission['bash']))
    into.rule(file, verdict, commandRule(pattern, verdict))
  for (const [name, verdicts] of Object.entries(permission))
    if (name !== 'bash' && !Object.hasOwn(OPENCODE_KINDS, name))
      for (const [pattern, verdict] of patternsIn(verdicts))
        if (verdict === 'deny')
          into.skip(file, importText('deny_not_written', { rule: `${name} "${pattern}"` }))
  for (const [name, kind] of Object.entries(OPENCODE_KINDS))
    for (const [pattern, verdict] of patternsIn(permission[name])) {
      const isAll = /^\*+$/.test(pattern)
      const others = isFields(permission[name]) && Object.keys(permission[name]).length > 1
      if (isAll && others && verdict === 'deny')
        into.skip(file, importText('denies_the_rest', { rule: `${name} "${pattern}"` }))
      else into.rule(file, verdict, kindRule(kind, isAll ? undefined : pattern, verdict))
    }
}

const patternsIn = (written: unknown): readonly (readonly [string, Verdict])[] => {
  const pairs: readonly (readonly [string, unknown])[] =
    typeof written === 'string' ? [['*', written]] : isFields(written) ? Object.entries(written) : []
  return pairs.flatMap(([pattern, verdict]) =>
    verdict === 'allow' || verdict === 'ask' || verdict === 'deny' ? [[pattern, verdict] as const] : [],
  )
}

/** Commands that VS Code approves by itself: `true` for those that begin so, `false` for those that ask. */
export const copilotSettings = (into: Collector): void => {
  const file = into.at('.vscode', 'settings.json')
  const settings = into.json(file)
  const approved = settings['chat.tools.terminal.autoApprove']
  if (settings['chat.tools.global.autoApprove'] === true || settings['chat.tools.autoApprove'] === true)
    into.skip(file, importText('widens', { what: 'chat.tools.autoApprove' }))
  if (!isFields(approved)) return
  for (const [pattern, written] of Object.entries(approved)) {
    const yes = isFields(written) ? written['approve'] : written
    const verdict = yes === true ? 'allow' : 'ask'
    if (yes === null) continue
    if (pattern.startsWith('/'))
      into.skip(file, importText(yes === true ? 'not_plain' : 'deny_not_written', { rule: pattern }))
    else into.rule(file, verdict, commandRule(`${pattern} *`, verdict))
  }
}

const MOST_IGNORED = 200

/** What a program must not read, line by line as git writes it. */
export const ignoreFile = (into: Collector, name: string): void => {
  const file = into.at(name)
  const lines = (readText(file) ?? '').split(/\r?\n/).map(line => line.trim())
  for (const line of lines.filter(each => each !== '' && !each.startsWith('#')).slice(0, MOST_IGNORED))
    if (line.startsWith('!')) into.skip(file, importText('not_plain', { rule: line }))
    else into.rule(file, 'deny', kindRule('read', line, 'deny'))
}

/** A guard that is given other words would guard nothing, and look as if it did. */
const differingHooks = (into: Collector, file: string, hooks: unknown): void => {
  if (!isFields(hooks)) return
  for (const [event, entries] of Object.entries(hooks))
    for (const command of commandsIn(entries)) into.skip(file, importText('hook_differs', { event, command }))
}

const commandsIn = (entries: unknown): readonly string[] =>
  (Array.isArray(entries) ? entries.filter(isFields) : []).flatMap(entry => [
    ...(textIn(entry, 'command') === undefined ? [] : [textIn(entry, 'command') ?? '']),
    ...commandsIn(entry['hooks']),
  ])

const fieldsIn = (fields: Fields, key: string): Fields => {
  const value = fields[key]
  return isFields(value) ? value : {}
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

import { parseToml, TomlError } from '../../../lib/parse-toml.ts'
import { importText } from '../../../protocol/messages/commands/imports.ts'
import { type Fields, isFields, readText, textIn, withHead } from '../read-foreign.ts'
import type { OwnConfig, OwnText } from './config-to-export.ts'
import type { ExportCollector } from './export-plan.ts'
import { cursorRule, geminiRule, opencodePermission, prefixRule } from './write-rules.ts'
import { forCodex, forCursor, forGemini, forOpencode, type WriteServer } from './write-server.ts'

/** One program that our configuration can be written for. */
export interface ForeignWriter {
  readonly name: string
  readonly title: string
  collect(own: OwnConfig, into: ExportCollector): void
}

/** Arguments are counted from zero here and from one there. */
const fromZero = (body: string): string =>
  body.replace(/\$([0-8])(?!\d)/g, (_, digit: string) => `$${Number(digit) + 1}`)

const describedBy = (head: Fields): Fields => ({ description: textIn(head, 'description') })

/** What limits it here would not limit it there. */
const isLimited = (head: Fields): boolean =>
  ['tools', 'disallowedTools', 'disallowed-tools', 'permissionMode', 'hooks', 'mcpServers'].some(
    key => head[key] !== undefined,
  )

/** Each agent that nothing limits, as a file. */
const agentsAs = (
  own: OwnConfig,
  into: ExportCollector,
  write: (agent: OwnText) => { readonly to: string; readonly content: string },
): void => {
  for (const agent of own.agents)
    if (isLimited(agent.head)) into.none('agent', agent.name)
    else into.file('agent', agent.name, write(agent))
}

const markdownAgent =
  (directory: (name: string) => string) =>
  ({ name, head, body }: OwnText) => ({
    to: directory(`${name}.md`),
    content: withHead({ name: textIn(head, 'name') ?? name, ...describedBy(head) }, body),
  })

const skillsTo = (own: OwnConfig, into: ExportCollector, directory: (name: string) => string): void => {
  for (const { name, from } of own.skills) into.copy(name, from, directory(name))
}

const serversTo = (
  own: OwnConfig,
  into: ExportCollector,
  { file, key, write }: { readonly file: string; readonly key: string; readonly write: WriteServer },
): void => {
  for (const { name, config } of own.servers) {
    const value = write(config)
    if (value === undefined) into.none('server', name)
    else into.json('server', name, { to: file, path: [key, name], value })
  }
}

/** The one file of instructions that a program reads everywhere: only what is called like it. */
const instructionsTo = (own: OwnConfig, into: ExportCollector, to: { name: string; file?: string }): void => {
  for (const { name, head, body } of own.instructions)
    if (name === to.name && to.file !== undefined && Object.keys(head).length === 0)
      into.file('instructions', name, { to: to.file, content: body })
    else into.none('instructions', name)
}

const commandsTo = (
  own: OwnConfig,
  into: ExportCollector,
  write: (command: OwnText) => { readonly to: string; readonly content: string } | undefined,
): void => {
  for (const command of own.commands) {
    const written = isLimited(command.head) ? undefined : write(command)
    if (written) into.file('command', command.name, written)
    else into.none('command', command.name)
  }
}

const codex: ForeignWriter = {
  name: 'codex',
  title: 'Codex',
  collect(own, into) {
    const isUser = into.place.scope === 'user'
    const agents = into.at('.codex', 'AGENTS.md')
    instructionsTo(own, into, { name: 'codex', ...(isUser ? { file: agents } : {}) })
    codexTables(own, into, into.at('.codex', 'config.toml'))
    commandsTo(own, into, ({ name, head, body }) =>
      isUser && !name.includes('/')
        ? {
            to: into.at('.codex', 'prompts', `${name}.md`),
            content: withHead(
              { ...describedBy(head), 'argument-hint': textIn(head, 'argument-hint') },
              fromZero(body),
            ),
          }
        : undefined,
    )
    agentsAs(own, into, ({ name, head, body }) => ({
      to: into.at('.codex', 'agents', `${name}.toml`),
      content: tomlLines({
        name: textIn(head, 'name') ?? name,
        ...describedBy(head),
        developer_instructions: body,
      }),
    }))
    skillsTo(own, into, name => into.at('.agents', 'skills', name))
    const rules = own.rules.map(rule => ({ rule, text: prefixRule(rule) }))
    for (const { rule, text } of rules) if (text === undefined) into.none('rule', rule.rule)
    const texts = rules.flatMap(({ text }) => text ?? [])
    const to = into.at('.codex', 'rules', 'capstan.rules')
    if (texts.length > 0)
      into.file('rule', `capstan.rules (${texts.length})`, { to, content: texts.join('\n') })
  },
}

/** Tables go behind what the file holds, a key of the file itself before it. */
const codexTables = (own: OwnConfig, into: ExportCollector, to: string): void => {
  const present = tomlAt(to)
  if (present === undefined) {
    if (own.servers.length > 0 || own.sandbox)
      into.skipped.push({ kind: 'server', name: to, why: importText('unreadable', { reason: 'TOML' }) })
    return
  }
  const servers = isFields(present['mcp_servers']) ? present['mcp_servers'] : {}
  for (const { name, config } of own.servers) {
    const written = forCodex(config)
    if (!written) into.none('server', name)
    else if (servers[name] !== undefined)
      into.skipped.push({
        kind: 'server',
        name,
        why: importText('theirs', { kind: 'MCP', name, file: 'config.toml' }),
      })
    else {
      const table = `mcp_servers.${tomlKey(name)}`
      into.toml('server', name, { to, table, text: `[${table}]\n${tomlLines(written)}` })
    }
  }
  if (own.sandbox && present['sandbox_mode'] === undefined)
    into.toml('setting', 'sandbox_mode', { to, table: '', text: 'sandbox_mode = "workspace-write"\n' })
}

const tomlAt = (file: string): Fields | undefined => {
  try {
    return parseToml(readText(file) ?? '')
  } catch (error) {
    if (error instanceof TomlError) return undefined
    throw error
  }
}

const tomlKey = (name: string): string => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))

/** Texts, numbers, lists of texts and tables of texts; a string of JSON is one of TOML. */
const tomlLines = (fields: Fields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}\n`)
    .join('')

const tomlValue = (value: unknown): string =>
  isFields(value)
    ? `{ ${Object.entries(value)
        .map(([key, each]) => `${tomlKey(key)} = ${JSON.stringify(each)}`)
        .join(', ')} }`
    : JSON.stringify(value)

const opencode: ForeignWriter = {
  name: 'opencode',
  title: 'opencode',
  collect(own, into) {
    const isUser = into.place.scope === 'user'
    const place = isUser ? ['.config', 'opencode'] : ['.opencode']
    const file = isUser ? into.at(...place, 'opencode.json') : into.at('opencode.json')
    const agents = into.at(...place, 'AGENTS.md')
    instructionsTo(own, into, { name: 'opencode', ...(isUser ? { file: agents } : {}) })
    serversTo(own, into, { file, key: 'mcp', write: forOpencode })
    commandsTo(own, into, ({ name, head, body }) => ({
      to: into.at(...place, 'command', `${name}.md`),
      content: withHead(describedBy(head), fromZero(body)),
    }))
    agentsAs(own, into, ({ name, head, body }) => ({
      to: into.at(...place, 'agent', `${name}.md`),
      content: withHead(describedBy(head), body),
    }))
    skillsTo(own, into, name => into.at(...place, 'skill', name))
    const { permission, left } = opencodePermission(own.rules)
    for (const { rule } of left) into.none('rule', rule)
    if (Object.keys(permission).length > 0)
      into.json('rule', 'permission', { to: file, path: ['permission'], value: permission })
  },
}

const gemini: ForeignWriter = {
  name: 'gemini',
  title: 'Gemini CLI',
  collect(own, into) {
    const file = into.at('.gemini', 'settings.json')
    const isUser = into.place.scope === 'user'
    const guide = isUser ? into.at('.gemini', 'GEMINI.md') : into.at('GEMINI.md')
    instructionsTo(own, into, { name: 'gemini', file: guide })
    serversTo(own, into, { file, key: 'mcpServers', write: forGemini })
    commandsTo(own, into, ({ name, head, body }) =>
      /\$\d|\$ARGUMENTS\[/.test(body)
        ? undefined
        : {
            to: into.at('.gemini', 'commands', `${name}.toml`),
            content: tomlLines({ ...describedBy(head), prompt: geminiPrompt(body) }),
          },
    )
    agentsAs(
      own,
      into,
      markdownAgent(name => into.at('.gemini', 'agents', name)),
    )
    skillsTo(own, into, name => into.at('.gemini', 'skills', name))
    geminiRules(own, into, file)
    if (own.sandbox)
      into.json('setting', 'tools.sandbox', { to: file, path: ['tools', 'sandbox'], value: true })
  },
}

const geminiPrompt = (body: string): string =>
  body
    .replaceAll('$ARGUMENTS', '{{args}}')
    .replace(/!`([^`]*)`/g, '!{$1}')
    .replace(/(^|\s)@([\w./-]+)/g, '$1@{$2}')

const geminiRules = (own: OwnConfig, into: ExportCollector, file: string): void => {
  const written = own.rules.map(rule => ({ rule, as: geminiRule(rule) }))
  for (const key of ['allowed', 'exclude', 'ignored'] as const) {
    const value = written.flatMap(({ as }) => (as?.key === key ? as.texts : []))
    if (value.length === 0) continue
    if (key !== 'ignored') into.json('rule', `tools.${key}`, { to: file, path: ['tools', key], value })
    else if (into.place.scope === 'project')
      into.file('rule', '.geminiignore', { to: into.at('.geminiignore'), content: `${value.join('\n')}\n` })
  }
  for (const { rule, as } of written)
    if (!as || (as.key === 'ignored' && into.place.scope === 'user')) into.none('rule', rule.rule)
}

const cursor: ForeignWriter = {
  name: 'cursor',
  title: 'Cursor',
  collect(own, into) {
    for (const { name, head, body } of own.instructions) {
      if (into.place.scope === 'user') {
        into.none('instructions', name)
        continue
      }
      const { paths } = head
      const globs = Array.isArray(paths) ? paths.join(',') : undefined
      into.file('instructions', name, {
        to: into.at('.cursor', 'rules', `${name.replace(/^cursor-/, '')}.mdc`),
        content: `---\n${globs === undefined ? 'alwaysApply: true' : `globs: ${globs}\nalwaysApply: false`}\n---\n${body}`,
      })
    }
    serversTo(own, into, { file: into.at('.cursor', 'mcp.json'), key: 'mcpServers', write: forCursor })
    commandsTo(own, into, ({ name, head, body }) => ({
      to: into.at('.cursor', 'commands', `${name}.md`),
      content: withHead(describedBy(head), body),
    }))
    agentsAs(
      own,
      into,
      markdownAgent(name => into.at('.cursor', 'agents', name)),
    )
    skillsTo(own, into, name => into.at('.cursor', 'skills', name))
    const permissions: Record<string, string[]> = {}
    for (const one of own.rules) {
      const written = cursorRule(one)
      if (written === undefined) into.none('rule', one.rule)
      else permissions[one.list] = [...(permissions[one.list] ?? []), written]
    }
    const to = into.at('.cursor', into.place.scope === 'user' ? 'cli-config.json' : 'cli.json')
    if (Object.keys(permissions).length > 0)
      into.json('rule', 'permissions', {
        to,
        path: ['permissions'],
        value: { allow: [], deny: [], ...permissions },
      })
  },
}

/** Every program whose form is public; another is a row. */
export const FOREIGN_WRITERS: readonly ForeignWriter[] = [codex, opencode, gemini, cursor]

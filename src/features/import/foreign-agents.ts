import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseToml, TomlError } from '../../lib/parse-toml.ts'
import { importText } from '../../protocol/messages/commands/imports.ts'
import { collectAider } from './aider.ts'
import type { Collector } from './collect.ts'
import {
  codexSettings,
  copilotSettings,
  cursorSettings,
  geminiSettings,
  ignoreFile,
  opencodeSettings,
} from './foreign-settings.ts'
import { type Fields, filesBelow, isFields, readText, textIn } from './read-foreign.ts'

/** One program whose files can be brought over. */
export interface ForeignAgent {
  readonly name: string
  readonly title: string
  collect(into: Collector): void
}

const readToml = (file: string, into: Collector): Fields => {
  const text = readText(file)
  if (text === undefined) return {}
  try {
    return parseToml(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    into.skip(file, importText('unreadable', { reason: error.message }))
    return {}
  }
}

/** Arguments are counted from one there and from zero here. */
const fromOne = (body: string): string =>
  body.replace(/\$([1-9])(?!\d)/g, (_, digit: string) => `$${Number(digit) - 1}`)

const codex: ForeignAgent = {
  name: 'codex',
  title: 'Codex',
  collect(into) {
    const config = into.at('.codex', 'config.toml')
    const settings = readToml(config, into)
    into.servers(config, settings['mcp_servers'])
    codexSettings(into, config, settings)
    // A project's AGENTS.md is read as it is.
    if (into.place.scope === 'user') into.instructions(into.at('.codex', 'AGENTS.md'))
    into.markdownCommands(into.at('.codex', 'prompts'), '.md', fromOne)
    into.skills(into.at('.codex', 'skills'))
    into.skills(into.at('.agents', 'skills'))
    for (const { file, name } of filesBelow(into.at('.codex', 'agents'), '.toml')) {
      const agent = readToml(file, into)
      const description = textIn(agent, 'description')
      into.agent(file, textIn(agent, 'name') ?? name, {
        head: description === undefined ? {} : { description },
        body: textIn(agent, 'developer_instructions') ?? textIn(agent, 'prompt') ?? '',
        notes: agent['model'] === undefined ? [] : [importText('a_model_left_out')],
      })
    }
  },
}

const gemini: ForeignAgent = {
  name: 'gemini',
  title: 'Gemini CLI',
  collect(into) {
    const settings = into.at('.gemini', 'settings.json')
    const written = into.json(settings)
    into.servers(settings, written['mcpServers'])
    geminiSettings(into, settings, written)
    if (into.place.scope === 'project') ignoreFile(into, '.geminiignore')
    into.instructions(into.place.scope === 'user' ? into.at('.gemini', 'GEMINI.md') : into.at('GEMINI.md'))
    for (const { file, name } of filesBelow(into.at('.gemini', 'commands'), '.toml')) {
      const command = readToml(file, into)
      const body = (textIn(command, 'prompt') ?? '')
        .replaceAll('{{args}}', '$ARGUMENTS')
        .replace(/!\{([^}]*)\}/g, '!`$1`')
        .replace(/@\{([^}]*)\}/g, '@$1')
      into.command(file, name, { head: { description: textIn(command, 'description') }, body })
    }
    into.markdownAgents(into.at('.gemini', 'agents'))
    into.skills(into.at('.gemini', 'skills'))
  },
}

const cursor: ForeignAgent = {
  name: 'cursor',
  title: 'Cursor',
  collect(into) {
    cursorSettings(into)
    if (into.place.scope === 'project') ignoreFile(into, '.cursorignore')
    const servers = into.at('.cursor', 'mcp.json')
    into.servers(servers, into.json(servers)['mcpServers'])
    into.instructions(into.at('.cursorrules'))
    for (const { file, name } of filesBelow(into.at('.cursor', 'rules'), '.mdc'))
      into.instructions(file, `cursor-${name}`)
    into.markdownCommands(into.at('.cursor', 'commands'))
    into.markdownAgents(into.at('.cursor', 'agents'))
    into.skills(into.at('.cursor', 'skills'))
  },
}

const opencode: ForeignAgent = {
  name: 'opencode',
  title: 'opencode',
  collect(into) {
    const own = into.place.scope === 'user' ? ['.config', 'opencode'] : ['.opencode']
    const where = into.place.scope === 'user' ? own : []
    for (const file of ['opencode.json', 'opencode.jsonc'].map(name => into.at(...where, name))) {
      const { mcp, command, agent, permission } = into.json(file)
      into.servers(file, mcp)
      opencodeSettings(into, file, permission)
      for (const [name, each] of fieldsOf(command))
        into.command(file, name, {
          head: { description: textIn(each, 'description') },
          body: fromOne(textIn(each, 'template') ?? ''),
        })
      for (const [name, each] of fieldsOf(agent)) {
        const prompt = textIn(each, 'prompt')
        if (prompt === undefined || prompt.startsWith('{file:')) continue
        into.agent(file, name, { head: { description: textIn(each, 'description') }, body: prompt })
      }
    }
    if (into.place.scope === 'user') into.instructions(into.at(...own, 'AGENTS.md'))
    for (const name of ['command', 'commands']) into.markdownCommands(into.at(...own, name), '.md', fromOne)
    for (const name of ['agent', 'agents']) into.markdownAgents(into.at(...own, name))
    for (const name of ['skill', 'skills']) into.skills(into.at(...own, name))
  },
}

const fieldsOf = (value: unknown): readonly (readonly [string, Fields])[] =>
  isFields(value)
    ? Object.entries(value).flatMap(([name, each]) => (isFields(each) ? [[name, each] as const] : []))
    : []

const copilot: ForeignAgent = {
  name: 'copilot',
  title: 'GitHub Copilot',
  collect(into) {
    if (into.place.scope === 'user') {
      const servers = into.at('.copilot', 'mcp-config.json')
      into.servers(servers, into.json(servers)['mcpServers'])
      into.markdownAgents(into.at('.copilot', 'agents'), '.agent.md')
      into.skills(into.at('.copilot', 'skills'))
      return
    }
    copilotSettings(into)
    const servers = into.at('.vscode', 'mcp.json')
    into.servers(servers, into.json(servers)['servers'])
    into.instructions(into.at('.github', 'copilot-instructions.md'))
    for (const { file, name } of filesBelow(into.at('.github', 'instructions'), '.instructions.md'))
      into.instructions(file, `copilot-${name}`)
    into.markdownCommands(into.at('.github', 'prompts'), '.prompt.md')
    into.markdownAgents(into.at('.github', 'agents'), '.agent.md')
    into.markdownAgents(into.at('.github', 'chatmodes'), '.chatmode.md')
    into.skills(into.at('.github', 'skills'))
  },
}

/** A file, or a directory of files. */
const rulesAt = (into: Collector, path: string, agent: string): void => {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) into.instructions(path)
  else for (const { file, name } of filesBelow(path, '.md')) into.instructions(file, `${agent}-${name}`)
}

const windsurf: ForeignAgent = {
  name: 'windsurf',
  title: 'Windsurf',
  collect(into) {
    if (into.place.scope === 'user') {
      const servers = into.at('.codeium', 'windsurf', 'mcp_config.json')
      into.servers(servers, into.json(servers)['mcpServers'])
      return
    }
    into.instructions(into.at('.windsurfrules'))
    rulesAt(into, into.at('.windsurf', 'rules'), 'windsurf')
    into.markdownCommands(into.at('.windsurf', 'workflows'))
  },
}

const cline: ForeignAgent = {
  name: 'cline',
  title: 'Cline',
  collect(into) {
    if (into.place.scope === 'user') return
    ignoreFile(into, '.clineignore')
    rulesAt(into, into.at('.clinerules'), 'cline')
    into.markdownCommands(join(into.at('.clinerules'), 'workflows'))
  },
}

const aider: ForeignAgent = { name: 'aider', title: 'aider', collect: collectAider }

/** Every program that can be imported from; another is a row. */
export const FOREIGN_AGENTS: readonly ForeignAgent[] = [
  codex,
  gemini,
  cursor,
  opencode,
  copilot,
  windsurf,
  cline,
  aider,
]

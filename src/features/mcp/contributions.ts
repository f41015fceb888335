import { matchWildcard } from '../../lib/text/wildcard.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { CodeMode } from '../../protocol/extensions/server.ts'
import { restrictsServerTool, type ServerToolName } from '../../protocol/extensions/server-tool-name.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { serverPrefix, toolName } from './names.ts'
import type { PooledServer } from './pool/pooled-server.ts'
import type { ServerPool } from './pool/server-pool.ts'
import { asCommand } from './prompt-command.ts'
import { serverSkills } from './prompt-skill.ts'
import { asTool } from './tools/as-tool.ts'
import { resourceSpecs } from './tools/resource-specs.ts'
import type { ResultPorts } from './tools/tool-ports.ts'

export interface ContributionOptions {
  readonly ports: ResultPorts
  readonly defer: boolean
  /** For servers that say nothing of it. */
  readonly codeMode?: CodeMode | undefined
  /** Deny rules for whole tools and servers: what nobody may call is not shown. */
  readonly denied: readonly string[]
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

/** Everything that the servers of a session bring, by server. */
export const contributionsOf = (
  pool: ServerPool,
  { ports, defer, codeMode, denied, language }: ContributionOptions,
): readonly Contribution[] => {
  const isDenied = deniedBy(denied)
  const servers = pool.all().flatMap((server): readonly Contribution[] => {
    const { listing } = server
    if (!listing) return []
    const { name } = server.wanted
    const inScripts = isForScripts(server, codeMode)
    return [
      {
        source: { level: 'server', name },
        tools: listing.tools
          .filter(tool => !isDenied({ server: name, tool: tool.name }))
          .map(tool => asTool(server, tool, { ports, defer, inScripts })),
        commands: listing.prompts.map(prompt => asCommand(server, prompt, language)),
        skills: serverSkills(
          server,
          listing.prompts.filter(prompt => !isDenied({ server: name, tool: prompt.name })),
          language,
        ),
      },
    ]
  })
  const hasResources = pool.all().some(({ listing }) => listing?.resources)
  const load = async (spec: ToolSpec) =>
    (await import('./tools/resource-tools.ts')).createResourceTool(spec, { pool, ports, isDenied })
  return hasResources
    ? [
        ...servers,
        {
          source: { level: 'built-in' },
          tools: resourceSpecs(language)
            .filter(({ name }) => !denied.some(rule => matchWildcard(rule.replace(/\(\*\)$/, ''), name)))
            .map(spec => ({ spec, load: () => load(spec) })),
        },
      ]
    : servers
}

/** Characters that the definitions of all tools would take. */
export const definitionChars = (servers: readonly Pick<PooledServer, 'listing'>[]): number =>
  servers
    .flatMap(({ listing }) => listing?.tools ?? [])
    .reduce((sum, tool) => sum + JSON.stringify(tool.inputSchema).length + (tool.description?.length ?? 0), 0)

/** From here on a server has many tools: that many, or definitions that long together. */
const MANY_TOOLS = 40
const MANY_CHARS = 40_000

/** Whether its tools are only offered from within scripts. */
const isForScripts = (server: PooledServer, codeMode: CodeMode = 'auto'): boolean => {
  const { listing, wanted } = server
  const { codeMode: own, alwaysLoad } = wanted.config
  const mode = own ?? (alwaysLoad ? 'off' : codeMode)
  if (mode !== 'auto') return mode === 'always'
  return (listing?.tools.length ?? 0) >= MANY_TOOLS || definitionChars([server]) >= MANY_CHARS
}

/** Rules for a whole tool, or for all of a server, in any reading. */
export const deniedBy = (rules: readonly string[]): ((tool: ServerToolName) => boolean) => {
  const names = rules.map(rule => rule.replace(/\(\*\)$/, '')).filter(text => !text.includes('('))
  return tool => names.some(name => restrictsServerTool(name, tool))
}

const LINES_CHARS = 700
const MIN_LINE = 40
const MAX_LINE = 300

/** Servers whose tools are found and called from within scripts, with their number. */
export const serversInScripts = (
  pool: ServerPool,
  isInScripts: (name: string) => boolean,
): readonly ServerLine[] =>
  pool.all().flatMap(({ wanted: { name }, listing }) => {
    const count = (listing?.tools ?? []).filter(tool => isInScripts(toolName(name, tool.name))).length
    return count === 0 ? [] : [{ server: name, text: `mcp[${JSON.stringify(name)}] (${count})` }]
  })

interface ServerLine {
  readonly server: string
  readonly text: string
}

/** One line for each server whose tools have to be looked up: enough to know what to look for. */
export const serverLines = (
  pool: ServerPool,
  isDeferred: (name: string) => boolean,
): readonly ServerLine[] => {
  const servers = pool.all().flatMap(({ wanted: { name }, listing }) => {
    const tools = (listing?.tools ?? []).filter(tool => isDeferred(toolName(name, tool.name)))
    return tools.length === 0 ? [] : [{ name, tools }]
  })
  const room = Math.max(MIN_LINE, Math.min(MAX_LINE, Math.floor(LINES_CHARS / servers.length)))
  return servers.map(({ name, tools }) => {
    const prefix = serverPrefix(name)
    const shown: string[] = []
    let used = prefix.length
    for (const tool of tools) {
      const short = toolName(name, tool.name).slice(prefix.length)
      if (used + short.length + 2 > room && shown.length > 0) break
      shown.push(short)
      used += short.length + 2
    }
    const more = tools.length - shown.length
    return { server: name, text: `${prefix}{${shown.join(',')}${more > 0 ? `,… ${more} more` : ''}}` }
  })
}

import { textTokens } from '../../features/context/tokens.ts'
import type { Merged } from '../../features/extensions/merge.ts'
import type { Event } from '../../protocol/event.ts'
import type { ExtensionEntry, ExtensionsReport } from '../../protocol/extensions/report.ts'
import type { ExtensionRoot, ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { ServerState } from '../../protocol/extensions/server.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { Contributions } from '../contributions/part.ts'
import type { Hooks } from '../hooks/part.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import type { PromptSettings } from '../prompt/options.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface ExtensionsOptions {
  readonly config: {
    readonly extensions?: ExtensionRoots
    readonly settings?: SettingsPort
    readonly session: SessionHandle
    readonly place: SessionEnvironment
    readonly prompt?: Pick<PromptSettings, 'styles'>
    readonly runtime: Pick<Runtime, 'log' | 'newId' | 'now'>
    readonly wake?: boolean
    readonly watch?: Pick<SessionWatch, 'noted'>
  }
  readonly hooks: Pick<Hooks, 'list'>
  readonly contributions: Contributions
  /** How a server is at the moment, by its name; absent: nobody knows. */
  serverState?(name: string): string | undefined
  /** What requests say of it; absent: nothing. */
  sent?(): Promise<SentLines>
  emit(event: Event): void
}

/** By their names, what a first request says of them. */
export interface SentLines {
  readonly skills: ReadonlyMap<string, string>
  readonly agents: ReadonlyMap<string, string>
  /** Of their tools that have to be looked up, or that only scripts call. */
  readonly servers: ReadonlyMap<string, string>
  /** Tools that only scripts call. */
  readonly inScripts: ReadonlySet<string>
}

const NOTHING_SENT: SentLines = {
  skills: new Map(),
  agents: new Map(),
  servers: new Map(),
  inScripts: new Set(),
}

/** Everything that others brought to this session, as it is now. Starts nothing. */
export const reportExtensions = async (options: ExtensionsOptions): Promise<ExtensionsReport> => {
  const { config, hooks, contributions } = options
  const { extensions, settings } = config
  await contributions.asked()
  const [places = [], found, untrusted = [], styles = []] = await Promise.all([
    extensions?.list(),
    extensions?.found?.(),
    extensions?.untrusted?.(),
    config.prompt?.styles?.(),
  ])
  const all = contributions.all()
  // Those of plugins stand with them.
  const written = (await hooks.list(settings)).filter(({ file }) => file !== undefined)
  return {
    entries: [
      ...(found?.plugins ?? []).map(
        ({ name, version, path, unused }): ExtensionEntry => ({
          kind: 'plugin',
          name,
          source: { level: 'plugin', name },
          file: path,
          ...joinState([version, unused.length > 0 ? `not used yet: ${unused.join(', ')}` : undefined]),
        }),
      ),
      ...mergedEntries(all, { ...options, sent: (await options.sent?.()) ?? NOTHING_SENT }),
      ...styles.flatMap(({ name, file, source }): readonly ExtensionEntry[] =>
        file === undefined || !source ? [] : [{ kind: 'style', name, source, file }],
      ),
      ...written.map(
        ({ event, matcher, source, file, active }): ExtensionEntry => ({
          kind: 'hook',
          name: matcher === '*' ? event : `${event} (${matcher})`,
          source: {
            level: source === 'flag' ? 'flag' : (source as 'user' | 'project' | 'local' | 'managed'),
          },
          ...(file === undefined ? {} : { file }),
          ...(active ? {} : { state: 'not active', inactive: true }),
        }),
      ),
      ...places.flatMap(ofPlugin),
    ],
    overrides: all.overrides,
    // What waits for trust is told as that.
    problems: [...contributions.problems(), ...(found?.problems ?? [])].filter(({ waits }) => !waits),
    waiting: [...untrusted, ...(found?.waiting ?? [])],
  }
}

const joinState = (parts: readonly (string | undefined)[]): { readonly state?: string } => {
  const state = parts.filter(part => part !== undefined && part !== '').join('; ')
  return state === '' ? {} : { state }
}

const fileOf = ({ file }: { readonly file?: string }): { readonly file?: string } =>
  file === undefined ? {} : { file }

const definitionCost = ({ name, description, input_schema }: ToolSpec): number =>
  textTokens(JSON.stringify([name, description, input_schema]))

const IDLE: ReadonlySet<string> = new Set<ServerState>(['disabled', 'unapproved'])

const costOf = (line: string | undefined): { readonly tokens?: number } =>
  line === undefined ? {} : { tokens: textTokens(line) }

const mergedEntries = (
  all: Merged,
  { serverState, sent }: Pick<ExtensionsOptions, 'serverState'> & { readonly sent: SentLines },
): readonly ExtensionEntry[] => {
  const skills = all.skills.map(
    ({ name, source, ...rest }): ExtensionEntry => ({
      kind: 'skill',
      name,
      source,
      ...fileOf(rest),
      // What waits for a file, or is only for the person, is not listed.
      ...costOf(sent.skills.get(name)),
    }),
  )
  const named = new Set(all.skills.map(({ name }) => name))
  const commands = all.commands.flatMap(({ name }): readonly ExtensionEntry[] => {
    const source = all.sourceOf.command(name)
    return !source || source.level === 'built-in' || named.has(name)
      ? []
      : [{ kind: 'command', name, source }]
  })
  const tools = all.tools.flatMap(({ spec }): readonly ExtensionEntry[] => {
    const source = all.sourceOf.tool(spec.name)
    if (!source || source.level === 'built-in') return []
    const cost = definitionCost(spec)
    return [
      {
        kind: 'tool',
        name: spec.name,
        source,
        // The line of its server names it.
        ...(spec.deferred
          ? { state: sent.inScripts.has(spec.name) ? 'in scripts' : 'deferred', saved: cost }
          : { tokens: cost }),
      },
    ]
  })
  return [
    ...skills.filter(({ source }) => source.level !== 'built-in'),
    ...commands,
    ...all.agents
      .filter(({ source }) => source.level !== 'built-in')
      .map(
        ({ name, source, ...rest }): ExtensionEntry => ({
          kind: 'agent',
          name,
          source,
          ...fileOf(rest),
          ...costOf(sent.agents.get(name)),
        }),
      ),
    ...all.servers.map(
      ({ name, source, ...rest }): ExtensionEntry => ({
        kind: 'server',
        name,
        source,
        ...fileOf(rest),
        ...joinState([serverState?.(name)]),
        ...costOf(sent.servers.get(name)),
        ...(IDLE.has(serverState?.(name) ?? '') ? { inactive: true } : {}),
      }),
    ),
    ...tools,
    ...all.styles.map(
      ({ name, source, ...rest }): ExtensionEntry => ({ kind: 'style', name, source, ...fileOf(rest) }),
    ),
  ]
}

/** Hooks, language servers and monitors of a plugin are of no list but its own. */
const ofPlugin = ({
  source,
  root,
  hooks = {},
  languageServers = {},
  monitors = [],
}: ExtensionRoot): readonly ExtensionEntry[] => [
  ...Object.entries(hooks).flatMap(([event, groups]) =>
    groups.map(
      ({ matcher }): ExtensionEntry => ({
        kind: 'hook',
        name: matcher && matcher !== '*' ? `${event} (${matcher})` : event,
        source,
        file: root,
      }),
    ),
  ),
  ...Object.entries(languageServers).map(
    ([name, written]): ExtensionEntry => ({
      kind: 'language server',
      name,
      source,
      file: root,
      ...joinState([endingsOf(written)]),
    }),
  ),
  ...monitors.map(
    ({ name, skill }): ExtensionEntry => ({
      kind: 'monitor',
      name,
      source,
      file: root,
      ...joinState([skill === undefined ? undefined : `from the first call of ${skill}`]),
    }),
  ),
]

/** Which files it is for. */
const endingsOf = (written: unknown): string =>
  Object.keys(Object(Object(written).extensionToLanguage) as object).join(' ')

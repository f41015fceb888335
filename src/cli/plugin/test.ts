import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runHooks } from '../../features/hooks/run-hooks.ts'
import { parseServers, type WrittenServer } from '../../features/mcp/config/read-servers.ts'
import { Connection } from '../../features/mcp/connection/connection.ts'
import { openTransport } from '../../features/mcp/connection/open-transport.ts'
import { readBoundedJson } from '../../features/plugins/format/read-bounded-json.ts'
import { type Plugin, readPlugin } from '../../features/plugins/format/read-plugin.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { pluginSource } from '../../host/plugins/plugin-source.ts'
import { pluginPowers } from '../../host/trust/plugin-powers.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { pluginOutput } from '../../protocol/messages/cli/plugin-output.ts'
import { asLocalized, mapText } from '../../protocol/messages/layout.ts'
import {
  describeError,
  inEnglish,
  type LocalizedText,
  type Text,
} from '../../protocol/messages/localized-text.ts'
import { eventOf, inputFor } from '../hooks/test.ts'
import { jsonText } from '../say.ts'
import { wrongUsage } from '../sessions/options.ts'
import { contentOf } from './loaded-content.ts'
import type { PluginCommand } from './plugin-command.ts'
import { renderPowers } from './render.ts'
import { PLUGIN } from './usage.ts'
import { examinePlugin } from './validate.ts'

/** One thing that was tried. */
interface Check {
  readonly name: LocalizedText
  readonly ok: boolean
  readonly said: Text
  /** Nothing that fails. */
  readonly warns?: true
}

interface Testing {
  readonly place: ExtensionRoot
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const CONNECT_MS = 30_000

/** `capstan plugin test <dir>`: what a session would have of a plugin, with its servers started and its hooks tried. */
export const testPlugin = async ({ words, given, desk, say }: PluginCommand): Promise<number> => {
  const [word, second] = words
  if (word === undefined || second !== undefined)
    throw wrongUsage(PLUGIN, argumentText('name_one', { what: argumentText('plugin_directory') }))
  const { cwd, home, configHome } = desk.start
  const path = resolve(cwd, word)
  const findings = await examinePlugin(path)
  const read = readPlugin(path)
  const checks: Check[] = findings.map(({ level, text }) => ({
    name: pluginOutput(level === 'error' ? 'check_error' : 'check_warning'),
    ...(level === 'warning' && { warns: true as const }),
    ok: level !== 'error' && !given.is('strict'),
    said: text,
  }))
  if (read.kind === 'broken') return report({ checks, brings: [], powers: [] }, path, { given, say })
  const { plugin } = read
  const values = Object.fromEntries(given.list('config').map(pairOf))
  const { place, problems } = pluginSource(
    { plugin },
    {
      ...{ id: plugin.name, called: plugin.name, configHome, home, platform: process.platform },
      ...{ given: values, withoutServers: false },
    },
  )
  checks.push(...problems.map(text => ({ name: pluginOutput('check_load'), ok: false, said: text })))
  const env = childEnvironment(desk.env, { secretNames: [], projectDir: cwd })
  const at: Testing = { place, cwd, env }
  checks.push(...(await tryServers(at)), ...(await tryHooks(plugin, at)))
  const brings = await contentOf(plugin)
  return report({ checks, brings, powers: await pluginPowers(plugin) }, path, { given, say })
}

const pairOf = (pair: string): readonly [string, string] => {
  const equals = pair.indexOf('=')
  if (equals < 1) throw wrongUsage(PLUGIN, argumentText('expected_pair', { given: JSON.stringify(pair) }))
  return [pair.slice(0, equals), pair.slice(equals + 1)]
}

/** Each is started as a session starts it, asked for its tools, and ended. */
const tryServers = async ({ place, cwd, env }: Testing): Promise<readonly Check[]> => {
  const { servers: written = {}, variables = {} } = place
  const { servers, problems } = parseServers(written, { ...env, ...variables })
  const tried: Check[] = problems.map(said => ({
    name: pluginOutput('check_server', { name: '' }),
    ok: false,
    said,
  }))
  for (const server of servers) tried.push(await tryServer(server, { place, cwd, env }))
  return tried
}

const tryServer = async ({ name, config }: WrittenServer, { place, cwd, env }: Testing): Promise<Check> => {
  const own = config.type === 'stdio' ? { ...config, env: { ...place.variables, ...config.env } } : config
  const called = pluginOutput('check_server', { name })
  if (own.type === 'sdk') return { name: called, ok: true, said: pluginOutput('elsewhere') }
  try {
    const connection = await Connection.open(
      await openTransport(own, { env, cwd }),
      {
        version: '0',
        connectMs: CONNECT_MS,
        roots: () => [],
        elicit: async () => ({ action: 'decline' }),
        onListing: () => undefined,
        onClose: () => undefined,
      },
      AbortSignal.timeout(CONNECT_MS),
    )
    const names = connection.listing.tools.map(tool => tool.name)
    await connection.close()
    return {
      name: called,
      ok: true,
      said: names.length === 0 ? pluginOutput('no_tools') : pluginOutput('tools', { names }),
    }
  } catch (error) {
    return { name: called, ok: false, said: describeError(error) }
  }
}

/** `tests/hooks/<event>.json`, or `<event>.<name>.json`: the fields of the event, and with `expect` what is to come of it. */
const tryHooks = async ({ root }: Plugin, at: Testing): Promise<readonly Check[]> => {
  const directory = join(root, 'tests', 'hooks')
  if (!existsSync(directory)) return []
  const tried: Check[] = []
  for (const file of readdirSync(directory)
    .filter(name => name.endsWith('.json'))
    .toSorted())
    try {
      tried.push(await tryHook(join(directory, file), file, at))
    } catch (error) {
      tried.push({
        name: pluginOutput('check_hook', { name: file }),
        ok: false,
        said: describeError(error),
      })
    }
  return tried
}

const tryHook = async (path: string, file: string, { place, cwd, env }: Testing): Promise<Check> => {
  const name = pluginOutput('check_hook', { name: file })
  const read = readBoundedJson(path)
  if (read.kind !== 'json' || !isObject(read.value))
    return { name, ok: false, said: read.kind === 'unreadable' ? read.why : pluginOutput('not_object') }
  const { expect: expected, ...fields } = read.value
  const event = eventOf(file.split('.', 1)[0] ?? '')
  const input = inputFor(event, fields, cwd)
  const { source, hooks = {}, variables } = place
  const { verdict, reports } = await runHooks(
    { event, input, signal: new AbortController().signal },
    [{ source, hooks, ...(variables ? { variables } : {}) }],
    { projectDir: cwd, variables: env, newId: randomUUID, said: new Set() },
  )
  const ends = reports.flatMap(each => (each.phase === 'ended' ? [each] : []))
  if (ends.length === 0) return { name, ok: false, said: pluginOutput('no_hook') }
  const decision = verdict.stop === undefined ? (verdict.permission ?? 'none') : 'stop'
  const said = pluginOutput('decides', { outcomes: ends.map(({ outcome }) => outcome), decision })
  const wanted = isObject(expected) ? expected['decision'] : undefined
  if (wanted !== undefined && wanted !== decision)
    return { name, ok: false, said: pluginOutput('decides_not', { said, wanted: String(wanted) }) }
  const ok = wanted !== undefined || ends.every(end => end.outcome === 'success' || end.decision === 'deny')
  return {
    name,
    ok,
    said: ok
      ? said
      : pluginOutput('said_why', { said, why: ends.map(({ stderr }) => stderr.trim()).join(' ') }),
  }
}

const escaped = (text: Text, most: number): LocalizedText =>
  mapText(asLocalized(text), words => escapeLine(words, most))

interface Tested {
  readonly checks: readonly Check[]
  readonly brings: readonly LocalizedText[]
  readonly powers: Awaited<ReturnType<typeof pluginPowers>>
}

const report = (
  { checks, brings, powers }: Tested,
  path: string,
  { given, say }: Pick<PluginCommand, 'given' | 'say'>,
): number => {
  const failed = checks.filter(({ ok }) => !ok).length
  if (given.is('json'))
    say(
      jsonText({
        path,
        ok: failed === 0,
        brings: brings.map(inEnglish),
        powers,
        checks: checks.map(({ name, ok, said }) => ({ name: name.text.trim(), ok, said: inEnglish(said) })),
      }),
    )
  else {
    for (const each of brings) say(answerText('indented', { text: escaped(each, 300) }))
    if (powers.length > 0) say(pluginOutput('powers'))
    for (const line of renderPowers(powers)) say(line)
    for (const { name, ok, said, warns } of checks)
      say(pluginOutput('check', { sign: ok ? (warns ? '!' : '✓') : '✗', name, said: escaped(said, 500) }))
    say(failed === 0 ? pluginOutput('works', { path }) : pluginOutput('to_fix', { path, count: failed }))
  }
  return failed === 0 ? 0 : 1
}

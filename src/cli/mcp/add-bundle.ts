import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { objectionTo } from '../../features/mcp/config/read-servers.ts'
import { runsOn } from '../../features/plugins/bundle/bundle-server.ts'
import { type Bundle, readBundle, unpackBundle } from '../../features/plugins/bundle/read-bundle.ts'
import { atKey } from '../../features/plugins/format/complaint.ts'
import { readUserValue, type UserOption, type UserValue } from '../../features/plugins/format/user-option.ts'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import { storeSecret } from '../../features/plugins/store/secrets.ts'
import { bundleSecretsId, bundlesDirectory } from '../../host/servers/bundled-servers.ts'
import type { ServerSources } from '../../host/servers/server-sources.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { expandHome } from '../../lib/paths.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import { inUiLanguage, sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { say } from '../say.ts'
import { serversHere } from './here.ts'
import { type Scope, scopesOf, writeServer } from './write-server.ts'

interface BundleToAdd {
  readonly file: string
  /** Absent: as the bundle calls itself. */
  readonly name?: string | undefined
  readonly scope: Scope
  /** Values for what it asks, as typed. */
  readonly values: Readonly<Record<string, string>>
}

/** `capstan mcp add <file.mcpb>`: the server of a bundle, with the values it asks for. */
export const addBundle = async (wanted: BundleToAdd, from: Process): Promise<number> => {
  const { places } = serversHere(from)
  const { scope } = wanted
  // What is unpacked here is on no other machine.
  if (scope === 'project') throw new ExitError(2, accountText('bundle_not_shared'))
  const bundle = openBundle(resolve(places.cwd, expandHome(wanted.file, places.home)))
  const { manifest } = bundle
  const name = wanted.name ?? manifest.name
  const objection = objectionTo(name)
  if (objection !== undefined) throw new ExitError(2, accountText('bundle_name', { name, objection }))
  if (scopesOf(places, name).includes(scope))
    throw new ExitError(1, accountText('server_exists', { name, scope }))
  const shown = [manifest.name, manifest.version, manifest.description ?? ''].map(each =>
    escapeLine(each, 300),
  )
  say(shown.filter(Boolean).join('  '))
  const optional = await inUiLanguage(answerText('optional'), from.env)
  const values = await valuesFor(bundle, wanted.values, { ...places, optional })
  unpack(bundle, places.configHome)
  const secret = (key: string): boolean => manifest.userConfig[key]?.sensitive === true
  const config = Object.fromEntries(Object.entries(values).filter(([key]) => !secret(key)))
  const file = await writeServer(places, scope, { name, written: { bundle: bundle.sha256, config } })
  const id = bundleSecretsId(name, scope === 'local' ? places.trustRoot : undefined)
  const deps = { newId: randomUUID, now: Date.now }
  // Another server of this name has left nothing for this one.
  await storeSecret(places.configHome, { id }, deps)
  for (const [key, value] of Object.entries(values))
    if (secret(key)) await storeSecret(places.configHome, { id, key, value }, deps)
  const tell = await sayer(from.env)
  tell(answerText('server_added', { name, scope, file }))
  return 0
}

const openBundle = (file: string): Bundle => {
  const read = readBundle(file)
  if (read.kind === 'broken')
    throw new ExitError(
      1,
      accountText('bundle_broken', {
        file,
        problems: read.complaints
          .filter(({ level }) => level === 'error')
          .map(({ key, message }) => atKey(escapeLine(key, 100), message)),
      }),
    )
  if (!runsOn(read.bundle.manifest, process.platform))
    throw new ExitError(1, accountText('bundle_elsewhere', { file, platform: process.platform }))
  return read.bundle
}

const unpack = (bundle: Bundle, configHome: string): void => {
  try {
    unpackBundle(bundle, bundlesDirectory(configHome))
  } catch (error) {
    if (error instanceof PluginError) throw new ExitError(1, messageOf(error))
    throw error
  }
}

/** What was typed, and at a terminal what is asked; a value that is needed and not there ends it. */
const valuesFor = async (
  { manifest: { userConfig } }: Bundle,
  typed: BundleToAdd['values'],
  places: Pick<ServerSources, 'cwd' | 'home'> & { readonly optional: string },
): Promise<Readonly<Record<string, UserValue>>> => {
  for (const key of Object.keys(typed))
    if (!Object.hasOwn(userConfig, key)) throw new ExitError(2, noOption(key, Object.keys(userConfig)))
  const values: Record<string, UserValue> = {}
  for (const [key, option] of Object.entries(userConfig)) {
    const text = typed[key] ?? (await askFor(key, option, places.optional))
    if (text === '' || text === undefined) {
      if (option.required && option.default === undefined)
        throw new ExitError(2, accountText('bundle_needs', { key }))
      continue
    }
    const read = readUserValue(option, text)
    if ('refused' in read) throw new ExitError(2, accountText('bundle_value', { key, problem: read.refused }))
    values[key] = placed(option, read.value, places)
  }
  return values
}

const noOption = (key: string, known: readonly string[]): LocalizedText =>
  known.length === 0 ? accountText('bundle_asks_nothing') : accountText('bundle_no_option', { key, known })

const askFor = async (key: string, option: UserOption, optional: string): Promise<string | undefined> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  const { askHidden, askLine, Cancelled } = await import('../auth/ask-line.ts')
  const preset = option.default === undefined ? '' : ` [${escapeLine(String(option.default), 100)}]`
  const hint = option.required ? preset : preset || optional
  const question = `${escapeLine(option.title ?? key, 100)}${hint}: `
  try {
    return (await (option.sensitive ? askHidden(question) : askLine(question))).trim()
  } catch (error) {
    if (error instanceof Cancelled) throw new ExitError(130, accountText('canceled'))
    throw error
  }
}

/** A path means the same wherever the server is started. */
const placed = (
  { type }: UserOption,
  value: UserValue,
  { cwd, home }: Pick<ServerSources, 'cwd' | 'home'>,
): UserValue => {
  if (type !== 'directory' && type !== 'file') return value
  const whole = (path: string): string => resolve(cwd, expandHome(path, home))
  return typeof value === 'object' ? value.map(whole) : whole(String(value))
}

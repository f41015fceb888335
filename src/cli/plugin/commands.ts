import { PluginError } from '../../features/plugins/plugin-error.ts'
import type { Installed } from '../../features/plugins/store/install.ts'
import {
  addMarketplaceTyped,
  configure,
  findInstalled,
  install,
  removeMarketplaceNamed,
  setEnabled,
  uninstall,
  update,
  updateMarketplaces,
} from '../../host/plugins/desk.ts'
import {
  bringsOf,
  listAvailable,
  listInstalled,
  listMarketplaces,
  powersOfInstalled,
} from '../../host/plugins/desk-list.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import { pluginOutput } from '../../protocol/messages/cli/plugin-output.ts'
import { mapText, sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { messageOf } from '../exit-error.ts'
import { jsonText } from '../say.ts'
import { wrongUsage } from '../sessions/options.ts'
import { init, prune, tag } from './author.ts'
import type { PluginCommand } from './plugin-command.ts'
import {
  asJson,
  kindOf,
  renderAvailable,
  renderDetails,
  renderInstalled,
  renderMarketplaces,
  renderPowers,
} from './render.ts'
import { PLUGIN } from './usage.ts'
import { validate } from './validate.ts'

type Run = (at: PluginCommand) => Promise<number>

const shown = (text: string): string => escapeLine(text, 300)
const escaped = (text: LocalizedText): LocalizedText => mapText(text, shown)

const one = ({ words }: PluginCommand, what: LocalizedText): string => {
  const [word] = words
  if (word === undefined || words.length > 1) throw wrongUsage(PLUGIN, argumentText('name_one', { what }))
  return word
}

const RESTART = pluginOutput('restart')

const MOST_POWERS = 40

const sayInstalled = (at: PluginCommand, { plugin, record, powers, notes }: Installed): void => {
  const brings = bringsOf(plugin)
  if (brings.length === 0) at.warn(noteText('brings_nothing'))
  else at.say(pluginOutput('brings', { parts: brings.map(escaped) }))
  for (const line of renderPowers(powers.slice(0, MOST_POWERS)))
    at.say(answerText('indented', { text: line }))
  if (powers.length > MOST_POWERS)
    at.say(pluginOutput('more_powers', { count: powers.length - MOST_POWERS, id: record.id }))
  for (const option of Object.keys(plugin.manifest.userConfig ?? {}))
    at.say(pluginOutput('option', { option, id: record.id }))
  for (const note of notes) at.warn(note)
}

const runInstall: Run = async at => {
  const wanted = one(at, argumentText('plugin_to_install'))
  const pairs = at.given.list('config').map(pairOf)
  const source = at.given.text('marketplace')
  const from =
    source === undefined ? undefined : await addMarketplaceTyped(at.desk, source, { scope: at.scope })
  const name = from && !wanted.includes('@') ? `${wanted}@${from.marketplace.name}` : wanted
  const { file, ...installed } = await install(at.desk, name, at.scope)
  for (const each of installed.dependencies) {
    at.say(pluginOutput('dependency', { id: each.record.id, version: shown(each.record.version) }))
    sayInstalled(at, each)
  }
  const { record, unchanged } = installed
  const isEnabled = findInstalled(at.desk, record.id).enabled
  at.say(
    pluginOutput(unchanged ? 'already' : 'installed', {
      id: record.id,
      version: shown(record.version),
      state: pluginOutput(isEnabled ? 'state_enabled' : 'state_disabled_hint'),
      file,
    }),
  )
  sayInstalled(at, installed)
  await saveOptions(at, record.id, pairs)
  at.say(RESTART)
  return 0
}

const runUninstall: Run = async at => {
  const id = await uninstall(at.desk, one(at, argumentText('plugin_to_uninstall')), {
    keepData: at.given.is('keep-data'),
  })
  at.say(pluginOutput('uninstalled', { id }))
  return at.given.is('prune') ? await prune(at) : 0
}

const runDisable: Run = async at => {
  if (!at.given.is('all')) return await runEnabled(false)(at)
  if (at.words.length > 0 || at.scope !== undefined)
    throw wrongUsage(PLUGIN, argumentText('unexpected', { word: at.words[0] ?? '--scope' }))
  const enabled = listInstalled(at.desk).filter(row => row.enabled)
  for (const row of enabled) {
    const { id, file } = await setEnabled(at.desk, { wanted: row.id, enabled: false })
    at.say(pluginOutput('disabled', { id, file }))
  }
  at.say(enabled.length === 0 ? pluginOutput('none_enabled') : RESTART)
  return 0
}

const runEnabled =
  (enabled: boolean): Run =>
  async at => {
    const { scope } = at
    const wanted = one(at, argumentText('a_plugin'))
    const { id, file } = await setEnabled(at.desk, { wanted, enabled, ...(scope ? { scope } : {}) })
    at.say(sentences([pluginOutput(enabled ? 'enabled' : 'disabled', { id, file }), RESTART]))
    return 0
  }

const runUpdate: Run = async at => {
  const [wanted] = at.words
  const ids =
    wanted === undefined
      ? listInstalled(at.desk)
          .filter(({ foreign }) => !foreign)
          .map(({ id }) => id)
      : [wanted]
  let code = 0
  for (const id of ids)
    try {
      const updated = await update(at.desk, id)
      const { record, unchanged } = updated
      at.say(
        unchanged
          ? pluginOutput('up_to_date', { id: record.id, version: shown(record.version) })
          : pluginOutput('updated', { id: record.id, version: shown(record.version) }),
      )
      if (!unchanged) sayInstalled(at, updated)
    } catch (error) {
      if (!(error instanceof PluginError)) throw error
      at.warn(messageOf(error))
      code = 1
    }
  if (ids.length === 0) at.say(pluginOutput('none_installed'))
  return code
}

const runList: Run = async at => {
  const isJson = at.given.is('json')
  if (at.given.is('available')) {
    const rows = listAvailable(at.desk)
    at.say(isJson ? jsonText(rows) : renderAvailable(rows, at.localize))
  } else {
    const rows = listInstalled(at.desk)
    at.say(isJson ? jsonText(rows.map(asJson)) : renderInstalled(rows, at.localize))
  }
  return 0
}

const runDetails: Run = async at => {
  const row = findInstalled(at.desk, one(at, argumentText('a_plugin')))
  const powers = await powersOfInstalled(at.desk, row.id)
  at.say(at.given.is('json') ? jsonText({ ...asJson(row), powers }) : renderDetails(row, powers))
  return 0
}

const runConfigure: Run = async at => {
  const [wanted, ...pairs] = at.words
  if (wanted === undefined)
    throw wrongUsage(PLUGIN, argumentText('name_one', { what: argumentText('a_plugin') }))
  if (pairs.length === 0) {
    const { id, options } = findInstalled(at.desk, wanted)
    const lines = Object.entries(options).map(([key, { type, title, description, required, sensitive }]) =>
      pluginOutput('option_row', {
        key,
        kind: kindOf({ type, required, sensitive }),
        about: shown(title ?? description ?? ''),
      }),
    )
    at.say(
      lines.length === 0
        ? pluginOutput('no_options', { id })
        : pluginOutput('options', { id, options: lines }),
    )
    return 0
  }
  await saveOptions(at, wanted, pairs.map(pairOf))
  return 0
}

type Pair = readonly [key: string, text: string]

const pairOf = (pair: string): Pair => {
  const equals = pair.indexOf('=')
  if (equals < 1) throw wrongUsage(PLUGIN, argumentText('expected_pair', { given: JSON.stringify(pair) }))
  return [pair.slice(0, equals), pair.slice(equals + 1)]
}

const SAVED = {
  saved: { with: 'option_saved', apart: 'option_saved_apart' },
  removed: { with: 'option_removed', apart: 'option_removed_apart' },
} as const

const saveOptions = async (at: PluginCommand, wanted: string, pairs: readonly Pair[]): Promise<void> => {
  for (const [key, text] of pairs) {
    const { id, secret } = await configure(at.desk, { wanted, key, text: text === '' ? undefined : text })
    at.say(pluginOutput(SAVED[text === '' ? 'removed' : 'saved'][secret ? 'apart' : 'with'], { key, id }))
  }
}

export const COMMANDS: Readonly<Record<string, Run>> = {
  install: runInstall,
  i: runInstall,
  uninstall: runUninstall,
  remove: runUninstall,
  rm: runUninstall,
  enable: runEnabled(true),
  disable: runDisable,
  update: runUpdate,
  list: runList,
  details: runDetails,
  configure: runConfigure,
  validate,
  test: async at => await (await import('./test.ts')).testPlugin(at),
  init,
  new: init,
  tag,
  prune,
  autoremove: prune,
}

const pluginsIn = ({ plugins }: { readonly plugins: readonly unknown[] }): LocalizedText =>
  pluginOutput('plugins', { count: plugins.length })

const addOne: Run = async at => {
  const given = at.given.list('sparse')
  // All that follows the flag is meant.
  const [first = '', ...others] = given.length > 0 ? at.words : [one(at, argumentText('a_marketplace'))]
  const sparse = [...given, ...others]
  const how = { scope: at.scope, autoUpdate: at.given.is('auto-update'), sparse }
  const { marketplace, complaints } = await addMarketplaceTyped(at.desk, first, how)
  const bad = complaints.filter(({ level }) => level === 'error')
  at.say(pluginOutput('marketplace_added', { name: marketplace.name, plugins: pluginsIn(marketplace) }))
  for (const { key, message } of bad) at.warn(noteText('left_out', { key: shown(key), problem: message }))
  return 0
}

export const MARKETPLACE_COMMANDS: Readonly<Record<string, Run>> = {
  add: addOne,
  async list(at) {
    const rows = listMarketplaces(at.desk)
    at.say(at.given.is('json') ? jsonText(rows) : renderMarketplaces(rows, at.localize))
    return 0
  },
  async remove(at) {
    const name = one(at, argumentText('a_marketplace'))
    const left = await removeMarketplaceNamed(at.desk, name)
    at.say(pluginOutput('marketplace_removed', { name }))
    if (left.length > 0) at.say(pluginOutput('still_installed', { names: left }))
    return 0
  },
  async update(at) {
    const updated = await updateMarketplaces(at.desk, at.words[0])
    for (const { marketplace } of updated)
      at.say(pluginOutput('marketplace_updated', { name: marketplace.name, plugins: pluginsIn(marketplace) }))
    if (updated.length === 0) at.say(pluginOutput('none_added'))
    return 0
  },
}

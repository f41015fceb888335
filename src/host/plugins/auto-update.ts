import { join } from 'node:path'
import { isJson } from '../../features/plugins/format/complaint.ts'
import { readBoundedJson } from '../../features/plugins/format/read-bounded-json.ts'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import { installPlugin } from '../../features/plugins/store/install.ts'
import { addMarketplace } from '../../features/plugins/store/marketplaces.ts'
import { type KnownMarketplace, readRecords } from '../../features/plugins/store/records.ts'
import type { StoreDeps } from '../../features/plugins/store/store-deps.ts'
import { storePaths } from '../../features/plugins/store/store-paths.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { LockBusyError } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { keepDamaged } from '../../lib/files/stored-object.ts'
import { pluginText } from '../../protocol/messages/host/plugins.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

import { isOn } from '../environment.ts'
import { type DeskOptions, gatherNow, storeDeps } from './desk-options.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Fetches the marketplaces that settings keep up to date, once a day, and newer versions of the plugins that are enabled
 * from them. What asks for more than the person agreed to stays as it is. Answers lines for the person;
 * a marketplace that cannot be reached is tried again tomorrow without a word.
 */
export const autoUpdate = async (
  options: Omit<DeskOptions, 'agree'>,
  replaced: Partial<StoreDeps> = {},
): Promise<readonly LocalizedText[]> => {
  if (SWITCHES.some(name => isOn(options.env, name))) return []
  const asked: DeskOptions = { ...options, agree: refuse }
  const gathered = gatherNow(asked)
  const deps = { ...storeDeps(asked, gathered), ...replaced }
  const { marketplaces, enabled } = gathered.plugins
  const due = takeDue(
    Object.values(readRecords(deps.configHome).marketplaces).filter(
      ({ name }) => marketplaces[name]?.autoUpdate === true,
    ),
    deps,
  )
  const told: LocalizedText[] = []
  for (const known of due) {
    const ids = Object.keys(enabled).filter(id => enabled[id] === true && id.endsWith(`@${known.name}`))
    if (await attempt(() => addMarketplace(known.source, deps, known.name), told))
      for (const id of ids.filter(each => readRecords(deps.configHome).plugins[each]))
        await attempt(async () => {
          const { record, unchanged } = await installPlugin(id, deps)
          if (!unchanged) told.push(pluginText('updated', { id, version: escapeLine(record.version) }))
        }, told)
  }
  return told
}

const SWITCHES = [
  'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
  'DISABLE_AUTOUPDATER',
  'DISABLE_UPDATES',
] as const

/** Nobody is there to be asked: an update that needs a yes waits for one. */
const refuse: DeskOptions['agree'] = async ({ id }) => {
  throw new PluginError('needs-yes', pluginText('update_asks', { id }))
}

/** True: it worked. What needs a yes is told, everything else can wait. */
const attempt = async (work: () => Promise<unknown>, told: LocalizedText[]): Promise<boolean> => {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof PluginError && error.kind === 'needs-yes') told.push(error.localized)
    else if (!(error instanceof PluginError || error instanceof LockBusyError)) throw error
    return false
  }
}

/** Those that were not tried for a day; they count as tried from now on, whatever comes of it. */
const takeDue = (all: readonly KnownMarketplace[], deps: StoreDeps): readonly KnownMarketplace[] => {
  if (all.length === 0) return []
  const file = join(storePaths(deps.configHome).root, 'auto-update.json')
  const read = readBoundedJson(file)
  const tried = read.kind === 'json' && isJson(read.value) ? read.value : {}
  const now = deps.now()
  const isDue = ({ name, updatedAt }: KnownMarketplace): boolean =>
    [tried[name], updatedAt].every(at => !(now - Date.parse(String(at)) < DAY_MS))
  const due = all.filter(isDue)
  if (due.length === 0) return []
  makeDirectories(storePaths(deps.configHome).root, 0o700)
  const next = { ...tried, ...Object.fromEntries(due.map(({ name }) => [name, new Date(now).toISOString()])) }
  keepDamaged(file)
  writeFileAtomically(file, Buffer.from(`${JSON.stringify(next)}\n`), { mode: 0o600 })
  return due
}

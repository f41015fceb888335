import { cloudSteps, tellSteps } from '../../features/models/cloud-setup/guide.ts'
import { type CloudEdit, planSetup } from '../../features/models/cloud-setup/plan-setup.ts'
import { readCloudWords } from '../../features/models/cloud-setup/read-words.ts'
import { bedrock, vertex } from '../../features/models/providers/cloud.ts'
import { isObject } from '../../lib/is-object.ts'
import { cloudAnswer } from '../../protocol/messages/commands/cloud-setup.ts'
import { settingsText } from '../../protocol/messages/engine/settings-changes.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { Cloud, CloudSetup } from '../../protocol/provider-settings.ts'
import { writeSettingsOf } from '../calls/settings-access.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'

interface Config {
  readonly place: Pick<SessionEnvironment, 'cwd' | 'home' | 'env'>
  readonly settings?: SettingsPort
  readonly runtime: Pick<Runtime, 'newId' | 'now'>
}

/** `/setup-bedrock`, `/setup-vertex`: in the person's own settings, for a folder chooses nobody's provider. */
export const setUpCloud = async (config: Config, cloud: Cloud, text: string): Promise<CloudSetup> => {
  const { place, settings } = config
  const places = { ...place, ownEnv: settings?.initial.settings.env ?? {} }
  const words = readCloudWords(cloud, text)
  if (words === undefined) {
    const steps = cloudSteps(cloud, places)
    return { ask: { steps }, text: tellSteps(steps) }
  }
  const file = settings?.targetOf('userSettings')?.file
  if (!settings || file === undefined) throw new OpError(settingsText('no_files'))
  const { title } = cloud === 'bedrock' ? bedrock : vertex
  const planned = planSetup(cloud, words, places)
  const { now, above } = standing(settings)
  const edits = planned.edits.filter(({ path, value }) => value !== undefined || now(path) !== undefined)
  const managed = edits.map(({ path }) => path).filter(path => above(path) !== undefined)
  const notes = [
    ...planned.notes,
    ...(managed.length > 0 ? [cloudAnswer('managed', { keys: managed.map(path => path.join('.')) })] : []),
    cloudAnswer('commands_too'),
    cloudAnswer('checked_here'),
  ]
  if (words.write) {
    const written = await writeSettingsOf(config, edits, { scope: 'user', isAnswer: true })
    return {
      text: lines([cloudAnswer('written', { file: written, title }), ...notes, cloudAnswer('undo')]),
    }
  }
  const plan = lines([
    cloudAnswer('would_write', { file }),
    ...edits.map(each => shownEdit(each, now)),
    ...notes,
  ])
  return {
    ask: { plan: { title, plan, line: `/setup-${cloud} ${text} --yes` } },
    text: lines([plan, cloudAnswer('add_yes')]),
  }
}

type At = (path: CloudEdit['path']) => unknown

/** What the person's files say now, and what counts before them. */
const standing = (settings: SettingsPort): { readonly now: At; readonly above: At } => {
  const layers = settings.layers?.() ?? []
  const within =
    (sources: readonly string[]): At =>
    path =>
      layers
        .filter(({ source }) => sources.includes(source))
        .map(({ settings: said }) => valueAt(said, path))
        .findLast(value => value !== undefined)
  return { now: within(['user']), above: within(['managed', 'flag']) }
}

const valueAt = (settings: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), settings)

const shownEdit = ({ path, value }: CloudEdit, now: At): LocalizedText => {
  const key = path.join('.')
  const before = now(path)
  const was = before === undefined ? undefined : JSON.stringify(before)
  if (value === undefined) return cloudAnswer('removed', { key, before: was ?? '' })
  const said = { key, value: JSON.stringify(value) }
  return was === undefined || was === said.value
    ? cloudAnswer('set', said)
    : cloudAnswer('changed', { ...said, before: was })
}

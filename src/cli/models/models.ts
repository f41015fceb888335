import { ALL_PROVIDERS } from '../../features/models/providers/all.ts'
import { gatherListing } from '../../host/providers/gather-listing.ts'
import { knownProviders } from '../../host/providers/known-providers.ts'
import type { Refreshed } from '../../host/providers/refresh-models.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import { localizeFor, problemSayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { jsonText, say } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { jsonModel, renderModels } from './render-models.ts'

const MODELS = {
  name: 'models',
  usage: usageOf(
    `Usage: capstan models [flags]   list providers and their models

  --provider <name>   only this provider
  --refresh           ask providers you have a key for what is new, and remember it
  --json              one JSON object per model

Prices are in USD per million tokens: input / output.`,
    `用法：capstan models [选项]   列出提供商及其模型

  --provider <名称>   只列出该提供商
  --refresh           向你有密钥的提供商查询新模型，并记住结果
  --json              每个模型一个 JSON 对象

价格以美元计，单位为每百万 token：输入 / 输出。`,
  ),
  flags: { provider: { type: 'string' }, refresh: { type: 'boolean' }, json: { type: 'boolean' } },
} as const

/** `capstan models` */
export const models = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(MODELS.usage)
  const given = readOptions(MODELS, argv)
  if (given.words.length > 0)
    throw wrongUsage(MODELS, argumentText('unexpected', { word: given.words[0] ?? '' }))
  const start = findStart(from)
  const { settings } = gatherSettings({}, { ...start, env: from.env })
  const only = given.text('provider')?.toLowerCase()
  const names = knownProviders(settings, ALL_PROVIDERS).map(({ name }) => name)
  if (only !== undefined && !names.includes(only)) throw wrongUsage(MODELS, unknownProvider(only, names))
  const warn = await problemSayer(from.env)
  const listed = await gatherListing(start, {
    env: from.env,
    only,
    ...(given.is('refresh') ? { onRefreshed: refreshed => tellRefreshed(refreshed, warn) } : {}),
    signal: new AbortController().signal,
    warn,
  })
  const lines = given.is('json')
    ? listed.flatMap(provider => provider.models.map(model => jsonText(jsonModel(provider, model))))
    : [renderModels(listed, await localizeFor(from.env))]
  for (const line of lines) say(line)
  return 0
}

/** On stderr: stdout is the list. */
const tellRefreshed = (refreshed: readonly Refreshed[], warn: Warn): void => {
  if (refreshed.length === 0) warn(noteText('no_provider_to_ask'))
  for (const { title, added, host } of refreshed) {
    if (!added) warn(noteText('provider_silent', { title, host }))
    else
      warn(
        added.length > 0
          ? noteText('new_models', { title, models: added })
          : noteText('no_new_models', { title }),
      )
  }
}

const unknownProvider = (name: string, names: readonly string[]): LocalizedText => {
  const near = nearestName(name, names)
  return near === undefined
    ? argumentText('no_provider', { name, names })
    : argumentText('no_provider_near', { name, near })
}

import { settingsText } from '../../../protocol/messages/host/settings.ts'
import type { Settings } from '../../../protocol/settings.ts'
import { type Check, checkOf, complain, filledText, shapeOf } from '../check.ts'
import type { SettingRow } from './row.ts'

const webAddress: Check<string> = checkOf({ type: 'string', format: 'uri' }, (value, place) => {
  const checked = filledText(value, place)
  if (checked === undefined) return undefined
  const url = URL.canParse(checked) ? new URL(checked) : undefined
  const isPlain = url?.username === '' && url.password === '' && /^https?:$/.test(url.protocol)
  return isPlain ? checked : complain(place, settingsText('plain_address'))
})

export const webRows = [
  {
    key: 'webSearch',
    check: shapeOf<NonNullable<Settings['webSearch']>>({ endpoint: webAddress, apiKey: filledText }, [
      'endpoint',
    ]),
    doc: "Search service that WebSearch uses instead of the provider's: `endpoint`, `apiKey`",
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'notifyWebhook',
    check: webAddress,
    doc: 'URL that receives a POST with `title` and `text` when the model notifies you (PushNotification)',
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly SettingRow[]

import { settingsText } from '../../../protocol/messages/host/settings.ts'
import type { Settings } from '../../../protocol/settings.ts'
import { type Check, checkOf, complain, filledText, shapeOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

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
    doc: {
      en: "Search service that WebSearch uses instead of the provider's: `endpoint`, `apiKey`",
      zh: '代替提供商进行网页搜索的服务',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'notifyWebhook',
    check: webAddress,
    doc: {
      en: 'URL that receives a POST with `title` and `text` when the model notifies you (PushNotification)',
      zh: '模型通知你时，向此地址 POST title 和 text',
    },
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]

import type { ForgeSettings } from '../../../protocol/agents/pull-requests.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import {
  type Check,
  checkOf,
  complain,
  filledText,
  flag,
  listOf,
  oneOf,
  shapeOf,
  wholeBetween,
} from '../check.ts'
import type { DescribedRow } from './row.ts'

const address: Check<string> = checkOf({ type: 'string', format: 'uri' }, (value, place) => {
  const checked = filledText(value, place)
  if (checked === undefined) return undefined
  const url = URL.canParse(checked) ? new URL(checked) : undefined
  const isPlain = url?.username === '' && url.password === '' && /^https?:$/.test(url.protocol)
  return isPlain ? checked : complain(place, settingsText('plain_address'))
})

export const pullRequestRows = [
  {
    key: 'pullRequests.enabled',
    check: flag,
    doc: {
      en: 'Let sessions follow pull requests: SubscribePR, `/pr follow`',
      zh: '允许会话关注拉取请求：SubscribePR、`/pr follow`',
    },
    default: false,
    project: 'never',
    counts: 'next start',
    edit: { at: 265 },
  },
  {
    key: 'pullRequests.pollSeconds',
    check: wholeBetween(15, 3600),
    doc: { en: 'How often a pull request that is followed is looked at', zh: '查看所关注拉取请求的间隔秒数' },
    default: 60,
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'pullRequests.forges',
    check: listOf(
      shapeOf<ForgeSettings>(
        {
          host: filledText,
          kind: oneOf(['github', 'gitlab', 'gitea']),
          api: address,
          tokenEnv: filledText,
          tokenCommand: listOf(filledText),
          webhookSecretEnv: filledText,
        },
        ['host', 'kind'],
      ),
    ),
    doc: {
      en: 'More forges, or how to reach the known ones: `host`, `kind`, `tokenEnv`, `webhookSecretEnv`',
      zh: '更多托管平台，或已知平台的令牌和 webhook 密钥',
    },
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]

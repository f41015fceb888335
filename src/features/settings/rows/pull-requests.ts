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
      en: 'Forges besides github.com, gitlab.com, codeberg.org and gitea.com, or with a token or webhook secret of their own: `host`, `kind` (`github`, `gitlab`, `gitea`), `api`, `tokenEnv`, `tokenCommand`, `webhookSecretEnv`',
      zh: '除 github.com、gitlab.com、codeberg.org、gitea.com 之外，或有自己令牌、webhook 密钥的托管平台：`host`、`kind`（`github`、`gitlab`、`gitea`）、`api`、`tokenEnv`、`tokenCommand`、`webhookSecretEnv`',
    },
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]

import { settingsText } from '../../../protocol/messages/host/settings.ts'
import type { TriggerSettings } from '../../../protocol/serve/serve-settings.ts'
import {
  type Check,
  checkOf,
  complain,
  filledText,
  flag,
  listOf,
  oneOf,
  positive,
  shapeOf,
  wholeBetween,
} from '../check.ts'
import type { DescribedRow } from './row.ts'

const pattern = (expression: string): Check<string> =>
  checkOf({ type: 'string', pattern: expression }, (value, place) => {
    const checked = filledText(value, place)
    if (checked === undefined || new RegExp(expression).test(checked)) return checked
    return complain(place, settingsText('expected_form', { form: expression }))
  })

const own = { project: 'never', counts: 'next start' } as const
const WEB = '^https?://[^\\s@]+$'

export const serveRows = [
  {
    key: 'serve.push.enabled',
    check: flag,
    doc: {
      en: 'Let `capstan serve` tell you of questions and ends that nobody is looking at',
      zh: '允许 `capstan serve` 在无人查看时通知你问题和结束',
    },
    default: false,
    ...own,
  },
  {
    key: 'serve.push.contact',
    check: pattern('^(mailto:[^\\s@]+@[^\\s@]+|https://[^\\s@]+)$'),
    doc: {
      en: 'Whom push services write to when something is wrong (`mailto:` or https); else the npm page of Capstan',
      zh: '推送服务出问题时的联系地址（`mailto:` 或 https）；未填写时为 Capstan 的 npm 页面',
    },
    ...own,
  },
  {
    key: 'serve.push.detail',
    check: oneOf(['title', 'text']),
    doc: {
      en: 'What a notification holds: the name of the session (`title`), or also what it asks (`text`)',
      zh: '通知的内容：会话名称（`title`），或连同所问内容（`text`）',
    },
    default: 'title',
    ...own,
  },
  {
    key: 'serve.push.quietHours',
    check: pattern('^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d$'),
    doc: { en: 'When nothing is sent, like `22:00-07:00`', zh: '不发送通知的时段，例如 `22:00-07:00`' },
    ...own,
  },
  {
    key: 'serve.push.ntfy',
    check: pattern(WEB),
    doc: {
      en: 'ntfy topic that is told as well, like `https://ntfy.example/topic`',
      zh: '同时通知的 ntfy 主题地址',
    },
    ...own,
  },
  {
    key: 'serve.push.webhook',
    check: pattern(WEB),
    doc: {
      en: 'URL that gets a POST with `kind`, `session`, `title` and `text`',
      zh: '接收 POST（kind、session、title、text）的地址',
    },
    ...own,
  },
  {
    key: 'serve.push.desktop',
    check: flag,
    doc: { en: 'Show it on the desktop of the server as well', zh: '同时在服务器的桌面上显示' },
    default: false,
    ...own,
  },
  {
    key: 'serve.push.privateEndpoints',
    check: flag,
    doc: {
      en: 'Send to browsers whose push service is in your own network, also without TLS',
      zh: '允许推送服务位于自己的网络中（也可不用 TLS）',
    },
    default: false,
    ...own,
  },
  {
    key: 'serve.triggers',
    check: listOf(
      shapeOf<TriggerSettings>(
        {
          name: pattern('^[a-z0-9][a-z0-9-]{0,39}$'),
          cwd: filledText,
          prompt: filledText,
          schedule: filledText,
          secretEnv: filledText,
          maxBudgetUsd: positive,
          permissionMode: oneOf(['default', 'acceptEdits', 'plan', 'dontAsk']),
          model: filledText,
          fleet: flag,
          concurrent: wholeBetween(1, 20),
          perHour: wholeBetween(1, 1000),
        },
        ['name', 'cwd', 'prompt'],
      ),
    ),
    doc: {
      en: 'Sessions that `capstan serve` begins by itself, by the clock or when it is called',
      zh: '`capstan serve` 按时间或在被调用时自行开始的会话',
    },
    ...own,
  },
] as const satisfies readonly DescribedRow[]

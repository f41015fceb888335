import type * as z from 'zod'
import { sendChosen } from '../../../lib/network/send-chosen.ts'
import { sentences } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { describeError } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('pushNotification', {
  sent: { en: 'Sent ({channels}).', zh: '已发送（{channels}）。' },
  unreached: { en: 'Nobody could be reached; go on without.', zh: '联系不到任何人；请直接继续。' },
  failed: { en: 'Failed: {failed}.', zh: '失败：{failed}。' },
  signal: { en: '{file} ended with a signal', zh: '{file} 被信号终止' },
  ended: { en: '{file} ended with {code}', zh: '{file} 以 {code} 结束' },
  answered: { en: 'the address answered {status:number}', zh: '该地址返回 {status:number}' },
  nobody: { en: 'Nobody can be notified in this session.', zh: '本会话中无法通知任何人。' },
  off: {
    en: 'The person has switched notifications off. Go on without.',
    zh: '用户已关闭通知。不通知，继续工作。',
  },
})

const input = fields({ message: someText({ en: 'One line', zh: '一行' }) })

type Channel = 'terminal' | 'desktop' | 'webhook'
interface PushOutput {
  readonly sent: readonly Channel[]
  /** What was tried in vain, and why. */
  readonly failed: readonly string[]
}

const MAX_CHARS = 500
const TIMEOUT_MS = 5_000
const OFF = 'notifications_disabled'

export const pushNotificationTool: Tool<z.infer<typeof input>, PushOutput> = {
  name: 'PushNotification',
  present,
  groups: ['conversation'],
  description: {
    en: 'Calls the person back when they may be away: long work has ended, or nothing can go on without them. One short line. Use it rarely; the end of your turn is announced by itself.',
    zh: '用户可能不在时叫其回来：长时间的工作已结束，或没有用户就无法继续。一行短句。少用；回合结束会自动通知。',
  },
  deferred: { hint: { en: 'call the person back', zh: '叫用户回来' } },
  leavesTrace: true,
  input,
  noAccess: 'Goes to the person alone: their terminal, or the address in their own settings.',
  access: () => [],
  run: withoutProgress(push),
  show: ({ sent, failed }, language) => textBlocks(describe(sent, failed), language),
}

async function push({ message }: z.infer<typeof input>, call: ToolCall): Promise<PushOutput> {
  const { person } = call
  if (!person) throw new ToolError(says('nobody'))
  if (person.setting('preferredNotifChannel') === OFF) throw new ToolError(says('off'))
  const text = message.replace(/\s+/g, ' ').slice(0, MAX_CHARS)
  person.tell({ kind: 'notification', text, toolUseId: call.id })
  const isElsewhere = person.setting('agentPushNotifEnabled') !== false
  const webhook = isElsewhere ? person.setting('notifyWebhook') : undefined
  const tries: readonly (readonly [Channel, () => Promise<void>])[] = [
    // Whoever watches is called by their terminal or host; where nobody does, the desktop is asked.
    ...(person.watching || !isElsewhere ? [] : [['desktop', () => showOnDesktop(text, call)] as const]),
    ...(typeof webhook === 'string' ? [['webhook', () => post(webhook, text, call)] as const] : []),
  ]
  const sent: Channel[] = person.watching ? ['terminal'] : []
  const failed: string[] = []
  for (const [channel, send] of tries)
    try {
      await send()
      sent.push(channel)
    } catch (error) {
      failed.push(`${channel}: ${forModel(describeError(error), call.language)}`)
    }
  return { sent, failed }
}

const showOnDesktop = async (text: string, { processes, signal, cwd }: ToolCall): Promise<void> => {
  const [file, args] =
    process.platform === 'darwin'
      ? ['osascript', ['-e', `display notification ${JSON.stringify(text)} with title "Capstan"`]]
      : ['notify-send', ['--app-name=Capstan', '--', 'Capstan', text]]
  const limits = { cwd, signal, timeoutMs: TIMEOUT_MS, maxBytes: 1_000 }
  const { code } = await processes.program({ file, args, ...limits })
  if (code !== 0)
    throw new ToolError(
      code === null ? says('signal', { file }) : says('ended', { file, code: String(code) }),
    )
}

/** To an address of the person's own settings. */
const post = async (url: string, text: string, { signal, web }: ToolCall): Promise<void> => {
  const { status } = await sendChosen({
    url: new URL(url),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Capstan', text, message: text }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    maxBytes: 0,
    ...(web?.proxy ? { proxy: web.proxy } : {}),
  })
  if (status < 200 || status > 299) throw new ToolError(says('answered', { status }))
}

const describe = (sent: readonly Channel[], failed: readonly string[]): LocalizedText => {
  const done = sent.length > 0 ? says('sent', { channels: sent.join(', ') }) : says('unreached')
  return failed.length > 0 ? sentences([done, says('failed', { failed: failed.join('; ') })]) : done
}

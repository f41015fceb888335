import * as z from 'zod'
import { NetworkError } from '../../../lib/network/network-error.ts'
import { clause, lines, sentences } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import type { Web } from '../../../protocol/web.ts'
import { fields, must, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { cleanWebText, markAsData } from '../web-content.ts'
import { withoutProgress } from '../without-progress.ts'
import { answerFromPage } from './answer-from-page.ts'
import { type Fetched, fetchPage, type PageLimits, upgraded } from './fetch-page.ts'
import { type CachedPage, PageCache } from './page-cache.ts'
import { present } from './present.ts'
import { readPage } from './read-page.ts'

const says = modelTexts('webFetch', {
  redirects: {
    en: '{url} redirects to another host, which was not followed. If you want that page, call WebFetch with this URL:',
    zh: '{url} 重定向到另一主机，没有跟随。如果需要该网页，请用这个 URL 调用 WebFetch：',
  },
  empty: { en: 'The answer is empty.', zh: '返回内容为空。' },
  notText: { en: 'The answer is not text ({type}).', zh: '返回的不是文本（{type}）。' },
  saved: { en: 'Saved to {path}', zh: '已保存到 {path}' },
  size: { en: '{status}, {bytes:number} bytes.', zh: '{status}，{bytes:number} 字节。' },
  notFetched: { en: '{url} could not be fetched: {why}.', zh: '无法抓取 {url}：{why}。' },
  private: {
    en: 'Private hosts can be fetched only when an allow rule names exactly that host; ask the person.',
    zh: '只有允许规则明确写出该主机时才能抓取私有主机；请询问用户。',
  },
  spelling: { en: 'Check the spelling of the host.', zh: '请检查主机名的拼写。' },
  limit: {
    en: 'The limit is {seconds:number} seconds; try again later or fetch another page.',
    zh: '上限为 {seconds:number} 秒；请稍后重试或抓取别的网页。',
  },
  smaller: {
    en: 'Fetch a smaller page, or download the file with a command.',
    zh: '请抓取较小的网页，或用命令下载该文件。',
  },
  proxy: { en: 'The person has to look at the proxy settings.', zh: '需要用户检查代理设置。' },
  none: { en: 'This session has no way to the network.', zh: '本会话无法访问网络。' },
})

const LIMITS: PageLimits = { maxBytes: 10 * 1024 * 1024, timeoutMs: 60_000 }
const STATE_KEY = 'WebFetch'

/** A host without a scheme is what models often write. */
const withScheme = (value: unknown): unknown =>
  typeof value === 'string' && /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(value)
    ? `https://${value}`
    : value

const input = fields({
  url: z.preprocess(
    withScheme,
    z
      .string()
      .max(8_000)
      .refine(
        text => URL.canParse(text),
        must({
          en: 'must be a whole URL such as https://example.com/page',
          zh: '须为完整的 URL，如 https://example.com/page',
        }),
      ),
  ),
  prompt: someText({ en: 'What you want to know from the page', zh: '想从网页了解什么' }),
})
type WebFetchInput = z.output<typeof input>

export interface WebFetchOutput {
  readonly bytes: number
  readonly code: number
  readonly codeText: string
  readonly result: string
  readonly durationMs: number
  readonly url: string
  /** Said before the result, in our own words. */
  readonly note: string
  /** The result is somebody else's text. */
  readonly foreign: boolean
}

export const createWebFetchTool = (limits: PageLimits): Tool<WebFetchInput, WebFetchOutput> => ({
  name: 'WebFetch',
  present,
  groups: ['served', 'unrestricted'],
  description: {
    en: `Fetches a web page and answers \`prompt\` from it; a small model reads the page, so ask for what you need, exact wording included. HTML becomes Markdown, other text stays, anything else is saved to a file. A redirect to another host is reported: call again with that URL.`,
    zh: '抓取网页并据此回答 `prompt`；由小模型阅读网页，所以要说明需要什么，包括是否要原文。HTML 转为 Markdown，其他文本保持原样，其余存为文件。重定向到其他主机时会告知：用该 URL 再次调用。',
  },
  input,
  clearable: true,
  access: ({ url }) => [{ kind: 'network', url }],
  parallel: () => true,
  run: withoutProgress((given, call) => fetchAndAnswer(given, call, limits)),
  show: (output, language) => textBlocks(render(output), language),
  failed: output => output.code >= 400,
  effects: ({ url }, output) => {
    const effect = { kind: 'fetch', text: url } as const
    if (!output) return [{ ...effect, outcome: 'interrupted' }]
    return [{ ...effect, outcome: output.code >= 400 ? 'failed' : 'done', detail: `status ${output.code}` }]
  },
  maxResultChars: 60_000,
})

export const webFetchTool = createWebFetchTool(LIMITS)

const fetchAndAnswer = async (
  given: WebFetchInput,
  call: ToolCall,
  limits: PageLimits,
): Promise<WebFetchOutput> => {
  const { web } = call
  if (!web) throw new ToolError(says('none'))
  const began = web.now()
  const page = await pageOf(given, { call, web, limits })
  const shared = { bytes: page.bytes, code: page.code, codeText: page.codeText, url: page.url }
  if (!('text' in page)) return { ...shared, ...page, durationMs: web.now() - began }
  const answer = await answerFromPage(page, given.prompt, call)
  return { ...shared, ...answer, durationMs: web.now() - began }
}

/** What there is to say without reading anything. */
type Said = Omit<WebFetchOutput, 'durationMs'>

const pageOf = async (
  given: WebFetchInput,
  { call, web, limits }: { readonly call: ToolCall; readonly web: Web; readonly limits: PageLimits },
): Promise<CachedPage | Said> => {
  const cache = cacheOf(call)
  const url = new URL(given.url)
  url.hash = ''
  const key = upgraded(url, web.hosts()).href
  const known = cache.get(key, web.now())
  if (known) return known
  const fetched = await fetchPage(url, { web, limits }, call.signal).catch((error: unknown) => {
    throw toToolError(error, url, limits)
  })
  const page = read(fetched, web, call.language)
  if ('text' in page && page.code < 400) cache.set(key, page, web.now())
  return page
}

const read = (fetched: Fetched, web: Web, language: PromptLanguage | undefined): CachedPage | Said => {
  const { answer, url } = fetched
  const codeText = cleanWebText(answer.statusText).slice(0, 100)
  const shared = { bytes: answer.body.length, code: answer.status, codeText, url }
  if (fetched.kind === 'moved') {
    const to = cleanWebText(fetched.to).slice(0, 2_000)
    const note = forModel(says('redirects', { url }), language)
    return { ...shared, note, result: to, foreign: true }
  }
  const content = readPage({ body: answer.body, contentType: answer.headers['content-type'], url })
  if (content.kind === 'text') return { ...shared, ...content, text: cleanWebText(content.text) }
  const type = cleanWebText(content.type).slice(0, 100)
  if (answer.body.length === 0)
    return { ...shared, note: forModel(says('empty'), language), result: '', foreign: false }
  const path = web.save(answer.body, content.extension)
  return {
    ...shared,
    note: forModel(says('notText', { type }), language),
    result: forModel(says('saved', { path }), language),
    foreign: false,
  }
}

const cacheOf = (call: ToolCall): PageCache => {
  const known = call.state.get(STATE_KEY)
  if (known instanceof PageCache) return known
  const fresh = new PageCache()
  call.state.set(STATE_KEY, fresh)
  return fresh
}

const toToolError = (error: unknown, url: URL, limits: PageLimits): unknown => {
  if (!(error instanceof NetworkError)) return error
  const advice: Partial<Record<NetworkError['kind'], LocalizedText>> = {
    refused: says('private'),
    name: says('spelling'),
    timeout: says('limit', { seconds: Math.round(limits.timeoutMs / 1000) }),
    'too-large': says('smaller'),
    proxy: says('proxy'),
  }
  const why = clause(error.clause, cleanWebText)
  const said = says('notFetched', { url: url.href, why })
  const hint = advice[error.kind]
  return new ToolError(hint ? sentences([said, hint]) : said)
}

const render = (output: WebFetchOutput): Text => {
  const status = `${output.url}: ${output.code} ${output.codeText}`.trimEnd()
  const size = says('size', { status, bytes: output.bytes })
  const head = output.note === '' ? size : sentences([size, output.note])
  if (output.result === '') return head
  return lines([head, output.foreign ? markAsData(new URL(output.url).origin, output.result) : output.result])
}

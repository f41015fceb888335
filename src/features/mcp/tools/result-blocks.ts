import type { ResultBlock } from '../../../protocol/message.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { cleanHead, cleanText, cleanValue } from '../clean-text.ts'
import type { CallResult } from '../connection/connection.ts'
import type { ResultPorts } from './tool-ports.ts'

const says = modelTexts('server_results', {
  more: {
    en: '({count:number} more parts of the result are left out)',
    zh: '（结果另有 {count:number} 个部分已省略）',
  },
  nothing: { en: '(no content)', zh: '（无内容）' },
  resource: { en: 'Resource {uri}', zh: '资源 {uri}' },
  resourceText: { en: 'Resource {uri}:\n{text}', zh: '资源 {uri}：\n{text}' },
  link: { en: 'Resource {link}', zh: '资源 {link}' },
  unknown: {
    en: '(a part of a kind that is not known: {type})',
    zh: '（未知类型的部分：{type}）',
  },
  tooLargePicture: { en: '(a picture that is too large to be taken)', zh: '（图片过大，无法接收）' },
  audio: { en: 'Audio', zh: '音频' },
  picture: { en: 'Picture', zh: '图片' },
  tooLarge: { en: '({what}, {type}: too large to be kept)', zh: '（{what}，{type}：过大，未保存）' },
  saved: {
    en: '{what} ({type}, {size:number} bytes) is saved in {path}',
    zh: '{what}（{type}，{size:number} 字节）已保存到 {path}',
  },
  notSaved: {
    en: '({what}, {type}, could not be saved: {why})',
    zh: '（{what}，{type}，未能保存：{why}）',
  },
})

/** What the parts of a result are made with. */
interface Making {
  readonly ports: ResultPorts
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

/** What a call of a server's tool brought, as the model gets it. */
export interface ServerOutput {
  readonly content: readonly ResultBlock[]
  readonly isError: boolean
  /** It goes on in the background as this task. */
  readonly backgroundTaskId?: string
  readonly persistedOutputPath?: string
  /** For programs that drive the session; the model reads `content`. */
  readonly structuredContent?: unknown
  readonly _meta?: unknown
}

type Content = CallResult['content'][number]
type Resource = Extract<Content, { type: 'resource' }>['resource']

const MAX_BLOCKS = 200
const MAX_BYTES = 64 * 1024 * 1024

/** Foreign to the last letter: texts are cleaned, pictures made small, everything else is a file. */
export const resultBlocks = async (result: CallResult, making: Making): Promise<ServerOutput> => {
  const { language } = making
  const { content = [], structuredContent, isError = false } = result
  const shown: ResultBlock[] = []
  for (const each of content.slice(0, MAX_BLOCKS)) shown.push(...(await blocksOf(each, making)))
  if (content.length > MAX_BLOCKS)
    shown.push(text(says('more', { count: content.length - MAX_BLOCKS }), language))
  if (structuredContent !== undefined && !shown.some(block => block.type === 'text'))
    shown.push(text(cleanText(JSON.stringify(structuredContent, null, 2))))
  return {
    content: shown.length === 0 ? [text(says('nothing'), language)] : shown,
    isError,
    ...forHosts('structuredContent', structuredContent),
    ...forHosts('_meta', result._meta),
  }
}

/** Characters of JSON that go along; whoever needs more asks for a file. */
const MAX_HOST_CHARS = 200_000

const forHosts = (name: 'structuredContent' | '_meta', value: unknown): Partial<ServerOutput> => {
  if (value === undefined || (JSON.stringify(value) ?? '').length > MAX_HOST_CHARS) return {}
  return { [name]: cleanValue(value) }
}

const text = (words: Text, language?: PromptLanguage): ResultBlock => ({
  type: 'text',
  text: forModel(words, language),
})

const blocksOf = async (content: Content, making: Making): Promise<readonly ResultBlock[]> => {
  switch (content.type) {
    case 'text':
      return [text(cleanText(content.text))]
    case 'image':
      return await pictureBlocks(content.data, content.mimeType, making)
    case 'audio':
      return [file(content.data, { mimeType: content.mimeType, what: says('audio') }, making)]
    case 'resource':
      return await resourceBlocks(content.resource, making)
    case 'resource_link': {
      const { uri, name, description, mimeType } = content
      const about = [mimeType, description].filter(each => each !== undefined).join(', ')
      const link = cleanHead(
        `${name}: ${uri}${about === '' ? '' : ` (${about})`}`,
        2_000 - 'Resource '.length,
      )
      return [text(says('link', { link }), making.language)]
    }
    default:
      return [
        text(says('unknown', { type: cleanHead(String((content as Content).type), 60) }), making.language),
      ]
  }
}

/** The contents of a resource, as a mention or a call shows them. */
export const resourceBlocks = async (resource: Resource, making: Making): Promise<readonly ResultBlock[]> => {
  if ('text' in resource)
    return [
      text(
        says('resourceText', { uri: cleanHead(resource.uri, 1_000), text: cleanText(resource.text) }),
        making.language,
      ),
    ]
  const { blob, mimeType = 'application/octet-stream', uri } = resource
  return mimeType.startsWith('image/')
    ? await pictureBlocks(blob, mimeType, making)
    : [file(blob, { mimeType, what: says('resource', { uri: cleanHead(uri, 1_000) }) }, making)]
}

/** The picture as the model can see it, and where it is saved as it came: commands and edits need a path. */
const pictureBlocks = async (
  data: string,
  mimeType: string,
  making: Making,
): Promise<readonly ResultBlock[]> => {
  const bytes = bytesOf(data)
  if (!bytes) return [text(says('tooLargePicture'), making.language)]
  const picture = await making.ports.image(bytes, mimeType)
  const saved = file(data, { mimeType, what: says('picture') }, making)
  return picture ? [picture, saved] : [saved]
}

const file = (
  data: string,
  { mimeType, what }: { readonly mimeType: string; readonly what: Text },
  { ports, language }: Making,
): ResultBlock => {
  const bytes = bytesOf(data)
  const type = cleanHead(mimeType, 100)
  if (!bytes) return text(says('tooLarge', { what, type }), language)
  try {
    const path = ports.save(endingOf(mimeType), bytes)
    return text(says('saved', { what, type, size: bytes.length, path }), language)
  } catch (error) {
    return text(says('notSaved', { what, type, why: String(error) }), language)
  }
}

const bytesOf = (base64: string): Uint8Array | undefined =>
  base64.length > (MAX_BYTES * 4) / 3 ? undefined : Buffer.from(base64, 'base64')

/** What the file is called at its end: a known word, never the server's. */
const endingOf = (mimeType: string): string => {
  const [, sub = ''] = /^[\w.-]+\/(?:x-)?([\w.+-]+)/.exec(mimeType.toLowerCase()) ?? []
  return /^[a-z0-9]{1,8}$/.test(sub) ? sub : mimeType.startsWith('text/') ? 'txt' : 'bin'
}

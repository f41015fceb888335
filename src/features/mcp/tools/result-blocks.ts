import type { ResultBlock } from '../../../protocol/message.ts'
import { cleanHead, cleanText, cleanValue } from '../clean-text.ts'
import type { CallResult } from '../connection/connection.ts'
import type { ResultPorts } from './tool-ports.ts'

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
export const resultBlocks = async (result: CallResult, ports: ResultPorts): Promise<ServerOutput> => {
  const { content = [], structuredContent, isError = false } = result
  const shown: ResultBlock[] = []
  for (const each of content.slice(0, MAX_BLOCKS)) shown.push(...(await blocksOf(each, ports)))
  if (content.length > MAX_BLOCKS)
    shown.push(text(`(${content.length - MAX_BLOCKS} more parts of the result are left out)`))
  if (structuredContent !== undefined && !shown.some(block => block.type === 'text'))
    shown.push(text(cleanText(JSON.stringify(structuredContent, null, 2))))
  return {
    content: shown.length === 0 ? [text('(no content)')] : shown,
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

const text = (words: string): ResultBlock => ({ type: 'text', text: words })

const blocksOf = async (content: Content, ports: ResultPorts): Promise<readonly ResultBlock[]> => {
  switch (content.type) {
    case 'text':
      return [text(cleanText(content.text))]
    case 'image':
      return await pictureBlocks(content.data, content.mimeType, ports)
    case 'audio':
      return [file(content.data, { mimeType: content.mimeType, what: 'Audio' }, ports)]
    case 'resource':
      return await resourceBlocks(content.resource, ports)
    case 'resource_link': {
      const { uri, name, description, mimeType } = content
      const about = [mimeType, description].filter(each => each !== undefined).join(', ')
      return [text(cleanHead(`Resource ${name}: ${uri}${about === '' ? '' : ` (${about})`}`, 2_000))]
    }
    default:
      return [
        text(`(a part of a kind that is not known: ${cleanHead(String((content as Content).type), 60)})`),
      ]
  }
}

/** The contents of a resource, as a mention or a call shows them. */
export const resourceBlocks = async (
  resource: Resource,
  ports: ResultPorts,
): Promise<readonly ResultBlock[]> => {
  if ('text' in resource)
    return [text(`Resource ${cleanHead(resource.uri, 1_000)}:\n${cleanText(resource.text)}`)]
  const { blob, mimeType = 'application/octet-stream', uri } = resource
  return mimeType.startsWith('image/')
    ? await pictureBlocks(blob, mimeType, ports)
    : [file(blob, { mimeType, what: `Resource ${cleanHead(uri, 1_000)}` }, ports)]
}

/** The picture as the model can see it, and where it is saved as it came: commands and edits need a path. */
const pictureBlocks = async (
  data: string,
  mimeType: string,
  ports: ResultPorts,
): Promise<readonly ResultBlock[]> => {
  const bytes = bytesOf(data)
  if (!bytes) return [text('(a picture that is too large to be taken)')]
  const picture = await ports.image(bytes, mimeType)
  const saved = file(data, { mimeType, what: 'Picture' }, ports)
  return picture ? [picture, saved] : [saved]
}

const file = (
  data: string,
  { mimeType, what }: { readonly mimeType: string; readonly what: string },
  ports: ResultPorts,
): ResultBlock => {
  const bytes = bytesOf(data)
  const type = cleanHead(mimeType, 100)
  if (!bytes) return text(`(${what}, ${type}: too large to be kept)`)
  try {
    return text(
      `${what} (${type}, ${bytes.length} bytes) is saved in ${ports.save(endingOf(mimeType), bytes)}`,
    )
  } catch (error) {
    return text(`(${what}, ${type}, could not be saved: ${String(error)})`)
  }
}

const bytesOf = (base64: string): Uint8Array | undefined =>
  base64.length > (MAX_BYTES * 4) / 3 ? undefined : Buffer.from(base64, 'base64')

/** What the file is called at its end: a known word, never the server's. */
const endingOf = (mimeType: string): string => {
  const [, sub = ''] = /^[\w.-]+\/(?:x-)?([\w.+-]+)/.exec(mimeType.toLowerCase()) ?? []
  return /^[a-z0-9]{1,8}$/.test(sub) ? sub : mimeType.startsWith('text/') ? 'txt' : 'bin'
}

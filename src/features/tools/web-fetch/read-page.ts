import { htmlToMarkdown } from './html-to-markdown.ts'

/** What a body is: text for the model, or something to be kept in a file. */
export type PageContent =
  | { readonly kind: 'text'; readonly text: string; readonly type: string; readonly cut: boolean }
  | { readonly kind: 'binary'; readonly type: string; readonly extension: string }

export interface PageBody {
  readonly body: Uint8Array
  readonly contentType: string | undefined
  readonly url: string
}

const MAX_TEXT_CHARS = 2_000_000
const TEXT_TYPES =
  /^(?:text\/.*|.*[/+](?:json|xml|yaml|toml|javascript|ecmascript|typescript|x-sh|sql|graphql|x-ndjson|jsonl|x-www-form-urlencoded))$/
const HTML_TYPES = /^(?:text\/html|application\/xhtml\+xml)$/

export const readPage = (page: PageBody): PageContent => {
  const type = (page.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const looksLikeText = !isBinary(page.body)
  const isText =
    looksLikeText && (TEXT_TYPES.test(type) || type === '' || type === 'application/octet-stream')
  if (!isText) return { kind: 'binary', type: type || 'unknown', extension: extensionOf(page.url, type) }
  const text = decodeText(page.body, page.contentType ?? '')
  const isHtml = HTML_TYPES.test(type) || (type === '' && /^\s*<(?:!doctype html|html)/i.test(text))
  if (!isHtml)
    return {
      kind: 'text',
      type: type || 'text/plain',
      text: text.slice(0, MAX_TEXT_CHARS),
      cut: text.length > MAX_TEXT_CHARS,
    }
  const markdown = htmlToMarkdown(text, { base: page.url, maxChars: MAX_TEXT_CHARS })
  return { kind: 'text', type: type || 'text/html', ...markdown }
}

const hasUtf16Mark = (body: Uint8Array): boolean =>
  (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)

const isBinary = (body: Uint8Array): boolean => !hasUtf16Mark(body) && body.subarray(0, 8_192).includes(0)

/** The mark at the beginning wins, then the header, then the page's own word, then UTF-8. */
const decodeText = (body: Uint8Array, contentType: string): string => {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 2_048)).toString('latin1')
  const named =
    markOf(body) ??
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1] ??
    'utf-8'
  return decoderFor(named).decode(body)
}

const markOf = (body: Uint8Array): string | undefined => {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : undefined
}

const decoderFor = (label: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(label)
  } catch {
    // A name nobody knows: most such pages are UTF-8, and what is not shows as replacement characters.
    return new TextDecoder()
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** The type's own, then that of the address; it becomes part of a file name. */
const extensionOf = (url: string, type: string): string => {
  if (Object.hasOwn(EXTENSIONS, type)) return EXTENSIONS[type] ?? 'bin'
  return /\.([a-z0-9]{1,8})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? 'bin'
}

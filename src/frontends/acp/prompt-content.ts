import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ContentBlock } from '@agentclientprotocol/sdk'
import { windowsPathOf } from '../../lib/windows-path.ts'
import type { UserBlock } from '../../protocol/message.ts'

export interface PromptContent {
  /** Text alone stays text, so that a slash command is one. */
  readonly content: string | readonly UserBlock[]
  /** Texts that came along. They are not words of the person: nothing they name may be read because they name it. */
  readonly context: readonly string[]
}

/**
 * What the client sends as a prompt, as the conversation takes it. Files that are linked become mentions: they are read,
 * and judged, like those a person names.
 */
export const promptContent = (
  given: readonly ContentBlock[],
  localPath: (path: string) => string = path => path,
): PromptContent => {
  const blocks = given.map(block => withLocalAddress(block, localPath))
  const parts = joined(blocks.flatMap(partsOf))
  const [only, ...more] = parts
  return {
    content: !only ? '' : only.type === 'text' && more.length === 0 ? only.text : parts,
    context: blocks.flatMap(contextOf),
  }
}

/** An editor of Windows that talks to a program in WSL names files as Windows does. */
const withLocalAddress = (block: ContentBlock, localPath: (path: string) => string): ContentBlock => {
  const local = (uri: string): string => {
    const path = windowsPathOf(uri)
    const here = path === undefined ? undefined : localPath(path)
    return here === undefined || here === path ? uri : `${pathToFileURL(here)}${new URL(uri).hash}`
  }
  if (block.type === 'resource_link') return { ...block, uri: local(block.uri) }
  if (block.type !== 'resource') return block
  return { ...block, resource: { ...block.resource, uri: local(block.resource.uri) } }
}

const partsOf = (block: ContentBlock): readonly UserBlock[] => {
  switch (block.type) {
    case 'text':
      return [text(block.text)]
    case 'image':
      return [image(block.mimeType, block.data)]
    case 'resource_link':
      return [text(linkText(block.uri, block.title ?? block.name))]
    case 'resource':
      return resource(block.resource)
    default:
      // Audio, or what a later version of the protocol brings: nothing here was offered for it.
      return [text(`[${block.type} content, which can't be read here]`)]
  }
}

type Resource = Extract<ContentBlock, { readonly type: 'resource' }>['resource']

const resource = (given: Resource): readonly UserBlock[] => {
  const { uri } = given
  if ('text' in given) return [text(`[${refOf(uri)}]`)]
  const type = given.mimeType ?? ''
  if (type.startsWith('image/')) return [image(type, given.blob)]
  if (type !== 'application/pdf') return [text(linkText(uri, nameOf(uri)))]
  const source = { type: 'base64', media_type: type, data: given.blob } as const
  return [{ type: 'document', source, title: nameOf(uri) }]
}

const contextOf = (block: ContentBlock): readonly string[] =>
  block.type === 'resource' && 'text' in block.resource
    ? [`<context ref=${JSON.stringify(refOf(block.resource.uri))}>\n${block.resource.text}\n</context>`]
    : []

/** A file as a mention, anything else as a link. */
const linkText = (uri: string, name: string): string => {
  const file = fileOf(uri)
  return file === undefined || /["\n]/.test(file.path) ? `[${name}](${uri})` : `@"${file.path}"${file.lines}`
}

const LINES = /^#L?(\d+)(?:[:-]L?(\d+))?$/

/** The file an address means, with its lines as mentions have them; undefined for what is none. */
const fileOf = (uri: string): { readonly path: string; readonly lines: string } | undefined => {
  if (!URL.canParse(uri)) return undefined
  const url = new URL(uri)
  if (url.protocol !== 'file:') return undefined
  const [, from, to] = LINES.exec(url.hash) ?? []
  const lines = from === undefined ? '' : `#L${from}${to === undefined ? '' : `-${to}`}`
  try {
    return { path: fileURLToPath(new URL(url.pathname, 'file://')), lines }
  } catch {
    // An address that no file can have.
    return undefined
  }
}

const refOf = (uri: string): string => {
  const file = fileOf(uri)
  return file ? `${file.path}${file.lines}` : uri
}

const nameOf = (uri: string): string => uri.split('/').at(-1) || uri

const text = (words: string): UserBlock => ({ type: 'text', text: words })

const image = (mediaType: string, data: string): UserBlock => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data },
})

/** Pieces of text between two pictures are one text: a link stands in the middle of a sentence. */
const joined = (blocks: readonly UserBlock[]): readonly UserBlock[] => {
  const made: UserBlock[] = []
  for (const block of blocks) {
    const last = made.at(-1)
    if (block.type === 'text' && last?.type === 'text')
      made[made.length - 1] = text(spaced(last.text, block.text))
    else made.push(block)
  }
  return made
}

/** A mention counts only behind a blank, and ends at one. */
const spaced = (before: string, after: string): string => {
  const meets = /\S$/.test(before) && /^\S/.test(after)
  return meets && (/^[@[]/.test(after) || /["\])\d]$/.test(before)) ? `${before} ${after}` : before + after
}

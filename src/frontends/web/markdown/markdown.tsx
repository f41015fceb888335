import type { Token, Tokens } from 'marked'
import type { ComponentChildren, VNode } from 'preact'
import { type Edges, edgesOf, NO_EDGES } from '../../../lib/text/inline-edges.ts'
import { memo } from '../view/memo.ts'
import { CodeBlock } from './code.tsx'
import { decodeEntities } from './entities.ts'
import { lexMarkdown, safeAddress } from './lex.ts'
import { InLink, ReferenceText } from './reference-text.tsx'

/**
 * Markdown of others, drawn by our own hand: no text of it ever becomes markup, HTML in it stays text, pictures are named
 * and not asked for.
 */
export const Markdown = memo(({ text }: { readonly text: string }): VNode => {
  const tokens = lexMarkdown(text)
  if (!tokens) return <pre class="md plain">{text}</pre>
  return (
    <div class="md" dir="auto">
      {tokens.map(drawn)}
    </div>
  )
})

/** While a text grows only its last block is drawn anew. */
const Block = memo(
  ({ token }: { readonly raw: string; readonly token: Token }): VNode | null => block(token),
  (before, after) => before.raw === after.raw && before.token.type === after.token.type,
)

const drawn = (token: Token): VNode => <Block raw={token.raw} token={token} />

const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

const block = (token: Token): VNode | null => {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading': {
      // The page has its own first and second heading.
      const Heading = HEADINGS[(token as Tokens.Heading).depth - 1] ?? 'h6'
      return <Heading dir="auto">{inline(token.tokens ?? [])}</Heading>
    }
    case 'paragraph':
      return <p dir="auto">{inline(token.tokens ?? [])}</p>
    case 'code': {
      const { text, lang = '' } = token as Tokens.Code
      return <CodeBlock text={text} language={lang.split(/[\s,{:]/, 1)[0]?.toLowerCase() ?? ''} />
    }
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>
    case 'list':
      return list(token as Tokens.List)
    case 'table':
      return table(token as Tokens.Table)
    case 'hr':
      return <hr />
    case 'text':
      return (
        <p dir="auto">
          {'tokens' in token && token.tokens ? inline(token.tokens) : decodeEntities(token.text)}
        </p>
      )
    default:
      // HTML, and whatever comes later.
      return <p class="raw">{token.raw.trim()}</p>
  }
}

const blocks = (tokens: readonly Token[]): ComponentChildren => tokens.map(drawn)

const list = ({ ordered, start, items }: Tokens.List): VNode => {
  const entries = items.map(listItem)
  if (!ordered) return <ul dir="auto">{entries}</ul>
  return (
    <ol start={Number(start) || 1} dir="auto">
      {entries}
    </ol>
  )
}

const listItem = (item: Tokens.ListItem): VNode => (
  <li class={item.task ? 'task' : undefined}>
    {item.task && (
      <span role="img" aria-label={item.checked ? '✓' : '○'} class="check">
        {item.checked ? '☑' : '☐'}
      </span>
    )}
    {item.loose ? blocks(item.tokens) : item.tokens.map(tight)}
  </li>
)

/** Text of a tight list stands in no paragraph of its own. */
const tight = (token: Token): ComponentChildren => {
  if (token.type === 'checkbox') return null
  return token.type === 'text' && 'tokens' in token && token.tokens ? (
    <span>{inline(token.tokens)}</span>
  ) : (
    drawn(token)
  )
}

const table = ({ header, rows }: Tokens.Table): VNode => (
  <div class="table">
    <table>
      <thead>{tableRow(header)}</thead>
      <tbody>{rows.map(tableRow)}</tbody>
    </table>
  </div>
)

const tableRow = (cells: readonly Tokens.TableCell[]): VNode => <tr>{cells.map(tableCell)}</tr>

const tableCell = ({ tokens, align, header }: Tokens.TableCell): VNode => {
  const Cell = header ? 'th' : 'td'
  return (
    <Cell class={align ? `to-${align}` : undefined} dir="auto">
      {inline(tokens)}
    </Cell>
  )
}

const inline = (tokens: readonly Token[], outer: Edges = NO_EDGES): ComponentChildren => {
  const edges = edgesOf(tokens, outer)
  return tokens.map((token, at) => piece(token, edges[at] ?? NO_EDGES))
}

const piece = (token: Token, edges: Edges): ComponentChildren => {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens ?? [], edges)}</strong>
    case 'em':
      return <em>{inline(token.tokens ?? [], edges)}</em>
    case 'del':
      return <del>{inline(token.tokens ?? [], edges)}</del>
    case 'codespan':
      return (
        <code dir="ltr">
          <ReferenceText text={token.text} kinds="places" />
        </code>
      )
    case 'math':
      return token['text']
    case 'br':
      return <br />
    case 'link':
      return link(token as Tokens.Link)
    case 'image':
      return <Picture text={(token as Tokens.Image).text} href={(token as Tokens.Image).href} />
    case 'text':
      return 'tokens' in token && token.tokens ? (
        inline(token.tokens, edges)
      ) : (
        <ReferenceText text={decodeEntities(token.text)} kinds="all" edges={edges} />
      )
    case 'escape':
      return decodeEntities(token.text)
    default:
      return token.raw
  }
}

const link = ({ href, tokens }: Tokens.Link): ComponentChildren => {
  const address = safeAddress(decodeEntities(href))
  const label = <InLink.Provider value={true}>{inline(tokens)}</InLink.Provider>
  if (address === undefined) return [label, ` (${href})`]
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
      {label}
    </a>
  )
}

/** A picture elsewhere: whoever owns that place must not hear that somebody reads this. */
const Picture = ({ text, href }: { readonly text: string; readonly href: string }): VNode => {
  const address = safeAddress(href)
  const name = `🖼 ${text || href}`
  if (address === undefined) return <span class="picture-name">{name}</span>
  return (
    <a class="picture-name" href={address} target="_blank" rel="noopener noreferrer" title={address}>
      {name}
    </a>
  )
}

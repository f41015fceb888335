import { posix } from 'node:path'
import hljs from 'highlight.js/lib/common'
import { Marked, type Tokens } from 'marked'

export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

/** A piece of a page that search can lead to. */
export interface Section extends Heading {
  readonly body: string
}

export interface Rendered {
  readonly html: string
  readonly title: string
  readonly sections: readonly Section[]
}

/** Where a link of a document leads on the site and what stands there; undefined: there is no page for it. */
export type Resolve = (href: string) => { readonly to: string; readonly title?: string } | undefined

/** One document as HTML, its headings with the anchors they have in a repository. */
export const renderMarkdown = (text: string, resolve: Resolve): Rendered => {
  const anchors = new Anchors()
  const sections: Section[] = []
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens)
        const plain = plainOf(inner)
        const id = anchors.next(plain)
        sections.push({ id, text: plain, depth, body: '' })
        return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`
      },
      code({ text: code, lang }: Tokens.Code) {
        const known = lang !== undefined && hljs.getLanguage(lang) !== undefined
        const inner = known ? hljs.highlight(code, { language: lang }).value : escapeHtml(code)
        return `<div class="code"><button type="button" class="copy">Copy</button><pre tabindex="0"><code>${inner}</code></pre></div>\n`
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): string =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map(cells => row(cells, 'td')).join('\n')
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>\n${body}\n</tbody></table></div>\n`
      },
      link({ href, title, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens)
        const found = resolve(href)
        if (!found) return inner
        const about = title ? ` title="${escapeHtml(title)}"` : ''
        // Here a page has a name, not a file.
        const isFile = /^(?:docs\/)?[\w-]+\.md$/.test(inner) && found.title !== undefined
        return `<a href="${escapeHtml(found.to)}"${about}>${isFile ? escapeHtml(found.title ?? '') : inner}</a>`
      },
      image({ href, text: alt }: Tokens.Image) {
        const from = posix.normalize(resolve(href)?.to ?? href)
        return `<img src="${escapeHtml(from)}" alt="${escapeHtml(alt)}" loading="lazy">`
      },
    },
  })
  const html = marked.parse(text, { async: false })
  return { html, title: sections[0]?.text ?? '', sections: withBodies(html, sections) }
}

/** The text of each section, up to the next heading. */
const withBodies = (html: string, sections: readonly Section[]): readonly Section[] => {
  const starts = sections.map(({ id }) => html.indexOf(` id="${id}">`))
  return sections.map((section, index) => {
    const piece = html.slice(starts[index], starts[index + 1] ?? html.length)
    const body = piece.slice(piece.indexOf('</h') + 5).replace(/<h\d$/, '')
    return { ...section, body: plainOf(body.replaceAll('>Copy</button>', '></button>')) }
  })
}

/** Anchors as code hosts make them: lower case, without punctuation, numbered when they come again. */
class Anchors {
  readonly #used = new Map<string, number>()

  next(text: string): string {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-')
    const times = this.#used.get(slug) ?? 0
    this.#used.set(slug, times + 1)
    return times === 0 ? slug : `${slug}-${times}`
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

const plainOf = (html: string): string =>
  html
    .replace(/<\/(?:td|th|p|li|pre|h\d|div)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, entity => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { build } from 'esbuild'
import { deadLinks } from './check-links.ts'
import { chinesePages, withoutMark } from './chinese-pages.ts'
import { SECTIONS } from './contents.ts'
import { flagsPage } from './flags-page.ts'
import { framePage, type Language, type NavSection } from './page-frame.ts'
import { type Rendered, type Resolve, renderMarkdown } from './render-markdown.ts'

interface Document {
  /** Without folder and ending. */
  readonly name: string
  /** Its path in the repository. */
  readonly from: string
  readonly text: string
  readonly language: Language
}

type Known = ReadonlyMap<string, { readonly to: string; readonly title: string }>

/** Pages beside those of docs/. */
const OTHERS = ['README', 'CHANGELOG']

const fileOf = (name: string, language: Language = 'en'): string =>
  `${name === 'README' ? 'index' : name.toLowerCase()}${language === 'zh' ? '.zh' : ''}.html`

/** Makes the whole site in `out` and says what leads nowhere on it. */
export const makeSite = async (root: string, out: string): Promise<{ readonly dead: readonly string[] }> => {
  mkdirSync(join(out, 'screens'), { recursive: true })
  const documents = readDocuments(root)
  const known: Known = new Map(
    documents.map(({ name, from, text, language }) => [
      from,
      { to: fileOf(name, language), title: /^# (.+)$/m.exec(text)?.[1] ?? name },
    ]),
  )
  const rendered = new Map<string, Rendered>()
  for (const { name, from, text, language } of documents)
    rendered.set(
      fileOf(name, language),
      renderMarkdown(text, href => addressOf(href, from, known)),
    )
  const navs = { en: navOf(documents, rendered, 'en'), zh: navOf(documents, rendered, 'zh') }
  const pages = new Map<string, string>()
  for (const { name, language } of documents) {
    const file = fileOf(name, language)
    const page = rendered.get(file)
    const other = fileOf(name, language === 'zh' ? 'en' : 'zh')
    const nav = navs[language]
    if (page)
      pages.set(file, framePage(page, { file, nav, language, ...(rendered.has(other) ? { other } : {}) }))
  }
  for (const [file, html] of pages) writeFileSync(join(out, file), html)
  const files = [...copyScreens(root, out), ...(await writeAssets(out, rendered))]
  return { dead: deadLinks(pages, new Set(files)) }
}

const readDocuments = (root: string): readonly Document[] => {
  const inDocs = ['', 'decisions/'].flatMap(folder =>
    readdirSync(join(root, 'docs', folder))
      .filter(name => name.endsWith('.md'))
      .map(name => `docs/${folder}${name}`),
  )
  const paths = [...OTHERS.map(name => `${name}.md`), ...inDocs]
  const read = paths.map(from => ({
    name: posix.basename(from, '.md'),
    from,
    text: readFileSync(join(root, from), 'utf8'),
    language: 'en' as const,
  }))
  const chinese = chinesePages(root).map(({ page, original }) => ({
    name: posix.basename(original, '.md'),
    from: page,
    text: withoutMark(readFileSync(join(root, page), 'utf8')),
    language: 'zh' as const,
  }))
  return [...read, { name: 'flags', from: 'docs/flags.md', text: flagsPage(), language: 'en' }, ...chinese]
}

/** Of a link in the file `from`; what has no page on the site is shown without a link. */
const addressOf = (href: string, from: string, known: Known): ReturnType<Resolve> => {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return { to: href }
  const [path = '', anchor] = href.split('#')
  const target = posix.join(dirname(from), path)
  const [, screen] = /^docs\/(screens\/[^/]+)$/.exec(target) ?? []
  if (screen !== undefined) return { to: screen }
  const page = known.get(target)
  // Of a document that is gone the link stays, so that the check finds it.
  if (!page) return /^docs\/.*\.md$/.test(target) ? { to: target } : undefined
  return anchor === undefined ? page : { ...page, to: `${page.to}#${anchor}` }
}

const OVERVIEW = { en: 'Overview', zh: '概览' } as const

const navOf = (
  documents: readonly Document[],
  rendered: ReadonlyMap<string, Rendered>,
  language: Language,
): readonly NavSection[] => {
  const file = (name: string): string => fileOf(name, language)
  const link = (name: string) => ({
    file: file(name),
    title: name === 'README' ? OVERVIEW[language] : (rendered.get(file(name))?.title ?? name),
  })
  const listed = new Set(SECTIONS.flatMap(({ pages }) => pages))
  const own = documents.filter(each => each.language === language)
  const names = new Set(own.map(({ name }) => name))
  const isDecision = ({ from }: Document): boolean => from.startsWith('docs/decisions/')
  const more = own.filter(({ name }) => !listed.has(name))
  const rest = [
    { title: 'More', zh: '更多', pages: more.filter(each => !isDecision(each)).map(({ name }) => name) },
    { title: 'Decisions', zh: '决定', pages: more.filter(isDecision).map(({ name }) => name) },
  ]
  return [...SECTIONS, ...rest]
    .map(({ title, zh, pages }) => ({
      title: language === 'zh' ? zh : title,
      pages: pages.filter(name => names.has(name)).map(link),
    }))
    .filter(({ pages }) => pages.length > 0)
}

const copyScreens = (root: string, out: string): readonly string[] =>
  readdirSync(join(root, 'docs/screens')).map(name => {
    copyFileSync(join(root, 'docs/screens', name), join(out, 'screens', name))
    return `screens/${name}`
  })

/** The script, the style and what search looks in: a script as well, because a page on a disk may fetch nothing. */
const writeAssets = async (
  out: string,
  rendered: ReadonlyMap<string, Rendered>,
): Promise<readonly string[]> => {
  await build({
    entryPoints: {
      site: join(import.meta.dirname, 'browser.ts'),
      style: join(import.meta.dirname, 'style.css'),
    },
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    charset: 'utf8',
    logLevel: 'warning',
    outdir: out,
  })
  const index = [...rendered].flatMap(([file, { title, sections }]) =>
    sections.map(({ id, text, depth, body }) => [`${file}#${id}`, title, depth === 1 ? '' : text, body]),
  )
  writeFileSync(join(out, 'search.js'), `searchIndex(${JSON.stringify(index)})\n`)
  return ['site.js', 'style.css', 'search.js']
}

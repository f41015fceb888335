import { escapeHtml, type Rendered } from './render-markdown.ts'

export interface NavSection {
  readonly title: string
  readonly pages: readonly { readonly file: string; readonly title: string }[]
}

export type Language = 'en' | 'zh'

const WORDS = {
  en: {
    skip: 'Skip to content',
    menu: 'Menu',
    search: 'Search ( / )',
    searchLabel: 'Search the documentation',
    theme: 'Switch between light and dark',
    pages: 'Pages',
    here: 'On this page',
    other: '中文',
  },
  zh: {
    skip: '跳到正文',
    menu: '菜单',
    search: '搜索（/）',
    searchLabel: '搜索文档',
    theme: '切换浅色和深色',
    pages: '页面',
    here: '本页内容',
    other: 'English',
  },
} as const

/** One whole page. Addresses are relative, so that it works below any path and from a disk. */
export const framePage = (
  { html, title, sections }: Rendered,
  at: {
    readonly file: string
    readonly nav: readonly NavSection[]
    readonly language: Language
    /** The same page in the other language. */
    readonly other?: string
  },
): string => {
  const name = title === 'Capstan' ? title : `${title} · Capstan`
  const words = WORDS[at.language]
  const home = at.language === 'zh' ? 'index.zh.html' : 'index.html'
  const inner = sections.filter(({ depth }) => depth === 2)
  return `<!doctype html>
<html lang="${at.language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name)}</title>
<script>try{const t=localStorage.getItem('theme');if(t)document.documentElement.dataset.theme=t}catch{}</script>
<link rel="stylesheet" href="style.css">
<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header>
<button type="button" id="menu" aria-expanded="false" aria-controls="nav" aria-label="${words.menu}">☰</button>
<a class="brand" href="${home}">Capstan</a>
<div class="search"><input id="search" type="search" placeholder="${words.search}" aria-label="${words.searchLabel}" autocomplete="off"><ol id="found" hidden></ol></div>
${languageLink(at)}<button type="button" id="theme" aria-label="${words.theme}">◐</button>
</header>
<div class="columns">
<nav id="nav" aria-label="${words.pages}">
${at.nav.map(section => navSection(section, at.file)).join('\n')}
</nav>
<main id="main">
${html}</main>
<aside aria-label="${words.here}">${inner.length > 1 ? toc(inner, words.here) : ''}</aside>
</div>
</body>
</html>
`
}

const languageLink = ({
  language,
  other,
}: {
  readonly language: Language
  readonly other?: string
}): string => {
  if (other === undefined) return ''
  const to = language === 'zh' ? 'en' : 'zh-CN'
  return `<a id="language" href="${other}" hreflang="${to}" lang="${to}">${WORDS[language].other}</a>\n`
}

const navSection = ({ title, pages }: NavSection, file: string): string =>
  `<h2>${escapeHtml(title)}</h2>\n<ul>${pages
    .map(
      page =>
        `<li><a href="${page.file}"${page.file === file ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
    )
    .join('')}</ul>`

const toc = (sections: Rendered['sections'], title: string): string =>
  `<h2>${title}</h2>\n<ul>${sections
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
    .join('')}</ul>`

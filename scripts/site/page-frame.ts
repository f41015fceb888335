import { escapeHtml, type Rendered } from './render-markdown.ts'

export interface NavSection {
  readonly title: string
  readonly pages: readonly { readonly file: string; readonly title: string }[]
}

/** One whole page. Addresses are relative, so that it works below any path and from a disk. */
export const framePage = (
  { html, title, sections }: Rendered,
  at: { readonly file: string; readonly nav: readonly NavSection[] },
): string => {
  const name = title === 'Capstan' ? title : `${title} · Capstan`
  const inner = sections.filter(({ depth }) => depth === 2)
  return `<!doctype html>
<html lang="en">
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
<a class="skip" href="#main">Skip to content</a>
<header>
<button type="button" id="menu" aria-expanded="false" aria-controls="nav" aria-label="Menu">☰</button>
<a class="brand" href="index.html">Capstan</a>
<div class="search"><input id="search" type="search" placeholder="Search ( / )" aria-label="Search the documentation" autocomplete="off"><ol id="found" hidden></ol></div>
<button type="button" id="theme" aria-label="Switch between light and dark">◐</button>
</header>
<div class="columns">
<nav id="nav" aria-label="Pages">
${at.nav.map(section => navSection(section, at.file)).join('\n')}
</nav>
<main id="main">
${html}</main>
<aside aria-label="On this page">${inner.length > 1 ? toc(inner) : ''}</aside>
</div>
</body>
</html>
`
}

const navSection = ({ title, pages }: NavSection, file: string): string =>
  `<h2>${escapeHtml(title)}</h2>\n<ul>${pages
    .map(
      page =>
        `<li><a href="${page.file}"${page.file === file ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
    )
    .join('')}</ul>`

const toc = (sections: Rendered['sections']): string =>
  `<h2>On this page</h2>\n<ul>${sections
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
    .join('')}</ul>`

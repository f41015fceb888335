// What a page of the documentation does in a browser: search, theme, menu, copying code.
import { find, type Indexed, words } from './find-sections.ts'

declare global {
  interface Window {
    searchIndex?: (index: readonly Indexed[]) => void
  }
}

const byId = (id: string): HTMLElement | null => document.getElementById(id)
const input = byId('search') as HTMLInputElement | null
const list = byId('found')
let index: readonly Indexed[] | undefined

const show = (): void => {
  if (!input || !list || !index) return
  const found = find(index, input.value)
  list.replaceChildren(...found.map(toItem))
  list.hidden = words(input.value).length === 0
  if (found.length === 0)
    list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found' }))
}

const toItem = ({ address, title, heading, excerpt }: ReturnType<typeof find>[number]): HTMLElement => {
  const item = document.createElement('li')
  const link = Object.assign(document.createElement('a'), { href: address })
  const name = Object.assign(document.createElement('b'), {
    textContent: heading === '' ? title : `${title} › ${heading}`,
  })
  link.append(name, Object.assign(document.createElement('span'), { textContent: excerpt }))
  item.append(link)
  return item
}

/** Fetched when somebody wants to search, as a script: that works from a disk, too. */
const load = (): void => {
  if (window.searchIndex) return
  window.searchIndex = given => {
    index = given
    show()
  }
  document.head.append(Object.assign(document.createElement('script'), { src: 'search.js' }))
}

input?.addEventListener('focus', load)
input?.addEventListener('input', show)
document.addEventListener('keydown', event => {
  const isTyping = document.activeElement instanceof HTMLInputElement
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    input?.focus()
  }
  if (event.key === 'Escape' && list) {
    list.hidden = true
    input?.blur()
  }
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event)
})

const step = (event: KeyboardEvent): void => {
  if (!list || list.hidden) return
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const next = at + (event.key === 'ArrowDown' ? 1 : -1)
  event.preventDefault()
  if (next < 0) input?.focus()
  else links[Math.min(next, links.length - 1)]?.focus()
}

input?.addEventListener('keydown', event => {
  if (event.key === 'Enter') list?.querySelector('a')?.click()
})
document.addEventListener('click', event => {
  if (list && event.target instanceof Node && !input?.parentElement?.contains(event.target))
    list.hidden = true
})

byId('theme')?.addEventListener('click', () => {
  const { dataset } = document.documentElement
  const isDark = dataset['theme']
    ? dataset['theme'] === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  dataset['theme'] = isDark ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', dataset['theme'])
  } catch {
    // A page on a disk may keep nothing: then it holds for this page.
  }
})

byId('menu')?.addEventListener('click', ({ currentTarget }) => {
  const isOpen = document.body.classList.toggle('menu-open')
  if (currentTarget instanceof Element) currentTarget.setAttribute('aria-expanded', String(isOpen))
})

for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy'))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '')
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1_500)
  })

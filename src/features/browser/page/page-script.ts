/**
 * What runs inside every document, in a world of its own: the page neither sees it nor can change what it answers from,
 * only what the document holds. It names elements, tells what there is to see, and finds where to click. Of what people
 * type where a password, a one-time code or a card belongs it tells only that something is there.
 */
export const PAGE_SCRIPT = String.raw`(() => {
  if (globalThis.capstan) return
  const MOST_ELEMENTS = 30000, MOST_ROWS = 8000, MOST_MS = 3000, MOST_NAME = 160
  const refs = new WeakMap(), elements = new Map(), secrets = new WeakSet()
  let last = 0
  const refOf = element => {
    const known = refs.get(element)
    if (known) return known
    last += 1
    refs.set(element, last)
    elements.set(last, new WeakRef(element))
    return last
  }
  const elementOf = ref => {
    const element = elements.get(ref)?.deref()
    return element?.isConnected ? element : undefined
  }

  const SECRET = /(?:^|\s)(?:current-password|new-password|one-time-code|cc-number|cc-csc)(?:\s|$)/i
  const isPassword = element => element.localName === 'input' && element.type === 'password'
  const isSecret = element => {
    if (isPassword(element)) secrets.add(element)
    return secrets.has(element) || SECRET.test(element.getAttribute('autocomplete') ?? '')
  }
  const keepHidden = element => {
    if (!secrets.has(element) || isPassword(element)) return
    element.style.setProperty('-webkit-text-security', 'disc', 'important')
  }
  const watched = event => {
    const [target] = event.composedPath()
    if (target?.localName !== 'input') return
    if (isPassword(target)) secrets.add(target)
    else keepHidden(target)
  }
  for (const name of ['focusin', 'focusout', 'beforeinput', 'input', 'change', 'keydown', 'pointerdown'])
    addEventListener(name, watched, { capture: true, passive: true })
  new MutationObserver(changes => {
    for (const { target, oldValue } of changes) {
      if (target.localName !== 'input') continue
      if ((oldValue ?? '').toLowerCase() === 'password') secrets.add(target)
      keepHidden(target)
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['type', 'style', 'class'], attributeOldValue: true })

  const short = (text, most = MOST_NAME) => {
    const line = text.slice(0, most * 8).replace(/\s+/g, ' ').trim()
    return line.length > most ? line.slice(0, most - 1) + '…' : line
  }
  const insideOf = element => element.shadowRoot ?? element
  const contentOf = element => {
    let text = ''
    const walk = node => {
      for (const child of insideOf(node).childNodes) {
        if (text.length > MOST_NAME * 2) return
        if (child.nodeType === 3) text += child.data.slice(0, MOST_NAME * 2)
        else if (child.nodeType === 1 && !SKIPPED.has(child.localName) && child.getAttribute('aria-hidden') !== 'true') {
          if (child.localName === 'img') text += ' ' + (child.getAttribute('alt') ?? '') + ' '
          else {
            const label = child.getAttribute('aria-label')
            if (label) text += ' ' + label + ' '
            else walk(child)
            if (!INLINE.test(child.localName)) text += ' '
          }
        }
      }
    }
    walk(element)
    return short(text)
  }
  const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'meta', 'link', 'base', 'title', 'param', 'source', 'track', 'option', 'optgroup', 'datalist'])
  const INLINE = /^(?:a|abbr|b|bdi|bdo|cite|code|data|em|font|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/
  const BY_TAG = {
    button: 'button', summary: 'button', textarea: 'textbox', ul: 'list', ol: 'list', menu: 'list', dl: 'list', li: 'item',
    dt: 'item', dd: 'item', table: 'table', tr: 'row', td: 'cell', th: 'cell', nav: 'navigation', main: 'main', form: 'form',
    dialog: 'dialog', article: 'article', aside: 'complementary', iframe: 'iframe', frame: 'iframe', video: 'video',
    audio: 'audio', canvas: 'canvas', progress: 'progressbar', meter: 'meter', fieldset: 'group', details: 'group', output: 'status',
  }
  const BY_TYPE = {
    checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button', image: 'button', range: 'slider',
    file: 'file', search: 'searchbox', number: 'spinbutton', password: 'password',
  }
  const KNOWN = /^(?:alert|alertdialog|article|button|cell|checkbox|columnheader|combobox|complementary|dialog|form|grid|gridcell|group|heading|img|link|list|listbox|listitem|main|menu|menubar|menuitem|menuitemcheckbox|menuitemradio|meter|navigation|option|progressbar|radio|radiogroup|region|row|rowheader|scrollbar|search|searchbox|slider|spinbutton|status|switch|tab|table|tablist|tabpanel|textbox|toolbar|tree|treegrid|treeitem)$/
  const ALIASES = { listitem: 'item', columnheader: 'cell', rowheader: 'cell', gridcell: 'cell', grid: 'table', treegrid: 'table', alertdialog: 'dialog', menubar: 'menu' }
  const ACTS = /^(?:button|link|textbox|searchbox|password|checkbox|radio|combobox|listbox|slider|spinbutton|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|file|clickable|scrollbar)$/
  const NAMED_BY_CONTENT = /^(?:button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|heading|clickable)$/
  const HOLDS = /^(?:list|item|table|row|cell|navigation|main|form|dialog|article|complementary|group|region|search|menu|radiogroup|tablist|tabpanel|toolbar|tree|alert|status|listbox)$/
  const INTERACTIVE = 'a[href],button,input,select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=menuitem],[role=tab],[contenteditable],[onclick]'

  const roleOf = element => {
    const given = (element.getAttribute('role') ?? '').trim().split(/\s+/)[0].toLowerCase()
    if (KNOWN.test(given)) return ALIASES[given] ?? given
    const tag = element.localName
    if (tag === 'a' || tag === 'area') return element.hasAttribute('href') ? 'link' : undefined
    if (tag === 'input') return element.type === 'hidden' ? 'none' : (BY_TYPE[element.type] ?? 'textbox')
    if (tag === 'select') return element.multiple || element.size > 1 ? 'listbox' : 'combobox'
    if (tag === 'img') return element.getAttribute('alt') === '' ? 'none' : 'img'
    if (tag === 'svg') return 'none'
    if (/^h[1-6]$/.test(tag)) return 'heading'
    if (tag === 'section') return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby') ? 'region' : undefined
    if (element.isContentEditable && !element.parentElement?.isContentEditable) return 'textbox'
    return BY_TAG[tag]
  }
  const byIds = (element, ids) =>
    ids.split(/\s+/).slice(0, 8).map(id => element.getRootNode().getElementById?.(id)).filter(Boolean).map(contentOf).join(' ')
  const nameOf = (element, role) => {
    const pointed = element.getAttribute('aria-labelledby')
    const named = (pointed && byIds(element, pointed)) || element.getAttribute('aria-label')
    if (named?.trim()) return short(named)
    const label = element.labels?.[0]
    if (label) { const said = contentOf(label); if (said) return said }
    if (element.localName === 'input' && /^(?:button|submit|reset)$/.test(element.type))
      return short(element.value || (element.type === 'submit' ? 'Submit' : element.type))
    const alt = element.getAttribute('alt')
    if (alt) return short(alt)
    if (NAMED_BY_CONTENT.test(role)) { const said = contentOf(element); if (said) return said }
    const caption = role === 'table' ? element.caption : role === 'group' ? element.querySelector(':scope > legend') : undefined
    if (caption) return contentOf(caption)
    return short(element.getAttribute('title') || element.getAttribute('placeholder') || (role === 'iframe' ? element.name : '') || '')
  }
  const valueOf = (element, role) => {
    if (isSecret(element)) return element.value ? 'value="••••"' : ''
    if (element.localName === 'select') {
      const all = [...element.options].slice(0, 200), chosen = all.filter(each => each.selected).map(each => short(each.label, 60))
      const others = all.filter(each => !each.selected).slice(0, 12).map(each => short(each.label, 40))
      const more = element.options.length - chosen.length - others.length
      return 'value=' + JSON.stringify(chosen.join(', ')) + (others.length ? ' options: ' + others.join(' | ') + (more > 0 ? ' (+' + more + ')' : '') : '')
    }
    if (role === 'file') return element.files?.length ? 'files=' + element.files.length : ''
    if (/^(?:textbox|searchbox|spinbutton|slider|combobox)$/.test(role)) {
      const value = 'value' in element ? element.value : element.isContentEditable ? element.textContent : ''
      return value ? 'value=' + JSON.stringify(short(String(value))) : ''
    }
    if (/^(?:progressbar|meter)$/.test(role)) return 'value=' + (element.value ?? element.getAttribute('aria-valuenow') ?? '?')
    return ''
  }
  const stateOf = (element, role) => {
    const is = (name, own) => own === true || element.getAttribute('aria-' + name) === 'true'
    const states = []
    if (role === 'heading') states.push(element.getAttribute('aria-level') ?? element.localName[1] ?? '')
    if (is('checked', element.checked)) states.push('checked')
    if (is('selected', false)) states.push('selected')
    if (is('pressed', false)) states.push('pressed')
    const expanded = element.getAttribute('aria-expanded') ?? (element.localName === 'summary' ? String(element.parentElement?.open === true) : null)
    if (expanded !== null) states.push(expanded === 'true' ? 'open' : 'closed')
    if (is('disabled', element.disabled) || element.matches(':disabled')) states.push('disabled')
    if (is('required', element.required)) states.push('required')
    if (is('invalid', false)) states.push('invalid')
    if (element.matches(':focus')) states.push('focused')
    const value = valueOf(element, role)
    if (value) states.push(value)
    return states.filter(Boolean).join(' ')
  }

  const snapshot = root => {
    const rows = [], began = performance.now()
    let seen = 0, cut = false, buffer = '', owner
    const flush = depth => {
      const text = short(buffer, 400)
      buffer = ''
      if (text && owner) rows.push([depth, refOf(owner), 'text', text, '', 0, scrollY > 0 && owner.getBoundingClientRect().bottom < 0 ? 1 : 0])
      owner = undefined
    }
    const emit = (element, role, depth) => {
      const acts = ACTS.test(role)
      rows.push([depth, refOf(element), role, nameOf(element, role), acts || role === 'heading' || role === 'progressbar' || role === 'meter' ? stateOf(element, role) : '', acts ? 1 : 0, scrollY > 0 && element.getBoundingClientRect().bottom < 0 ? 1 : 0])
    }
    const visit = (element, depth, pointer) => {
      seen += 1
      if (seen > MOST_ELEMENTS || rows.length > MOST_ROWS || (seen % 64 === 0 && performance.now() - began > MOST_MS)) { cut = true; return }
      if (SKIPPED.has(element.localName) || element.getAttribute('aria-hidden') === 'true' || element.inert) return
      const style = getComputedStyle(element)
      if (style.display === 'none') return
      const visible = style.visibility === 'visible'
      let role = roleOf(element)
      if (role === 'none') return
      const isPointer = style.cursor === 'pointer'
      if (!role && visible && (element.hasAttribute('onclick') || element.tabIndex >= 0 && element.hasAttribute('tabindex') || (isPointer && !pointer)) && !element.querySelector(INTERACTIVE)) role = 'clickable'
      const isBlock = !style.display.startsWith('inline') && style.display !== 'contents'
      if (role && visible) {
        flush(depth)
        emit(element, role, depth)
        if (role === 'heading' ? !element.querySelector(INTERACTIVE) : NAMED_BY_CONTENT.test(role) || role === 'img' || role === 'iframe' || /^(?:textarea|select|input|canvas|video|audio|progress|meter)$/.test(element.localName)) return
        if (role === 'textbox') return
        inside(element, HOLDS.test(role) || role === 'heading' ? depth + 1 : depth, isPointer, role !== 'heading')
        flush(HOLDS.test(role) ? depth + 1 : depth)
        return
      }
      if (isBlock) flush(depth)
      // Its words are the name of what it labels.
      inside(element, depth, isPointer, visible && !(element.localName === 'label' && element.control))
      if (isBlock) flush(depth)
    }
    const inside = (element, depth, pointer, texts) => {
      const children = element.localName === 'slot' && element.assignedNodes().length ? element.assignedNodes() : insideOf(element).childNodes
      for (const child of children) {
        if (cut) return
        if (child.nodeType === 1) visit(child, depth, pointer)
        else if (child.nodeType === 3 && texts && child.data.trim()) {
          owner ??= element
          buffer += child.data.slice(0, 1000)
        } else if (child.nodeType === 3 && texts) buffer += ' '
      }
    }
    const from = root === undefined ? document.body ?? document.documentElement : elementOf(root)
    if (!from) return root === undefined ? { rows: [], cut: false, title: '', width: innerWidth, height: innerHeight } : { gone: true }
    visit(from, 0, false)
    flush(0)
    return { rows, cut, title: short(document.title), url: location.href, width: innerWidth, height: innerHeight,
      above: Math.round(scrollY), below: Math.max(0, Math.round(document.documentElement.scrollHeight - scrollY - innerHeight)) }
  }

  const describe = element => { const role = roleOf(element) ?? element.localName; return role + ' ' + JSON.stringify(nameOf(element, role) || contentOf(element).slice(0, 40)) }
  const within = (outer, node) => { for (let at = node; at; at = at.parentNode ?? at.host) if (at === outer) return true; return false }
  const hitAt = (x, y) => {
    let hit = document.elementFromPoint(x, y)
    for (let inner = hit; inner?.shadowRoot; ) { const next = inner.shadowRoot.elementFromPoint(x, y); if (!next || next === inner) break; hit = inner = next }
    return hit
  }
  const middleOf = element => {
    element.scrollIntoViewIfNeeded?.(true)
    const rect = [...element.getClientRects()].find(each => each.width > 0 && each.height > 0)
    if (!rect) return undefined
    const [left, right, top, bottom] = [Math.max(0, rect.left), Math.min(innerWidth, rect.right), Math.max(0, rect.top), Math.min(innerHeight, rect.bottom)]
    return right > left && bottom > top ? { x: (left + right) / 2, y: (top + bottom) / 2 } : undefined
  }
  const point = ref => {
    const element = elementOf(ref)
    if (!element) return { gone: true }
    if (element.matches(':disabled')) return { disabled: true }
    for (const target of [element, ...(element.labels ?? [])]) {
      const at = middleOf(target)
      const hit = at && hitAt(at.x, at.y)
      if (hit && (within(target, hit) || within(element, hit) || [...(element.labels ?? [])].some(label => within(label, hit)))) return at
    }
    const at = middleOf(element), hit = at && hitAt(at.x, at.y)
    return hit ? { covered: describe(hit) } : { hidden: true }
  }
  const boxOf = ref => {
    const element = elementOf(ref)
    if (!element) return { gone: true }
    element.scrollIntoViewIfNeeded?.(true)
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + scrollX, y: y + scrollY, width, height }
  }
  const fire = (element, ...names) => { for (const name of names) element.dispatchEvent(new Event(name, { bubbles: true, composed: true })) }
  const focus = ref => {
    const element = elementOf(ref)
    if (!element) return { gone: true }
    if (element.matches(':disabled')) return { disabled: true }
    element.scrollIntoViewIfNeeded?.(true)
    element.focus()
    if (element.isContentEditable) { getSelection()?.selectAllChildren(element); return { typed: true } }
    if (!/^(?:input|textarea)$/.test(element.localName)) return { typed: false, what: describe(element) }
    if (element.readOnly) return { readOnly: true }
    if (/^(?:checkbox|radio|button|submit|reset|image|file)$/.test(element.type)) return { typed: false, what: describe(element) }
    if (/^(?:color|date|datetime-local|month|range|time|week)$/.test(element.type)) return { set: true }
    element.select?.()
    return { typed: true }
  }
  const set = (ref, value) => {
    const element = elementOf(ref)
    if (!element) return { gone: true }
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, value)
    fire(element, 'input', 'change')
    return { value: element.value }
  }
  const choose = (ref, values) => {
    const element = elementOf(ref)
    if (!element) return { gone: true }
    if (element.localName !== 'select') return { what: describe(element) }
    const options = [...element.options]
    const chosen = values.map(value => options.find(each => each.label.trim() === value || each.value === value))
    const missing = values.filter((_, at) => !chosen[at])
    if (missing.length) return { missing, options: options.slice(0, 30).map(each => short(each.label, 60)) }
    for (const option of options) option.selected = chosen.includes(option)
    fire(element, 'input', 'change')
    return { chosen: chosen.map(each => short(each.label, 60)) }
  }
  const shows = text => (document.body?.innerText ?? '').includes(text)
  const until = (text, ms) => new Promise(resolve => {
    const end = performance.now() + ms
    const look = () => { if (shows(text)) resolve(true); else if (performance.now() > end) resolve(false); else setTimeout(look, 100) }
    look()
  })
  const frame = () => new Promise(resolve => { setTimeout(resolve, 120); requestAnimationFrame(() => setTimeout(resolve, 0)) })
  const isFileField = ref => { const element = elementOf(ref); return element?.localName === 'input' && element.type === 'file' }
  globalThis.capstan = { snapshot, point, boxOf, focus, set, choose, until, frame, isFileField, elementOf, scrollBy: y => { scrollBy(0, y) } }
})()`

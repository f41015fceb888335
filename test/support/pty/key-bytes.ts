const NAMED: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  backspace: '\u007f',
  space: ' ',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  insert: '\u001b[2~',
  delete: '\u001b[3~',
  pageup: '\u001b[5~',
  pagedown: '\u001b[6~',
  f1: '\u001bOP',
  f2: '\u001bOQ',
  f3: '\u001bOR',
  f4: '\u001bOS',
}
const CODES: Readonly<Record<string, number>> = { enter: 13, escape: 27, tab: 9, backspace: 127, space: 32 }

/** What a terminal sends for `ctrl+r`, `shift+enter`, `alt+up`, `escape`, `x`. Shift and Ctrl on Enter in kitty's way. */
export const keyBytes = (key: string): string => {
  const parts = key === '+' ? ['+'] : key.split('+')
  const name = parts.at(-1) ?? ''
  const held = new Set(parts.slice(0, -1))
  const modifiers = (held.has('shift') ? 1 : 0) + (held.has('alt') ? 2 : 0) + (held.has('ctrl') ? 4 : 0)
  const named = NAMED[name]
  if (modifiers === 0) return named ?? name
  if (name === 'tab' && modifiers === 1) return '\u001b[Z'
  if (modifiers === 2) return `\u001b${named ?? name}`
  const code = CODES[name]
  if (code !== undefined && name !== 'space') return `\u001b[${code};${modifiers + 1}u`
  if (named?.endsWith('~')) return named.replace('~', `;${modifiers + 1}~`)
  if (named && name !== 'space') return `\u001b[1;${modifiers + 1}${named.at(-1)}`
  if (modifiers === 4) return controlBytes(name)
  if (modifiers === 1) return name.toUpperCase()
  return `\u001b[${name.codePointAt(0) ?? 0};${modifiers + 1}u`
}

const controlBytes = (name: string): string => {
  if (name === 'space') return '\u0000'
  const code = name.toUpperCase().charCodeAt(0)
  return String.fromCharCode(code === 0x3f ? 0x7f : code & 0x1f)
}

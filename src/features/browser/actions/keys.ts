interface Key {
  readonly key: string
  readonly code: string
  readonly keyCode: number
  readonly text?: string
}

const NAMED: Readonly<Record<string, Key>> = Object.fromEntries(
  (
    [
      ['Enter', 13, '\r'],
      ['Tab', 9],
      ['Escape', 27],
      ['Backspace', 8],
      ['Delete', 46],
      ['ArrowUp', 38],
      ['ArrowDown', 40],
      ['ArrowLeft', 37],
      ['ArrowRight', 39],
      ['Home', 36],
      ['End', 35],
      ['PageUp', 33],
      ['PageDown', 34],
    ] as const
  ).map(([key, keyCode, text]) => [
    key.toLowerCase(),
    { key, code: key, keyCode, ...(text ? { text } : {}) },
  ]),
)

const MODIFIERS: Readonly<Record<string, number>> = {
  alt: 1,
  control: 2,
  ctrl: 2,
  meta: 4,
  command: 4,
  cmd: 4,
  shift: 8,
}
const ALIASES: Readonly<Record<string, string>> = {
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
}

/** A key as the browser is told of it; undefined: there is none of that name. */
export const keyNamed = (name: string): (Key & { readonly modifiers: number }) | undefined => {
  const words = name === '+' ? ['+'] : name.split('+').map(word => word.trim())
  const last = words.pop() ?? ''
  let modifiers = 0
  for (const word of words) {
    const bit = MODIFIERS[word.toLowerCase()]
    if (bit === undefined) return undefined
    modifiers |= bit
  }
  const found = plainKey(last)
  if (!found) return undefined
  const { text, ...key } = found
  // With one of these held a letter writes nothing.
  return { ...key, modifiers, ...(text !== undefined && (modifiers & ~8) === 0 ? { text } : {}) }
}

const plainKey = (name: string): Key | undefined => {
  const lower = name.toLowerCase()
  const named = NAMED[ALIASES[lower] ?? lower]
  if (named) return named
  if (lower === 'space' || name === ' ') return { key: ' ', code: 'Space', keyCode: 32, text: ' ' }
  const number = /^f([1-9]|1[0-2])$/.exec(lower)?.[1]
  if (number !== undefined) return { key: `F${number}`, code: `F${number}`, keyCode: 111 + Number(number) }
  if ([...name].length !== 1) return undefined
  const upper = name.toUpperCase()
  const isLetter = /^[A-Z]$/.test(upper)
  const code = isLetter ? `Key${upper}` : /^\d$/.test(name) ? `Digit${name}` : ''
  return { key: name, code, keyCode: isLetter || /^\d$/.test(name) ? upper.charCodeAt(0) : 0, text: name }
}

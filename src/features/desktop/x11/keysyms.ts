/** Keys by the names people and models give them, in small letters. */
const NAMED: Readonly<Record<string, number>> = {
  enter: 0xff0d,
  return: 0xff0d,
  tab: 0xff09,
  escape: 0xff1b,
  esc: 0xff1b,
  backspace: 0xff08,
  delete: 0xffff,
  insert: 0xff63,
  home: 0xff50,
  end: 0xff57,
  pageup: 0xff55,
  page_up: 0xff55,
  prior: 0xff55,
  pagedown: 0xff56,
  page_down: 0xff56,
  next: 0xff56,
  left: 0xff51,
  arrowleft: 0xff51,
  up: 0xff52,
  arrowup: 0xff52,
  right: 0xff53,
  arrowright: 0xff53,
  down: 0xff54,
  arrowdown: 0xff54,
  space: 0x20,
  menu: 0xff67,
  print: 0xff61,
  ctrl: 0xffe3,
  control: 0xffe3,
  shift: 0xffe1,
  alt: 0xffe9,
  option: 0xffe9,
  super: 0xffeb,
  meta: 0xffeb,
  cmd: 0xffeb,
  command: 0xffeb,
  win: 0xffeb,
}

const F1 = 0xffbe
const UNICODE = 0x01000000

/** The number X11 has for a character; new lines and tabs are keys. */
export const keysymOf = (character: string): number => {
  if (character === '\n' || character === '\r') return 0xff0d
  if (character === '\t') return 0xff09
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) ? code : UNICODE + code
}

/** `ctrl+shift+t` as keys that are held together; undefined: one of them is no key. */
export const chordOf = (written: string): readonly number[] | undefined => {
  // A plus is a key as well: alone, or behind another plus.
  const names = written.endsWith('+')
    ? [...written.slice(0, -1).split('+').filter(Boolean), '+']
    : written.split('+')
  const keys = names.map(name => {
    const lower = name.toLowerCase()
    if (Object.hasOwn(NAMED, lower)) return NAMED[lower]
    const [, number] = /^f([1-9]|1\d|2[0-4])$/.exec(lower) ?? []
    if (number !== undefined) return F1 + Number(number) - 1
    return [...name].length === 1 ? keysymOf(name) : undefined
  })
  return keys.length > 0 && keys.every(key => key !== undefined) ? keys : undefined
}

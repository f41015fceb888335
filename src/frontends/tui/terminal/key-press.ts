import type { KeyPress } from './input-event.ts'

export interface Modifiers {
  readonly ctrl?: boolean
  readonly alt?: boolean
  readonly shift?: boolean
  readonly super?: boolean
}

/** A key that types nothing. */
export const namedKey = (name: string, held: Modifiers = {}): KeyPress => ({
  name,
  text: '',
  ctrl: held.ctrl === true,
  alt: held.alt === true,
  shift: held.shift === true,
  super: held.super === true,
})

/** A key that stands for a character; it types the character unless it is held with more than shift. */
export const characterKey = (character: string, held: Modifiers = {}): KeyPress => {
  const lower = character.toLowerCase()
  const name = character === ' ' ? 'space' : lower
  const types = held.ctrl !== true && held.alt !== true && held.super !== true
  return {
    ...namedKey(name, held),
    text: types ? character : '',
    shift: held.shift === true || lower !== character,
  }
}

/** A control character as the key that sends it. */
export const controlKey = (code: number, held: Modifiers = {}): KeyPress => {
  if (code === 0x0d) return namedKey('enter', held)
  if (code === 0x09) return namedKey('tab', held)
  if (code === 0x1b) return namedKey('escape', held)
  if (code === 0x7f) return namedKey('backspace', held)
  if (code === 0) return namedKey('space', { ...held, ctrl: true })
  const letter = code <= 26 ? String.fromCharCode(code + 0x60) : String.fromCharCode(code + 0x40)
  return namedKey(letter, { ...held, ctrl: true })
}

/** The modifier number of xterm and kitty: one more than the sum of the bits. */
export const modifiersFrom = (param: number): Modifiers => {
  const bits = Math.max(0, param - 1)
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & (2 | 32)) !== 0,
    ctrl: (bits & 4) !== 0,
    super: (bits & 8) !== 0,
  }
}

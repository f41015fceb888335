import { escapeText } from '../lib/escape-text.ts'

/** A line for people on stdout. Some of its words may be somebody else's: what could act on a terminal is escaped. */
export const say = (text: string): void => void process.stdout.write(`${escapeText(text)}\n`)

/** The same on stderr, of what is in the person's language already ({@link problemSayer}). */
export const writeProblem = (words: string): void => void process.stderr.write(`${escapeText(words)}\n`)

/** JSON in which those characters are written as JSON escapes them: it reads back as the value it was made of. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(/[^\n -~]/gu, character =>
    escapeText(character) === character ? character : unitsOf(character),
  )

const unitsOf = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
